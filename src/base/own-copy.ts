// Texts that are remembered without the larger one that they were taken from.

/**
 * The same text with memory of its own. V8 makes a part of a text a view of it, which keeps all of that text for as
 * long as the part is remembered.
 */
export const ownCopy = (text: string): string => ` ${text}`.slice(1);
