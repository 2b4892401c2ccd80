// Rows by keys, at a cost that the planner cannot get wrong: by a list of them, from one on, or by one where it is
// given. A prepared statement's one plan takes every list for ten keys, and where a table has no statistics yet it may
// leave the list to a filter: a great group is read to change one member. Bounds go into the index whatever the planner
// believes: what is read lies between them.
import { type Sql, sql, trusted } from './sql.ts';

/** True for rows whose `column` is one of these UUIDs. As narrow as they lie: sort keys before cutting them up. */
export function amongKeys(column: Sql, keys: readonly string[]): Sql {
  let [least, greatest] = [keys[0], keys[0]];
  for (const key of keys) {
    if (least === undefined || key < least) least = key;
    if (greatest === undefined || key > greatest) greatest = key;
  }
  return sql`(${column} = any(${keys}::uuid[]) and ${column} between ${least}::uuid and ${greatest}::uuid)`;
}

/** The UUIDs that no row has, before and after all others. */
export const LEAST = '00000000-0000-0000-0000-000000000000';
const GREATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * True for rows whose `column` comes after that UUID, and for all of them where it is null. The bound is always a
 * value: `key is null or column > key` is a filter to a plan that serves any value, which reads what came before too.
 */
export const afterKey = (column: Sql, key: string | null): Sql => sql`${column} > ${key ?? LEAST}::uuid`;

/** The same in descending order. */
export const beforeKey = (column: Sql, key: string | null): Sql => sql`${column} < ${key ?? GREATEST}::uuid`;

/**
 * True for rows whose `column` is that value, and for all of them where none is given. The text says which: a statement
 * that asks `$1 is null or column = $1` reads them all to find one.
 */
export const matching = (column: Sql, value: string | undefined): Sql =>
  value === undefined ? trusted('true') : sql`${column} = ${value}`;
