// Sweeps remove a limited number of rows per statement, and sweeps.ts repeats while there is more. Each statement
// therefore ends well before its deadline, and other writers run in between.
import type { Db } from './database.ts';
import { limitOf } from './limit.ts';
import { withinReach } from './reach.ts';
import { type Sql, sql, trusted } from './sql.ts';

/** Maximum rows removed per statement. */
export const MAX_SWEPT_ROWS = 5_000;

/**
 * The condition of a removal: the first expired rows of `table`, as many as one statement may remove. `order` is the
 * indexed order including the key. It is a range up to the last row rather than a key list, because without statistics
 * a join would scan the list for each row. The condition is checked again for each row, so that rows that are no longer
 * expired are kept.
 */
export function firstOver(db: Db, table: Sql, order: readonly string[], expired: Sql): Sql {
  const tenant = order.find((column) => /\b(?:team|catalog)_id$/.test(column));
  const isOver = tenant === undefined ? expired : sql`${expired} ${withinReach(db, trusted(tenant))}`;
  const columns = trusted(order.join(', '));
  const backwards = trusted(order.map((_, index) => `${index + 1} desc`).join(', '));
  return sql`(${isOver}) and (${columns}) <= (
    select * from (
      select ${columns} from ${table} where ${isOver} order by ${columns} ${limitOf(MAX_SWEPT_ROWS)}
    ) over order by ${backwards} limit 1)`;
}
