// Holds every statement of the stores to the rule that a distributed engine needs, without an engine. Requests through
// every door send the statements. Those of other tests are checked as well (support/held-statements.ts).
import { beforeAll, expect, test, vi } from 'vitest';
import { TABLES } from '../../src/storage/tables/table-kinds.ts';
import { type RecordedStatement, recordStatements } from '../support/statement-recorder.ts';
import { world } from '../support/world.ts';
import { visitEveryDoor } from './every-door.ts';
import { linesOf } from './release-statements.ts';
import { faultsOf } from './rule/faults.ts';
import { originOf } from './rule/origin.ts';
import { formFaults, looseTables, schema } from './rule/statement-rule.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let recorded: readonly RecordedStatement[];

beforeAll(async () => {
  const statements = recordStatements();
  const service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
  expect(await visitEveryDoor(service)).toEqual([]);
  await service.close();
  recorded = [...statements.values()];
});

test('sends only statements that keep the rule', () => {
  const faults = recorded.flatMap(({ text }) => {
    const found = faultsOf(text);
    return found.length === 0
      ? []
      : [`${originOf(text)}: ${found.join('; ')}\n  ${text.replaceAll(/\s+/g, ' ').trim()}`];
  });
  expect(recorded.length).toBeGreaterThan(280);
  expect(faults).toEqual([]);
});

// Embedded storage sends some of its statements in another form. "cairn distribute --check" needs those for servers.
if (process.env.CAIRN_TEST_DATABASE_URL !== undefined)
  test('lists every statement for "cairn distribute --check"', async () => {
    await expect(linesOf(recorded)).toMatchFileSnapshot('../../migrations/statements.txt');
  });

// Citus takes such locks on its first worker. Rows of accounts are locked only before they change, which needs every
// worker in any case.
test('locks no row of a replicated table other than accounts', () => {
  const tables = TABLES.replicated.filter((table) => table !== 'accounts').join('|');
  const locking = new RegExp(`\\bfrom (?:${tables})\\b[^()]*\\bfor (?:no key |key )?(?:update|share)\\b`);
  expect(recorded.filter(({ text }) => locking.test(text))).toEqual([]);
});

test('has no view, and no foreign key that changes the referencing row', () => {
  expect(schema.views).toEqual([]);
  expect(schema.changingKeys).toEqual([]);
});

test.each([
  'select 1 from trails where catalog_id = $1',
  'select 1 from trails t join trail_versions v on v.catalog_id = t.catalog_id and v.trail_id = t.trail_id where t.catalog_id = $1',
  'select 1 from accounts a left join members m on m.team_id = $1 and m.account_id = a.account_id',
  'select 1 from (select team_id, status from members) m where (m.team_id, m.status) = ($1, $2)',
  'select 1 from (select team_id from members union all select team_id from groups) x where x.team_id = $1',
  'select exists (select 1 from members where team_id = $1) from teams',
  'insert into members (team_id, account_id) values ($1, $2), ($3, $4)',
  'insert into members (account_id, team_id) select account_id, $1 from accounts',
  'update trails set updated_at = greatest(statement_timestamp(), $1::timestamptz) where catalog_id = $2',
  `update trails set updated_at = (updated_at at time zone 'UTC' + interval '1 second') at time zone 'UTC' where catalog_id = $1`,
  'insert into tool_calls (team_id, last_call_at) values ($1, clock_timestamp()) on conflict (team_id) do update set last_call_at = excluded.last_call_at',
  'with m as (delete from members where team_id = $1 returning account_id) select account_id from m',
  'insert into tool_calls (team_id) select $1 on conflict (team_id) do update set calls = (select max(n) from unnest($2) n)',
  'insert into members as n (team_id, account_id) select g.team_id, $1 from groups g where g.team_id = $2 returning n.account_id',
])('accepts %s', (text) => {
  expect([...formFaults(text), ...looseTables(text)]).toEqual([]);
});

test.each([
  ['select 1 from trails where trail_id = $1', 'trails'],
  ['select 1 from trails where catalog_id = any($1)', 'trails'],
  ['select 1 from trails where catalog_id = $1 or catalog_id = $2', 'trails'],
  ['select 1 from teams t join members m on m.team_id = t.team_id', 'members'],
  ['select 1 from accounts a left join members m on m.account_id = a.account_id and a.account_id = $1', 'members'],
  ['select 1 from members m left join groups g on m.team_id = $1 where g.team_id = $1', 'members'],
  ['select exists (select 1 from groups g where g.team_id = m.team_id) from members m where m.team_id = $1', 'groups'],
  ['select 1 from (select $1 as team_id) asked join members m on m.team_id = asked.team_id', 'members'],
  ['with x as (select team_id from members where team_id = $1) select 1 from x join groups using (team_id)', 'groups'],
  [
    `select 1 from (select * from trails where catalog_id = $1 limit 5) t
      cross join lateral (select 1 from trail_versions v where v.catalog_id = t.catalog_id offset 0) v`,
    'trail_versions',
  ],
  ['select 1 from members where team_id = $1 union all select 1 from members', 'members'],
  ['update members m set status = $1 from groups g where g.team_id = $2', 'members'],
  ['insert into members (team_id) select team_id from jsonb_to_recordset($1) as x (team_id uuid)', 'members'],
])('names the table without its tenant in %s', (text, table) => {
  expect(looseTables(text)).toEqual([table]);
});

test.each([
  'update members set status = $1, activation = nextval($2) where team_id = $3',
  'update members set joined_at = clock_timestamp() where team_id = $1',
  `update members set joined_at = joined_at + interval '1 day' where team_id = $1`,
  `update members set joined_at = date_trunc('second', joined_at) where team_id = $1`,
  'update members set joined_at = coalesce($2, now()) where team_id = $1',
  'delete from members where team_id = $1 and joined_at < clock_timestamp()',
  'update members set status = $1 where team_id = $2 returning joined_at::text',
  'insert into tool_calls (team_id) values ($1) on conflict (team_id) do update set last_call_at = now()',
  'insert into trail_reach as r (team_id) values ($1) on conflict (team_id) do update set marks = r.marks[2:]',
  'insert into tool_calls (team_id) select $1 on conflict (team_id) do update set calls = (select count(*) from teams)',
  'insert into tool_calls (team_id) values ($1) on conflict (team_id) do update set calls = (select max(n) from unnest($2) n)',
  'insert into members (team_id, account_id) select g.team_id, $1 from groups g where g.team_id = $2 returning account_id',
  'select exists (select from members where team_id = $1)',
])('refuses %s', (text) => {
  expect(formFaults(text)).toHaveLength(1);
});
