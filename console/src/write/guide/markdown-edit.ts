// What the toolbar of the guide does to the text: each act takes the text and what is selected, and gives both back.
// Pure.

export interface Edited {
  readonly text: string;
  /** What is selected afterwards. */
  readonly from: number;
  readonly to: number;
}

/**
 * Puts marks around what is selected, or takes them away where they are; an empty selection stands between the marks.
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

/** Begins every selected line with a mark ("- ", "### "), or takes it away where all have it. `{n}` counts from 1. */
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

/** The word behind a slash that begins the caret's line, empty right behind it; undefined where there is none. */
export function slashAt(text: string, caret: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  return /^\/([\p{L} ]{0,20})$/u.exec(line)?.[1];
}
