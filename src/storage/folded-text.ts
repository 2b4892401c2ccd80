// Case-insensitive search in texts without a folded column, with the same folding in the database and here.
import { caseFold } from '@cairn/scim-protocol/normal-form';
import { type Sql, sql } from './sql.ts';

/**
 * The text of the database in the form of `searchedFor`. Lower-casing in PostgreSQL depends on the locale for a few
 * letters, so `ẞ`, `İ`, final sigma and long s are folded here.
 */
export const foldedSql = (text: Sql): Sql =>
  sql`translate(replace(replace(lower(${text}), 'ß', 'ss'), U&'i\\0307', 'i'), 'ςſ', 'σs')`;

/** `Groß` becomes `gross`, `İstanbul` becomes `istanbul`. */
export const searchedFor = (text: string): string => caseFold(text).replaceAll('i\u0307', 'i');
