// The embedded database refreshes its statistics while it grows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { statisticsDue, statisticsRenewal } from '../../src/storage/embedded/statistics.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { openUnused } from '../support/database.ts';

it('is due early at first and then less often, but at least every 50,000 statements', () => {
  const isDue = statisticsDue();
  const at: number[] = [];
  for (let n = 1; n <= 200_000; n += 1) if (isDue()) at.push(n);
  expect(at.slice(0, 4)).toEqual([500, 1_500, 3_500, 7_500]);
  expect(at.slice(1).every((n, index) => n - (at[index] ?? 0) <= 50_000)).toBe(true);
});

it('refreshes one table per turn, and never two at once', async () => {
  const analyzed: string[] = [];
  let lists = 0;
  const renew = statisticsRenewal(async (text) => {
    if (text.startsWith('analyze')) analyzed.push(text);
    if (!text.includes('pg_class')) return { rows: [] };
    lists += 1;
    return { rows: [{ name: 'members' }, { name: 'trails' }] };
  });
  await Promise.all([renew(), renew()]);
  expect([analyzed, lists]).toEqual([['analyze members', 'analyze trails'], 1]);
  await renew();
  expect(lists).toBe(2);
});

it('refreshes tables with a tenth of their rows changed, and any table that the server must recount', async () => {
  const analyzed: string[] = [];
  let [changes, size] = [0, 1_000];
  const renew = statisticsRenewal(async (text) => {
    if (text.startsWith('analyze')) analyzed.push(`${text} at ${changes}`);
    return { rows: text.includes('pg_class') ? [{ name: 'trails', changes, size }] : [] };
  });
  for (const now of [7, 150, 157, 158, 300, 308, 309, 20]) {
    changes = now;
    await renew();
  }
  expect(analyzed).toEqual([
    'analyze trails at 7',
    'analyze trails at 158',
    'analyze trails at 309',
    'analyze trails at 20',
  ]);
  size = 100_000;
  changes = 10_000;
  await renew();
  expect(analyzed).toHaveLength(4);
});

describe('an embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openUnused();
  });
  afterAll(() => database.close());

  const rowsOf = async (table: string): Promise<number | undefined> =>
    (await database.row<{ reltuples: number }>(sql`select reltuples from pg_class where relname = ${table}`))
      ?.reltuples;

  it('knows the row count of a table after several hundred statements, and nothing about an empty table', async () => {
    await database.rows(sql`create table empty_for_now (n integer)`);
    await database.rows(sql`create table numbers (n integer)`);
    for (let n = 0; n < 510; n += 1) await database.rows(sql`insert into numbers values (${n})`);
    expect(await rowsOf('numbers')).toBeGreaterThan(400);
    expect(await rowsOf('empty_for_now')).toBe(-1);
  });

  it('skips a table if fewer than a tenth of its rows have changed', async () => {
    const renew = statisticsRenewal(async (text) => ({ rows: await database.rows(trusted(text)) }));
    const renewals = async (): Promise<number | undefined> => {
      await renew();
      const row = await database.row<{ count: number }>(sql`
        select analyze_count as count from pg_stat_user_tables where relname = 'counted'`);
      return row?.count;
    };
    await database.rows(sql`create table counted (n integer primary key)`);
    await database.rows(sql`insert into counted select generate_series(1, 1000)`);
    expect(await renewals()).toBe(1);
    await database.rows(sql`update counted set n = n + 2000 where n <= 100`);
    expect(await renewals()).toBe(1);
    await database.rows(sql`update counted set n = n + 2000 where n <= 200`);
    expect(await renewals()).toBe(2);
  });

  it.each([0, 20])('finds a row by its key with a plan that was made when the table had %d rows', async (before) => {
    const table = trusted(`keyed_${before}`);
    const read = async (): Promise<number> => {
      await database.rows(sql`select pg_stat_force_next_flush()`);
      const row = await database.row<{ read: number }>(sql`
        select seq_tup_read::integer as read from pg_stat_user_tables where relname = ${`keyed_${before}`}`);
      return row?.read ?? 0;
    };
    const named = (n: number): Promise<unknown> => database.row(sql`select n from ${table} where n = ${n}::integer`);
    await database.rows(sql`create table ${table} (n integer primary key)`);
    await database.rows(sql`insert into ${table} select generate_series(1, ${before}::integer)`);
    await database.rows(sql`analyze ${table}`);
    for (let n = 0; n < 10; n += 1) await named(n);
    await database.rows(sql`insert into ${table} select generate_series(1000, 6000)`);
    const earlier = await read();
    await named(1_500);
    expect((await read()) - earlier).toBe(0);
  });
});
