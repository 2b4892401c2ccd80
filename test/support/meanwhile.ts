// Two changes of one thing at the same moment, in an order that is known: the second begins while the first has yet to
// commit.
import { expect } from 'vitest';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';

/**
 * Begins `second` while a transaction that did `first` has yet to commit, and answers what it answers; where two run
 * side by side it waits for the first one's rows by then.
 */
export async function meanwhile<Answer>(
  database: Database,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await database.inTransaction(async (tx) => {
    await first(tx);
    const answer = second();
    answer.catch(() => undefined); // the caller hears of it
    if (!database.takesTurns) await expect.poll(() => waiting(database)).toBe(1);
    return { answer };
  });
  return answer;
}

async function waiting(database: Database): Promise<number> {
  const rows = await database.rows(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}
