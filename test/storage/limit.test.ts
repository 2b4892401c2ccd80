// A limit is a literal that the planner knows, and pages of all lengths share a few statements.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { firstRows, limitOf, roundedLimit } from '../../src/storage/limit.ts';
import { sql, textOf } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const numbers = (count: number) => firstRows(sql`select n, -n as m from generate_series(1, 600) n`, sql`n desc`, count);

test.each([1, 2, 25, 26, 27, 100, 101, 102, 201, 202, 500])('returns %d rows in order', async (count) => {
  const rows = await database.rows<{ n: number }>(numbers(count));
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, at) => 600 - at));
});

test('returns fewer rows if there are fewer', async () => {
  const rows = await database.rows(firstRows(sql`select n from generate_series(1, 3) n`, sql`n`, 101));
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('uses one of three statements for every page size that a caller may choose', () => {
  const lengths = Array.from({ length: 200 }, (_, at) => at + 2);
  expect(new Set(lengths.map((length) => textOf(numbers(length)))).size).toBe(3);
  for (const length of lengths) expect(Number(textOf(roundedLimit(length)).slice(6))).toBeGreaterThanOrEqual(length);
});

test("writes the service's own limits into the statement", () => {
  expect(textOf(sql`select 1 ${limitOf(5_000)}`)).toBe('select 1 limit 5000');
});
