// The statements of a sync read what they answer and little more, before any statistics were gathered: which is when the
// first sync of an identity provider runs. Counted in rows that the plan visits, so that no machine is too slow for it.
import { parseFilter } from '@cairn/scim-protocol/filter-parser';
import { USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { dropMembers, keepMembers, markLeaving } from '../../src/directory/group-change-store.ts';
import { filterSql, keySql } from '../../src/provisioning/filter-sql.ts';
import { findGroup } from '../../src/provisioning/group-record-store.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { userAttributes } from '../../src/provisioning/user-attribute-store.ts';
import { findNamed, selectAccounts, selectUsers } from '../../src/provisioning/user-record-store.ts';
import type { Database, Db, Tx } from '../../src/storage/database.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { freshTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';

const PEOPLE = 3_000;
const MEMBERS = 900;
let database: Database;
let context: ScimContext;
const group = newId();

beforeAll(async () => {
  database = await openTestDatabase();
  const team = await freshTeam(database);
  context = { ...team, base: 'https://cairn.test', strict: false, now: 0, warn: () => undefined };
  const { team_id, connection_id } = team;
  await database.rows(sql`
    insert into accounts (account_id, name) select md5('a' || i)::uuid, 'P' || i from generate_series(1, ${PEOPLE}::int) i`);
  await database.rows(sql`
    insert into members (team_id, account_id, status, connection_id)
    select ${team_id}::uuid, md5('a' || i)::uuid, 'active', ${connection_id}::uuid from generate_series(1, ${PEOPLE}::int) i`);
  await database.rows(sql`
    insert into scim_user_records (team_id, connection_id, record_id, account_id, user_name, user_name_key, external_id,
      email, email_key)
    select ${team_id}::uuid, ${connection_id}::uuid, md5('r' || i)::uuid, md5('a' || i)::uuid, 'u' || i, 'u' || i, 'e' || i,
      'm' || i, 'm' || i from generate_series(1, ${PEOPLE}::int) i`);
  await database.rows(sql`
    insert into groups (team_id, group_id, display_name, name_key, connection_id)
    values (${team_id}, ${group}, 'G', 'g', ${connection_id})`);
  await database.rows(sql`
    insert into scim_group_records (team_id, connection_id, record_id, group_id)
    values (${team_id}, ${connection_id}, ${group}, ${group})`);
  await database.rows(sql`
    insert into group_members (team_id, group_id, account_id)
    select ${team_id}::uuid, ${group}::uuid, md5('a' || i)::uuid from generate_series(1, ${MEMBERS}::int) i`);
});
afterAll(() => database.close());

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that the plan takes from tables, those thrown away included. */
function visited(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Relation Name'] === undefined ? 0 : node['Actual Rows']) + removed;
  return (node.Plans ?? []).map(visited).reduce((sum, each) => sum + each, own * node['Actual Loops']);
}

/** Runs `work` and answers how many rows its statements visit. */
async function rowsVisitedBy(work: (db: Db) => Promise<unknown>): Promise<number> {
  let total = 0;
  const explained = async (statement: Sql): Promise<never[]> => {
    const [row] = await database.rows<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] | string }>(
      sql`explain (analyze, timing off, format json) ${statement}`,
    );
    const plan = row?.['QUERY PLAN'];
    const plans = typeof plan === 'string' ? (JSON.parse(plan) as { readonly Plan: PlanNode }[]) : (plan ?? []);
    total += plans.map(({ Plan }) => visited(Plan)).reduce((sum, each) => sum + each, 0);
    return [];
  };
  await work({ ...database, rows: explained, row: async (statement: Sql) => (await explained(statement))[0] });
  return total;
}

const selecting = (text: string) => (db: Db) => {
  const filter = parseFilter(USER_TYPE, text);
  const where = filterSql(filter, userAttributes(context));
  const key = keySql(filter, userAttributes(context));
  return selectUsers(db, context, { where, key, after: undefined, offset: 0, limit: 100, withGroups: false });
};

it.each([
  'userName eq "u77"',
  'externalId eq "e77"',
  'emails[type eq "work" and value eq "m77"]',
  'active eq true and userName eq "u77"',
])('%s visits the one row', async (text) => {
  expect(await rowsVisitedBy(selecting(text))).toBeLessThan(10);
});

it('a group visits its members once each', async () => {
  const all = await rowsVisitedBy((db) => findGroup(db, context, group, 'all'));
  expect(all).toBeGreaterThanOrEqual(2 * MEMBERS);
  expect(all).toBeLessThan(3 * MEMBERS);
});

it('a manager by name, and the people behind ids, cost what was asked', async () => {
  expect(await rowsVisitedBy((db) => findNamed(db, context, { id: null, key: 'u9', exact: 'u9' }))).toBeLessThan(10);
  const ids = await database.rows<{ id: string }>(sql`select md5('r' || i)::uuid as id from generate_series(1, 50) i`);
  expect(
    await rowsVisitedBy((db) =>
      selectAccounts(
        db,
        context,
        ids.map(({ id }) => id),
      ),
    ),
  ).toBeLessThan(150);
});

it('a slice of a large change visits its own people, not the group', async () => {
  const { team_id } = context;
  const some = (
    await database.rows<{ id: string }>(sql`select md5('a' || i)::uuid as id from generate_series(1, 200) i`)
  ).map(({ id }) => id);
  const change = newId();
  await database.rows(sql`
    insert into group_changes (team_id, group_id, change_id) values (${team_id}, ${group}, ${change})`);
  const visits = (work: (tx: Tx) => Promise<unknown>): Promise<number> =>
    rowsVisitedBy((db) => work({ ...db, transaction: true }));
  expect(await visits((tx) => markLeaving(tx, team_id, group, change, some))).toBeLessThan(2 * MEMBERS);
  expect(await visits((tx) => keepMembers(tx, team_id, group, some))).toBeLessThan(2 * MEMBERS);
  expect(await visits((tx) => dropMembers(tx, team_id, group, some))).toBeLessThan(2 * MEMBERS);
});
