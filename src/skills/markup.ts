// Markdown of authors on its way into files that models read: what would be HTML stands there as text.

/** One line, runs of white space as one blank, without characters that cannot be seen. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim();

/** Markdown in which no HTML begins: a `<` before a letter, `/`, `!` or `?` becomes a reference, but in code. */
export const escapedMarkup = (markdown: string): string =>
  markdown
    .replace(INVISIBLE_BUT_LINES, '')
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/<(?=[A-Za-z/!?])(?!https?:\/\/)/g, '&lt;')))
    .join('');

// Controls, direction marks and tags: what a person does not see, a model reads. The joiners spell scripts and emoji.
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const INVISIBLE_BUT_LINES = /(?![\u200c\u200d])(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu;
