// How search compares text: without case in any script, and every character literal (Decision 14).
import { SEARCHED_FIELDS, type SearchedField } from '../document/trail-fields.ts';

/**
 * Case and compatibility forms folded away: "STRASSE", "STRAẞE" and "straße" become one, and so do final and other
 * sigmas, and the dotted and the plain capital I. Lower case comes first, since a capital sharp s is no other letter's
 * capital.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC');

/** What search looks through. */
export const searchTextOf = (document: Readonly<Record<SearchedField, string>>): string =>
  foldText(SEARCHED_FIELDS.map((name) => document[name]).join('\n'));

/** A LIKE pattern that finds folded text anywhere; `%`, `_` and `\\` in it are characters. */
export const likePattern = (folded: string): string => `%${folded.replace(/[\\%_]/g, '\\$&')}%`;

/** True when the trigram index can narrow a search for this folded text: it holds three letters or digits in a row. */
export const hasTrigram = (folded: string): boolean => /[\p{L}\p{N}]{3}/u.test(folded);
