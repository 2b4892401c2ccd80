// Words that are remembered without the text that they stood in.

/**
 * The same text with memory of its own. V8 makes a word that is taken out of a text a view of it, which keeps all of
 * that text for as long as the word is remembered.
 */
export const ownCopy = (text: string): string => ` ${text}`.slice(1);
