// Detects texts without visible characters, which are not valid titles or names.

/**
 * A visible character: not white space, not a control character, not ignorable by renderers (UAX #44), and not the
 * blank braille pattern.
 */
export const INK = '[^\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{Cc}\\u2800]';
const ink = new RegExp(INK, 'u');

/** True for empty texts, blanks, control characters and invisible characters (U+200B, U+2060, U+00AD, U+3164, …). */
export const isBlank = (text: string): boolean => !ink.test(text);

/** Schema members that require a visible character. */
export const NOT_BLANK = { pattern: INK, 'x-pattern': '\\S' } as const;

/** The message for a text that must not be blank. */
export const IS_BLANK = 'Is blank. Write something here.';
