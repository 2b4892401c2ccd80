import { Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { findIssues } from '../../src/base/shape.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';

const Moment = Type.Object({ at: Type.String({ format: 'date-time' }) });

test.each([
  '2026-03-01T09:00:00Z',
  '2026-03-01t09:00:00.123456z',
  '2026-03-01T09:00:00+14:00',
  '2026-03-01T09:00:00-12:00',
  '2026-03-01T09:00:00+15:59',
  `2026-03-01T09:00:00.${'1'.repeat(30)}Z`,
])('accepts %s as a timestamp', (at) => {
  expect(findIssues(Moment, { at })).toEqual([]);
});

test.each([
  '2026-03-01T09:00:00+16:00',
  '2026-03-01T09:00:00-23:59',
  '2026-03-01T09:00:00',
  '2026-02-30T09:00:00Z',
  '2026-03-01T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
  'yesterday',
  `2026-03-01T09:00:00.${'1'.repeat(31)}Z`,
])('refuses %s as a timestamp, and shows an example', (at) => {
  const [finding, ...more] = findIssues(Moment, { at });
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ field: 'at', message: expect.stringContaining('2026-03-01T09:00:00Z') });
});

const Day = Type.Object({ on: Type.String({ format: 'date' }) });

test.each(['0001-01-01', '2024-02-29', '9999-12-31'])('accepts %s as a day', (on) => {
  expect(findIssues(Day, { on })).toEqual([]);
});

test.each(['0000-12-31', '2026-02-29', '2026-1-1', '10000-01-01', '2026-03-01T00:00:00Z', ''])(
  'refuses %s as a day',
  (on) => {
    expect(findIssues(Day, { on })).toMatchObject([{ field: 'on' }]);
  },
);

test('accepts only timestamps and days that PostgreSQL accepts', async () => {
  const database = await openTestDatabase();
  const texts = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', `2026-03-01T09:00:00.${'1'.repeat(30)}+15:59`];
  for (const at of texts) {
    expect(findIssues(Moment, { at })).toEqual([]);
    await database.rows(sql`select ${at}::timestamptz`);
  }
  for (const on of ['0001-01-01', '9999-12-31']) await database.rows(sql`select ${on}::date`);
  await database.close();
});
