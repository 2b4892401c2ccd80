// Whether a text shows nothing: characters that take no ink are no title and no name.

/**
 * A character that takes ink: no white space, no control character, nothing that Unicode lets a renderer leave out (UAX
 * #44), and not the blank of braille.
 */
export const INK = '[^\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{Cc}\\u2800]';
const ink = new RegExp(INK, 'u');

/**
 * True for "", for blanks, for control characters, and for those that nobody sees (U+200B, U+2060, U+00AD, U+3164 and
 * the like).
 */
export const isBlank = (text: string): boolean => !ink.test(text);

/** The member of a text's shape that asks for ink. */
export const NOT_BLANK = { pattern: INK, 'x-pattern': '\\S' } as const;

/** What is told of a text that is blank and may not be. */
export const IS_BLANK = 'Is blank. Write something here.';
