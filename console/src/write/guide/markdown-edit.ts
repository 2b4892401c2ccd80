// The text operations of the guide's toolbar. Each takes the text and selection and returns both.

export interface Edited {
  readonly text: string;
  /** The new selection. */
  readonly from: number;
  readonly to: number;
}

/**
 * Adds marks around the selection, or removes them if they are there. With an empty selection, the caret ends up
 * between the marks.
 */
export function wrapped(text: string, from: number, to: number, before: string, after = before): Edited {
  const isMarked = text.slice(from - before.length, from) === before && text.slice(to, to + after.length) === after;
  if (isMarked && from >= before.length) {
    const inner = text.slice(from, to);
    const start = from - before.length;
    return {
      text: text.slice(0, start) + inner + text.slice(to + after.length),
      from: start,
      to: start + inner.length,
    };
  }
  const marked = text.slice(0, from) + before + text.slice(from, to) + after + text.slice(to);
  return { text: marked, from: from + before.length, to: to + before.length };
}

/**
 * Adds a prefix ("- ", "### ") to every selected line, or removes it if all have it. `{n}` is the line's number, from
 * 1.
 */
export function lined(text: string, from: number, to: number, mark: string): Edited {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const markOf = (at: number): string => mark.replace('{n}', String(at + 1));
  const haveAll = lines.every((line, at) => line.startsWith(markOf(at)));
  const changed = lines.map((line, at) => (haveAll ? line.slice(markOf(at).length) : markOf(at) + line)).join('\n');
  return { text: text.slice(0, start) + changed + text.slice(end), from: start, to: start + changed.length };
}

/** The word after a slash that starts the caret's line, possibly empty. Undefined if there is no such slash. */
export function slashAt(text: string, caret: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  return /^\/([\p{L} ]{0,20})$/u.exec(line)?.[1];
}
