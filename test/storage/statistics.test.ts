// The embedded database renews its statistics while it grows.
import { expect, it } from 'vitest';
import { IN_MEMORY, openEmbedded } from '../../src/storage/embedded.ts';
import { sql } from '../../src/storage/sql.ts';
import { statisticsDue, statisticsRenewal } from '../../src/storage/statistics.ts';

it('is due soon at first, then ever more rarely, and never rarer than every 50,000 statements', () => {
  const isDue = statisticsDue();
  const at: number[] = [];
  for (let n = 1; n <= 200_000; n += 1) if (isDue()) at.push(n);
  expect(at.slice(0, 4)).toEqual([500, 1_500, 3_500, 7_500]);
  expect(at.slice(1).every((n, index) => n - (at[index] ?? 0) <= 50_000)).toBe(true);
});

it('knows how many rows a table has after some hundred statements', async () => {
  const database = await openEmbedded(IN_MEMORY);
  try {
    await database.rows(sql`create table numbers (n integer)`);
    for (let n = 0; n < 510; n += 1) await database.rows(sql`insert into numbers values (${n})`);
    const row = await database.row<{ reltuples: number }>(
      sql`select reltuples from pg_class where relname = 'numbers'`,
    );
    expect(row?.reltuples).toBeGreaterThan(400);
  } finally {
    await database.close();
  }
});

it('renews them a table a turn, and once at a time', async () => {
  const asked: string[] = [];
  const renew = statisticsRenewal(async (text) => {
    asked.push(text);
    return { rows: asked.length === 1 ? [{ name: 'members' }, { name: 'trails' }] : [] };
  });
  await Promise.all([renew(), renew()]);
  expect(asked.slice(1)).toEqual(['analyze members', 'analyze trails']);
  await renew();
  expect(asked).toHaveLength(4);
});
