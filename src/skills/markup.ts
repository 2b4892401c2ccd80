// Escapes authors' Markdown for files that models read, so that HTML appears as text.

/** A single line with whitespace collapsed and invisible characters removed. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim();

/** Like `oneLine`, with every `<` that could start HTML escaped. Headings cannot contain code blocks. */
export const escapedLine = (text: string): string => oneLine(text).replace(OPENING, '&lt;');

/** Reverses `escapedLine`. */
export const unescapedLine = (line: string): string => line.replaceAll('&lt;', '<');

/**
 * Markdown without HTML: outside code, a `<` before a letter, `/`, `!` or `?` is escaped. An unclosed fence counts as
 * text, because otherwise it would swallow everything after it.
 */
export const escapedMarkup = (markdown: string): string =>
  outsideOfCode(markdown.replace(INVISIBLE_BUT_LINES, ''), (part) =>
    part.replace(OPENING, '&lt;').replace(FENCE_OF_ANY_BLOCK, '$1\\$2'),
  );

/** Reverses `escapedMarkup`, except for unclosed fences. An original `&lt;` becomes `<`, too. */
export const unescapedMarkup = (markdown: string): string =>
  markdown.length > MAX_EXPORT_LENGTH ? markdown : outsideOfCode(markdown, (part) => part.replaceAll('&lt;', '<'));

const OPENING = /<(?=[A-Za-z/!?])(?!https?:\/\/)/g;
/** No export is longer than this, and searching for code would take long. */
const MAX_EXPORT_LENGTH = 100_000;

/** A fence at the start of a line, or of a list item or quotation on that line. */
const FENCE_OF_ANY_BLOCK = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})/gm;

/** Applies `change` to everything but code. */
function outsideOfCode(text: string, change: (part: string) => string): string {
  const lines = text.split('\n');
  const lastOfFence = fenceEnds(lines);
  const changed: string[] = [];
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) changed.push(outsideOfSpans(paragraph.join('\n'), change));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const end = lastOfFence(at);
    if (end === undefined) paragraph.push(line);
    if (end !== undefined || line.trim() === '') endParagraph();
    if (end === undefined) continue;
    changed.push(...lines.slice(at, end + 1));
    at = end;
  }
  endParagraph();
  return changed.join('\n');
}

/**
 * Returns a function that finds the line closing the fence that a line opens (CommonMark 4.5); undefined if the line
 * opens none or it is never closed. All lines of an indented fence must have its indentation, because less could end a
 * list and the code in it. Call it in line order: each line is read once per kind of fence, however many are unclosed.
 */
function fenceEnds(lines: readonly string[]): (at: number) => number | undefined {
  const closings: { readonly at: number; readonly fence: string }[] = [];
  for (const [at, line] of lines.entries()) {
    const [, fence] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
    if (fence !== undefined) closings.push({ at, fence });
  }
  const outdents = [1, 2, 3].map((indentation) => nextOutdents(lines, ' '.repeat(indentation)));
  /** For each fence, the index of the next possible closing. */
  const places = new Map<string, number>();
  const closingOf = (fence: string, at: number): number => {
    let place = places.get(fence) ?? 0;
    let one = closings[place];
    while (one !== undefined && (one.at <= at || !one.fence.startsWith(fence))) one = closings[++place];
    places.set(fence, place);
    return one?.at ?? Number.POSITIVE_INFINITY;
  };
  return (at) => {
    const [, indentation = '', fence = ''] = FENCE.exec(lines[at] ?? '') ?? [];
    if (fence === '') return undefined;
    const end = closingOf(fence, at);
    const outdent = outdents[indentation.length - 1]?.[at] ?? Number.POSITIVE_INFINITY;
    return end < outdent ? end : undefined;
  };
}

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;

/** For each line, the next line (or itself) that is not blank and has less indentation. */
function nextOutdents(lines: readonly string[], indentation: string): Float64Array {
  const outdents = new Float64Array(lines.length);
  let next = Number.POSITIVE_INFINITY;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    if (line.trim() !== '' && !line.startsWith(indentation)) next = at;
    outdents[at] = next;
  }
  return outdents;
}

/**
 * The same within a paragraph: text between two single backticks on one line is code if there are no other backticks.
 */
function outsideOfSpans(paragraph: string, change: (part: string) => string): string {
  if (paragraph.replace(SPAN, '').includes('`')) return change(paragraph);
  let changed = '';
  let from = 0;
  for (const code of paragraph.matchAll(SPAN)) {
    changed += change(paragraph.slice(from, code.index)) + code[0];
    from = code.index + code[0].length;
  }
  return changed + change(paragraph.slice(from));
}

const SPAN = /(?<![`\\])`[^`\n]+`(?!`)/g;

// Control characters, direction marks and tags: invisible to people, but models read them. Scripts and emoji need
// joiners.
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const INVISIBLE_BUT_LINES = /(?![\u200c\u200d])(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu;
