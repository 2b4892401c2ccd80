// Conditions on keys whose cost does not depend on the planner: a list of keys, all keys after a given one, or an
// optional key. A prepared statement's plan assumes ten keys per list and, without statistics, may apply the list as a
// filter, so that changing one member reads a whole large group. Bounds are always used for the index, so only rows
// between them are read.
import { type Sql, sql, trusted } from './sql.ts';

/**
 * True for rows whose `column` is one of these UUIDs. The bounds are as narrow as the keys, so sort keys before
 * splitting.
 */
export function amongKeys(column: Sql, keys: readonly string[]): Sql {
  let [least, greatest] = [keys[0], keys[0]];
  for (const key of keys) {
    if (least === undefined || key < least) least = key;
    if (greatest === undefined || key > greatest) greatest = key;
  }
  return sql`(${column} = any(${keys}::uuid[]) and ${column} between ${least}::uuid and ${greatest}::uuid)`;
}

/** UUIDs before and after all existing ones. */
export const LEAST = '00000000-0000-0000-0000-000000000000';
const GREATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * True for rows whose `column` comes after that UUID; null matches all. The bound is always a value, because with `key
 * is null or column > key` a plan for any value also reads the earlier rows.
 */
export const afterKey = (column: Sql, key: string | null): Sql => sql`${column} > ${key ?? LEAST}::uuid`;

/** The same condition for descending order. */
export const beforeKey = (column: Sql, key: string | null): Sql => sql`${column} < ${key ?? GREATEST}::uuid`;

/**
 * True for rows whose `column` has that value; undefined matches all. The text differs between the cases, because `$1
 * is null or column = $1` reads every row to find one.
 */
export const matching = (column: Sql, value: string | undefined): Sql =>
  value === undefined ? trusted('true') : sql`${column} = ${value}`;
