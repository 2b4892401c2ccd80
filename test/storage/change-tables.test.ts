// How long a change of tables waits for one: all of its waits end before PostgreSQL looks for circles of those who
// wait, since it would end the request that waits for a table of the change, and has one that the change wants next.
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

/** A transaction on a server with that `deadlock_timeout`; what was asked of it, and each wait as it was set. */
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

test('before each statement of a change is said how long it waits, and in all it is less than a second', async () => {
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

test('on a server that looks for circles later or sooner it waits for more or less', async () => {
  const { asked, tx } = transaction(5_000);
  await (await waitBriefly(tx)).rows(sql`first`);
  expect(asked).toEqual(['wait 4500', 'first']);
});
