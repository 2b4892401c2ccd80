// How texts are searched that no column keeps folded: without case in any script, in the database and here alike.
import { caseFold } from '@cairn/scim-protocol/normal-form';
import { type Sql, sql } from './sql.ts';

/**
 * A text of the database as `searchedFor` writes what is sought in it. What a database makes of capitals differs with
 * its locale in a few letters: `ẞ`, `İ`, final sigma and long s are folded here.
 */
export const foldedSql = (text: Sql): Sql =>
  sql`translate(replace(replace(lower(${text}), 'ß', 'ss'), U&'i\\0307', 'i'), 'ςſ', 'σs')`;

/** `Groß` is `gross`, `İstanbul` is `istanbul`. */
export const searchedFor = (text: string): string => caseFold(text).replaceAll('i\u0307', 'i');
