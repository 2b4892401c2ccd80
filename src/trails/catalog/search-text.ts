// How search compares text: case-insensitive in any script, without accents, with every character literal (Decision
// 14).
import { SEARCHED_FIELDS, type SearchedField } from '../document/trail-fields.ts';

/**
 * Folds case and compatibility forms: "STRASSE", "STRAẞE" and "straße" become equal, as do final and other sigmas, and
 * the dotted and dotless capital I. Lower case comes first because capital sharp s is not the upper case of any letter.
 * Accents of Latin and Greek letters are dropped, and typographic apostrophes and quotes become plain ones, since
 * people type neither. Other scripts keep their marks, which are letters there.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .normalize('NFKC');

const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{Mn}*)\p{Mn}/gu;

/** The text that search covers. */
export const searchTextOf = (document: Readonly<Record<SearchedField, string>>): string =>
  foldText(SEARCHED_FIELDS.map((name) => document[name]).join('\n'));

/** A LIKE pattern that finds the folded text anywhere. `%`, `_` and `\\` are literal. */
export const likePattern = (folded: string): string => `%${folded.replace(/[\\%_]/g, '\\$&')}%`;

/** True if the trigram index can help to find this folded text, because it has three consecutive letters or digits. */
export const hasTrigram = (folded: string): boolean => /[\p{L}\p{N}]{3}/u.test(folded);
