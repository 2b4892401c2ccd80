// Rows by a list of keys, at a cost that the planner cannot get wrong. A prepared statement's one plan takes every list
// for ten keys, and where a table has no statistics yet it may leave the list to a filter: a great group is read to
// change one member. Bounds go into the index whatever the planner believes: what is read lies between them.
import { type Sql, sql } from './sql.ts';

/** True for rows whose `column` is one of these UUIDs. As narrow as they lie: sort keys before cutting them up. */
export function amongKeys(column: Sql, keys: readonly string[]): Sql {
  let [least, greatest] = [keys[0], keys[0]];
  for (const key of keys) {
    if (least === undefined || key < least) least = key;
    if (greatest === undefined || key > greatest) greatest = key;
  }
  return sql`(${column} = any(${keys}::uuid[]) and ${column} between ${least}::uuid and ${greatest}::uuid)`;
}
