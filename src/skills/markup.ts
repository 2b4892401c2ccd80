// Markdown of authors on its way into files that models read: what would be HTML stands there as text.

/** One line, runs of white space as one blank, without characters that cannot be seen. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim();

/** As `oneLine`, with every `<` that could begin HTML as a reference: a heading holds no block of code. */
export const escapedLine = (text: string): string => oneLine(text).replace(OPENING, '&lt;');

/** What `escapedLine` made of a line, as it was. */
export const unescapedLine = (line: string): string => line.replaceAll('&lt;', '<');

/** Markdown in which no HTML begins: a `<` before a letter, `/`, `!` or `?` becomes a reference, but in code. */
export const escapedMarkup = (markdown: string): string =>
  outsideOfCode(markdown.replace(INVISIBLE_BUT_LINES, ''), (part) => part.replace(OPENING, '&lt;'));

/** What `escapedMarkup` made of a text, as it was; a reference that stood there before becomes a `<` too. */
export const unescapedMarkup = (markdown: string): string =>
  markdown.length > LONGEST_EXPORT ? markdown : outsideOfCode(markdown, (part) => part.replaceAll('&lt;', '<'));

const OPENING = /<(?=[A-Za-z/!?])(?!https?:\/\/)/g;
/** Beyond it nothing is one of our exports, and looking for code would take long. */
const LONGEST_EXPORT = 100_000;

// A fence that begins a line and is closed, or a span between two single backticks of one line: nothing less is code.
const CODE = /^ {0,3}(`{3,})[^`\n]*\n(?:[\s\S]*?\n)? {0,3}\1`*[ \t]*$|(?<![`\\])`[^`\n]+`(?!`)/gm;

/** The text with `change` made to everything but code. */
function outsideOfCode(text: string, change: (part: string) => string): string {
  let changed = '';
  let from = 0;
  for (const code of text.matchAll(CODE)) {
    changed += change(text.slice(from, code.index)) + code[0];
    from = code.index + code[0].length;
  }
  return changed + change(text.slice(from));
}

// Controls, direction marks and tags: what a person does not see, a model reads. The joiners spell scripts and emoji.
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const INVISIBLE_BUT_LINES = /(?![\u200c\u200d])(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu;
