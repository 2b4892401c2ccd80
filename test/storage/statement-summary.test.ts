// Summarizes a statement in a few words for a trace.
import { expect, test } from 'vitest';
import { sql } from '../../src/storage/sql.ts';
import { statementSummaries, summaryOf } from '../../src/storage/statement-summary.ts';

test.each([
  ['select 1', 'SELECT'],
  ['select * from trails t where t.id = ?', 'SELECT trails'],
  ['select * from Trails t left join trail_grants g on true join trails u on true', 'SELECT trails trail_grants'],
  ['select now() from unnest(?) with ordinality as n', 'SELECT'],
  ['select a is distinct from b.c from only members', 'SELECT members'],
  [
    'with due as materialized (select * from sessions) select * from due join accounts on true',
    'SELECT sessions accounts',
  ],
  ['with w (a, b) as (select 1, 2) select * from w', 'SELECT'],
  ['insert into tool_calls (a, b) values (?, ?) on conflict (a) do update set b = 1', 'INSERT tool_calls'],
  ['insert into copies select * from originals', 'INSERT copies'],
  ['update trails set a = ? from accounts', 'UPDATE trails'],
  ['delete from sessions where id in (select id from old for update skip locked)', 'DELETE sessions'],
  ['select * from outbox for update of outbox', 'SELECT outbox'],
  ['select * from outbox for no key update skip locked', 'SELECT outbox'],
  ['select * from outbox o for update', 'SELECT outbox'],
  [
    'with c as (update catalogs set n = 1), t as (insert into trails (a) select a from c) delete from drafts',
    'UPDATE catalogs INSERT trails DELETE drafts',
  ],
])('%s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});

test('is limited in length, and is the same for all values of a text', () => {
  const tables = Array.from({ length: 60 }, (_, n) => `join table_number_${n} on true`).join(' ');
  expect(summaryOf(`select * from one ${tables}`).length).toBeLessThanOrEqual(120);
  const summary = statementSummaries();
  const of = (value: string) => summary(sql`select * from trails where title = ${value}`);
  expect([of('from secrets'), of('join others')]).toEqual(['SELECT trails', 'SELECT trails']);
});
