import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { refuse } from '../../src/base/refusal.ts';
import { deleteConnection } from '../../src/directory/connections/connections.ts';
import { connectionHealth } from '../../src/provisioning/log/connection-health.ts';
import { allProvisioning, readProvisioning, sweepProvisioning } from '../../src/provisioning/log/provisioning-log.ts';
import { provisioningObserver } from '../../src/provisioning/log/provisioning-observer.ts';
import type { ProvisioningRequest } from '../../src/provisioning/log/provisioning-request.ts';
import { selectStandings } from '../../src/provisioning/log/sync-overview-store.ts';
import type { Database } from '../../src/storage/database.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { byAdmin, freshTeam, type TestTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { loggedRequest } from './logged-request.ts';

const DAY_MS = 24 * 3_600_000;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function record(requests: readonly ProvisioningRequest[]): Promise<void> {
  const failures: unknown[] = [];
  const observer = provisioningObserver(database, Date.now, (thrown) => failures.push(thrown));
  for (const each of requests) observer.observe(each);
  await observer.flush();
  expect(failures).toEqual([]);
}
const read = (team: TestTeam, filter: Parameters<typeof readProvisioning>[3] = {}, limit = 100) =>
  readProvisioning(database, team.team_id, team.connection_id, filter, null, limit);

test('finds a refused request by its outcome, with an explanation', async () => {
  const team = await freshTeam(database);
  const refusal = {
    outcome: 'refused',
    status: 409,
    scim_type: 'uniqueness',
    explanation: 'Another user holds this userName.',
  } as const;
  await record([loggedRequest(team), loggedRequest(team, refusal), loggedRequest(team)]);
  expect(await read(team, { outcome: 'refused' })).toMatchObject([refusal]);
  expect(await read(team, { outcome: 'ok' })).toHaveLength(2);
  expect(await connectionHealth(database, team.team_id, team.connection_id, Date.now())).toMatchObject({
    recent_troubles: 1,
    users: 0,
    active_users: 0,
  });
});

test("counts a connection's latest problems within the requested period", async () => {
  const team = await freshTeam(database);
  const at = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  const refused = (hours: number) => loggedRequest(team, { outcome: 'refused', status: 409, at: at(hours) });
  for (const hours of [30, 29, 3, 2, 1]) await record([refused(hours)]);
  const troubles = async (most: number): Promise<number | undefined> =>
    (await selectStandings(database, team.team_id, at(24), most))[0]?.troubles;
  expect([await troubles(2), await troubles(3), await troubles(4), await troubles(9)]).toEqual([2, 3, 3, 3]);
});

test('reads the log newest first, and exports all of it', async () => {
  const team = await freshTeam(database);
  const many = Array.from({ length: 1_100 }, (_, index) => loggedRequest(team, { status: index }));
  await record(many);
  expect((await read(team, {}, 3)).map(({ status }) => status)).toEqual([1_099, 1_098, 1_097]);
  let count = 0;
  for await (const _ of allProvisioning(database, team.team_id, team.connection_id, {})) count += 1;
  expect(count).toBe(1_100);
});

test("masks secrets and personal values of a request before it stores them, except the person's identity", async () => {
  const team = await freshTeam(database);
  const id = newId();
  await record([
    loggedRequest(team, {
      request: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'ana.lopez@example.com',
        name: { givenName: 'Ana' },
        password: 'hunter2',
        active: 'True',
        emails: [{ type: 'work', value: 'ana.lopez@example.com' }],
        Operations: [
          { op: 'add', path: 'emails[value eq "ana.lopez@example.com"].display', value: [{ value: id }] },
          { op: 'replace', path: 'Password', value: 'p@ssw0rd' },
          {
            op: 'replace',
            Path: 'urn:ietf:params:scim:schemas:core:2.0:User:password',
            Value: [{ value: 'p@ssw0rd' }],
          },
          { op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:User:password': 'p@ssw0rd' } },
        ],
        displayName: 'Ana Lopez @ Sales',
        filter: 'externalId eq jyoung or displayName eq "Ana \\"the boss\\" Lopez" or title eq "Bo',
      },
    }),
    loggedRequest(team, { resource: 'Group', resource_name: 'Sales', request: { displayName: 'Sales' } }),
  ]);
  const [group, user] = await read(team);
  expect(group).toMatchObject({ resource_name: 'Sales', request: { displayName: 'Sales' } });
  expect(user?.resource_name).toBe('ana.lopez@example.com');
  expect(user?.request).toEqual({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'a***@example.com',
    name: { givenName: 'A***' },
    password: '***',
    active: 'True',
    emails: [{ type: 'work', value: 'a***@example.com' }],
    Operations: [
      { op: 'add', path: 'emails[value eq "a***@example.com"].display', value: [{ value: id }] },
      { op: 'replace', path: 'Password', value: '***' },
      { op: 'replace', Path: 'urn:ietf:params:scim:schemas:core:2.0:User:password', Value: '***' },
      { op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:User:password': '***' } },
    ],
    displayName: 'A***',
    filter: 'externalId eq j*** or displayName eq "A***" or title eq "B***',
  });
});

test('cuts off a request with thousands of members, and says how much is missing', async () => {
  const team = await freshTeam(database);
  const members = Array.from({ length: 5_000 }, () => ({ value: newId() }));
  await record([loggedRequest(team, { resource: 'Group', request: { members } })]);
  const stored = (await read(team))[0]?.request as { members: unknown[] };
  expect(stored.members).toHaveLength(51);
  expect(stored.members.at(-1)).toBe('… 4950 more');
});

test('keeps entries for a limited time', async () => {
  const team = await freshTeam(database);
  const now = Date.now();
  const old = new Date(now - 30 * DAY_MS - 1_000).toISOString();
  await record([loggedRequest(team, { at: old }), loggedRequest(team)]);
  expect(await sweepProvisioning(database, now - 30 * DAY_MS)).toBe(1);
  expect(await read(team)).toHaveLength(1);
});

test('skips requests of a connection that was deleted in the meantime', async () => {
  const team = await freshTeam(database);
  await database.inTransaction((tx) => deleteConnection(tx, team.team_id, team.connection_id, byAdmin));
  await record([loggedRequest(team)]);
  expect(await read(team)).toEqual([]);
});

test('loses no other request if one cannot be stored', async () => {
  const [team, neighbour] = [await freshTeam(database), await freshTeam(database)];
  const failures: unknown[] = [];
  const observer = provisioningObserver(database, Date.now, (thrown) => failures.push(thrown));
  observer.observe(loggedRequest(neighbour, { status: 200 }));
  observer.observe(loggedRequest(team, { status: Number.NaN }));
  observer.observe(loggedRequest(neighbour, { status: 201 }));
  await observer.flush();
  expect(failures).toHaveLength(1);
  expect((await read(neighbour)).map(({ status }) => status)).toEqual([201, 200]);
  expect(await read(team)).toEqual([]);
});

test('writes a batch exactly once, even if the response to its first attempt is lost', async () => {
  const team = await freshTeam(database);
  const failures: unknown[] = [];
  let lost = 1;
  const losing = new Proxy(database, {
    get: (target, name) =>
      name === 'rows'
        ? async (statement: Sql) => {
            const rows = await target.rows(statement);
            if (lost > 0) {
              lost -= 1;
              throw refuse('not-ready', 'The database does not answer.');
            }
            return rows;
          }
        : Reflect.get(target, name),
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const observer = provisioningObserver(losing, Date.now, (thrown) => failures.push(thrown));
    for (const status of [200, 201, 204]) observer.observe(loggedRequest(team, { status }));
    await observer.flush();
    expect([failures.length, lost]).toEqual([1, 0]);
    vi.advanceTimersByTime(10_000);
    await observer.flush();
  } finally {
    vi.useRealTimers();
  }
  expect((await read(team)).map(({ status }) => status)).toEqual([204, 201, 200]);
  const days = await database.rows(sql`
    select outcome, requests from provisioning_days where connection_id = ${team.connection_id}`);
  expect(days).toEqual([{ outcome: 'ok', requests: 3 }]);
});
