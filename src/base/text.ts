// Checks texts and extracts parts of them: visible characters, words, trailing slashes, NUL, reserved names.
import { type Sentence, type Text, t } from './texts/t.ts';

/**
 * A visible character: not white space, not a control character, not ignorable by renderers (UAX #44), and not the
 * blank braille pattern.
 */
export const INK = '[^\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{Cc}\\u2800]';
const ink = new RegExp(INK, 'u');

/** True for empty texts, blanks, control characters and invisible characters (U+200B, U+2060, U+00AD, U+3164, …). */
export const isBlank = (text: string): boolean => !ink.test(text);

/** Schema keywords that require a visible character. */
export const NOT_BLANK = { pattern: INK, 'x-pattern': '\\S' } as const;

/** The message for a text that must not be blank. */
export const IS_BLANK: Sentence = 'Is blank. Write something here.';

/** Turns `Résumé of Ada` into `resume`, `of`, `ada`. Empty without Latin letters or digits. */
export const asciiWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .match(/[a-z0-9]+/g) ?? [];

const SLASH = 47;

/**
 * The text without trailing slashes, in linear time. The pattern `/\/+$/` takes quadratic time: 56 kB of slashes
 * followed by another character took two seconds.
 */
export function withoutEndingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === SLASH) end -= 1;
  return text.slice(0, end);
}

/** JSON can contain NUL, but the database cannot store it. */
export const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\u0000');

/** Describes a character that no text may contain; undefined if there is none. */
export function oddityOf(text: string): Text | undefined {
  if (hasNul(text)) return t('a NUL character, which is not allowed');
  return text.isWellFormed() ? undefined : t('a lone surrogate, which is not a character');
}

const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** True for a reserved name. `name` must be in lower case. */
export const isDeviceName = (name: string): boolean => DEVICES.test(name);

/**
 * True if invisible characters change the direction in which a text is displayed, so that it looks like another one
 * (Unicode Technical Report 36, 2.5). Letters of right-to-left scripts do not need them.
 */
export const hasDirectionControls = (text: string): boolean => /[\u202a-\u202e\u2066-\u2069]/.test(text);

/** Decodes every `%xx`. Other `%` characters are literal. */
export const decoded = (text: string): string =>
  text.replace(/(?:%[\dA-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
