// Runs two concurrent changes of one thing in a known order: the second starts before the first has committed.
import { expect } from 'vitest';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';

/**
 * Starts `second` while the transaction of `first` is still open, and returns its result. On storage with concurrent
 * transactions, `second` waits for the rows of the first one by then.
 */
export async function meanwhile<Answer>(
  database: Database,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await database.inTransaction(async (tx) => {
    await first(tx);
    const answer = second();
    answer.catch(() => undefined); // The caller handles the failure.
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
