// How long a schema change waits for a table. All waits together must end before PostgreSQL's deadlock check. That
// check would cancel a request that waits for a table of the change and holds a table that the change needs next.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Tx } from '../../src/storage/database.ts';
import { waitBriefly } from '../../src/storage/migrations/change-tables.ts';
import { type Sql, sql, textOf } from '../../src/storage/sql.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * A transaction on a server with this `deadlock_timeout`, which records its statements and each timeout that was set.
 */
function transaction(deadlockMs: number) {
  const asked: string[] = [];
  const rows = async (statement: Sql): Promise<object[]> => {
    const isSetting = textOf(statement).includes('set_config');
    asked.push(isSetting ? `wait ${statement.values.join()}` : textOf(statement));
    return [];
  };
  const row = async (): Promise<object> => ({ ms: deadlockMs });
  return { asked, tx: { transaction: true, rows, row } as unknown as Tx };
}

test('sets a timeout before each statement of a change, less than a second in total', async () => {
  const { asked, tx } = transaction(1_000);
  const brief = await waitBriefly(tx);
  await brief.rows(sql`first`);
  vi.advanceTimersByTime(400);
  await brief.row(sql`second`);
  vi.advanceTimersByTime(450);
  await brief.rows(sql`third`);
  vi.advanceTimersByTime(60_000);
  await brief.rows(sql`fourth`);
  expect(asked).toEqual(['wait 900', 'first', 'wait 500', 'second', 'wait 200', 'third', 'wait 200', 'fourth']);
});

test("adapts the timeouts to the server's deadlock_timeout", async () => {
  const { asked, tx } = transaction(5_000);
  await (await waitBriefly(tx)).rows(sql`first`);
  expect(asked).toEqual(['wait 4500', 'first']);
});
