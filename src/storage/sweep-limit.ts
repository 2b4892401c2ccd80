// What is over is removed a bounded number of rows a statement, and sweeps.ts goes on while there is more: however much
// has come together, each statement ends long before its deadline, and other writers go between.
import { limitOf } from './limit.ts';
import { type Sql, sql, trusted } from './sql.ts';

/** Rows that one statement of a sweep removes at most. */
export const MOST_A_SWEEP = 5_000;

/**
 * The condition of a removal: the first rows of `table` that are over, as many as one statement removes. `order`: what
 * an index finds them by, and the key. They are all up to the last of them, and no list of keys: a join with a list
 * looks through it for each row where statistics say that the table has next to none. What is good again by the time
 * that the removal comes to it stays, since the condition is asked of it again.
 */
export function firstOver(table: Sql, order: readonly string[], isOver: Sql): Sql {
  const columns = trusted(order.join(', '));
  const backwards = trusted(order.map((_, index) => `${index + 1} desc`).join(', '));
  return sql`(${isOver}) and (${columns}) <= (
    select * from (
      select ${columns} from ${table} where ${isOver} order by ${columns} ${limitOf(MOST_A_SWEEP)}
    ) over order by ${backwards} limit 1)`;
}
