// Markdown of authors on its way into files that models read: what would be HTML stands there as text.

/** One line, runs of white space as one blank, without characters that cannot be seen. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim();

/** As `oneLine`, with every `<` that could begin HTML as a reference: a heading holds no block of code. */
export const escapedLine = (text: string): string => oneLine(text).replace(OPENING, '&lt;');

/** What `escapedLine` made of a line, as it was. */
export const unescapedLine = (line: string): string => line.replaceAll('&lt;', '<');

/**
 * Markdown in which no HTML begins: a `<` before a letter, `/`, `!` or `?` becomes a reference, but in code. A fence
 * that nothing closes is text too: it would take in whatever is written behind.
 */
export const escapedMarkup = (markdown: string): string =>
  outsideOfCode(markdown.replace(INVISIBLE_BUT_LINES, ''), (part) =>
    part.replace(OPENING, '&lt;').replace(FENCE_OF_ANY_BLOCK, '$1\\$2'),
  );

/**
 * What `escapedMarkup` made of a text, as it was but for fences that were none; a reference that stood there before
 * becomes a `<` too.
 */
export const unescapedMarkup = (markdown: string): string =>
  markdown.length > LONGEST_EXPORT ? markdown : outsideOfCode(markdown, (part) => part.replaceAll('&lt;', '<'));

const OPENING = /<(?=[A-Za-z/!?])(?!https?:\/\/)/g;
/** Beyond it nothing is one of our exports, and looking for code would take long. */
const LONGEST_EXPORT = 100_000;

/** A fence at the beginning of a line, or of what a list or a quotation begins there. */
const FENCE_OF_ANY_BLOCK = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})/gm;

/** The text with `change` made to everything but code. */
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
 * Tells which line closes the fence that begins in a line (CommonMark 4.5); undefined where none begins or none closes
 * it. Every line of an indented one is indented as far: with less it might end a list, and the code in it. Ask for
 * lines in their order: each is read once for every kind of fence, however many begin and do not end.
 */
function fenceEnds(lines: readonly string[]): (at: number) => number | undefined {
  const closings: { readonly at: number; readonly fence: string }[] = [];
  for (const [at, line] of lines.entries()) {
    const [, fence] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
    if (fence !== undefined) closings.push({ at, fence });
  }
  const outdents = [1, 2, 3].map((indentation) => nextOutdents(lines, ' '.repeat(indentation)));
  /** For each fence the first of the closings that may close it from here on. */
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

/** For each line the next one, itself included, that is not blank and is not indented so far. */
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

/** The same within a paragraph: spans between two single backticks of one line are code where no other backtick is. */
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

// Controls, direction marks and tags: what a person does not see, a model reads. The joiners spell scripts and emoji.
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const INVISIBLE_BUT_LINES = /(?![\u200c\u200d])(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu;
