// A workspace is deleted during requests to it. Each request gets a clear response, and no data remain.
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiKey } from '../../src/credentials/api-credentials.ts';
import { createGrant } from '../../src/credentials/oauth-grants.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { TABLES } from '../../src/storage/tables/table-kinds.ts';
import { deleteWorkspace } from '../../src/workspaces/workspace.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { bareConnection, userBody } from '../doors/scim/support/connection.ts';
import { endsTheVisit, identityProvidersDay, type Route, routesOf, sent, thingsOf } from '../scale/every-door.ts';
import { meanwhile } from '../support/meanwhile.ts';
import type { Speaker } from '../support/speaker.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

/** Data that survives a deleted workspace: logs, and rows that expire. */
const STAYS = ['audit_entries', 'audit_outbox', 'former_members', 'idempotency_keys', 'feed_events'];
const COLUMNS: Readonly<Record<string, string>> = { token_owners: 'tenant_id', id_owners: 'tenant_id' };
const OWNED = [
  ...TABLES.team_id.map((table) => [table, 'team_id'] as const),
  ...TABLES.catalog_id.map((table) => [table, 'catalog_id'] as const),
  ...['token_owners', 'id_owners', 'domain_owners', 'audit_followers', 'sessions', 'login_links', 'passwords'].map(
    (table) => [table, COLUMNS[table] ?? 'team_id'] as const,
  ),
].filter(([table]) => !STAYS.includes(table));

/** The tables that still contain rows of the workspace. */
async function leftOf(database: Database, teamId: string): Promise<string[]> {
  const left: string[] = [];
  for (const [table, column] of OWNED) {
    const row = await database.row(sql`
      select 1 as row from ${trusted(table)} where ${trusted(column)} = ${teamId} limit 1`);
    if (row !== undefined) left.push(table);
  }
  return left;
}

async function waiting(database: Database): Promise<number> {
  const rows = await database.rows(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}

/** On a server, each request has its own connection. Embedded storage has only one, so the requests wait for it. */
const atOnce = ({ takesTurns }: Database): number => (takesTurns ? 24 : 6);

/** Sends the requests while a transaction has deleted the workspace but not committed yet. */
async function whileDeleted(teamId: string, requests: readonly (() => Promise<number>)[]): Promise<number[]> {
  const { database } = service.app;
  const { answers } = await database.inTransaction(async (tx) => {
    await deleteWorkspace(tx, teamId, BY_TEST);
    let open = requests.length;
    const answers = requests.map((request) =>
      request().finally(() => {
        open -= 1;
      }),
    );
    const areHeld = async () => (await waiting(database)) >= open;
    if (!database.takesTurns) await expect.poll(areHeld).toBe(true);
    return { answers };
  });
  return Promise.all(answers);
}

async function furnished(): Promise<{ readonly team: Managed; readonly ids: Readonly<Record<string, string>> }> {
  const team = await managedTeam(service);
  const directory = await identityProvidersDay(service, team.team_id);
  return { team, ids: await thingsOf(service, team, directory) };
}

test.each<[string, string, (team: Managed) => Speaker]>([
  ['/v1', '/openapi.json', (team) => team.publisher.speaks],
  ['/manage/v1', '/manage/openapi.json', (team) => team.asOwner],
])('handles changes of %s while their workspace is deleted', async (_, at, who) => {
  const changes = (await routesOf(service, at, {})).filter((route) => route.method !== 'GET' && !endsTheVisit(route));
  expect(changes.length).toBeGreaterThan(10);
  const failed: string[] = [];
  const step = atOnce(service.app.database);
  for (let from = 0; from < changes.length; from += step) {
    const { team, ids } = await furnished();
    const routes: Route[] = (await routesOf(service, at, ids))
      .filter((route) => route.method !== 'GET' && !endsTheVisit(route))
      .slice(from, from + step);
    const statuses = await whileDeleted(
      team.team_id,
      routes.map((route) => () => sent(who(team), route)),
    );
    for (const [n, status] of statuses.entries())
      if (status >= 500) failed.push(`${routes[n]?.method} ${changes[from + n]?.path} ${status}`);
    for (const table of await leftOf(service.app.database, team.team_id))
      failed.push(`${table} has rows after ${routes.map(({ method, path }) => `${method} ${path}`).join(', ')}`);
  }
  expect(failed).toEqual([]);
});

test("handles an identity provider's requests while the workspace is deleted", async () => {
  const okta = await bareConnection(service);
  const [ann, group] = [await okta.user('Ann'), await okta.group('Sales')];
  const requests = [
    () => okta.post('/Users', userBody('Bob', okta.connection_id)),
    () => okta.post('/Users', { ...userBody('Cleo', okta.connection_id), [ENTERPRISE_USER_URN]: { manager: 'Ann' } }),
    () => okta.patch(`/Users/${ann}`, [{ op: 'replace', path: 'title', value: 'Head' }]),
    () => okta.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value: [{ value: ann }] }]),
    () => okta.post('/Groups', { displayName: 'Support' }),
  ];
  const statuses = await whileDeleted(
    okta.team_id,
    requests.map((request) => async () => (await request()).status),
  );
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  expect(await leftOf(service.app.database, okta.team_id)).toEqual([]);
});

test.each<[string, (tx: Tx, team: Managed) => Promise<unknown>]>([
  [
    'a key',
    (tx, { team_id, author }) =>
      createApiKey(tx, team_id, { account_id: author.id, name: 'k', scopes: ['trails:read'] }, 0, BY_TEST),
  ],
  [
    'a grant of an app',
    (tx, { team_id, author }) =>
      createGrant(
        tx,
        {
          catalog_id: team_id,
          account_id: author.id,
          client_id: 'c',
          client_name: 'c',
          client_host: 'c.test',
          resource: '/v1',
          scopes: ['trails:read'],
          origin: 'consent',
        },
        service.clock(),
        BY_TEST,
      ),
  ],
])('deletes %s that are being created with the workspace', async (_, make) => {
  const { database } = service.app;
  const team = await managedTeam(service);
  const remove = () => database.inTransaction((tx) => deleteWorkspace(tx, team.team_id, BY_TEST));
  await meanwhile(database, (tx) => make(tx, team), remove);
  expect(await leftOf(database, team.team_id)).toEqual([]);
});
