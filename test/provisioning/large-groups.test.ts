// Groups with many members: a write changes all of them or none, and readers see the group as it was before or after.
// On storage with a single writer, other requests are served in between.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import {
  applyPrepared,
  type PreparedChange,
  prepareChange,
  settleAbandoned,
  settleChange,
} from '../../src/directory/groups/group-change.ts';
import { lockOwnGroup } from '../../src/directory/groups/groups.ts';
import { groupMembers } from '../../src/directory/views-store.ts';
import { sql } from '../../src/storage/sql.ts';
import { bareConnection, type ScimConnection } from '../doors/scim/support/connection.ts';
import { runs } from '../support/runs.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const PEOPLE = 1_300;
let service: World;
let okta: ScimConnection;
/** The ids of the records. Each account has the same index in `accounts`. */
let people: string[];
let accounts: string[];

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

beforeEach(async () => {
  okta = await bareConnection(service);
  const { team_id, connection_id } = okta;
  people = Array.from({ length: PEOPLE }, newId);
  accounts = Array.from({ length: PEOPLE }, newId);
  const { database } = service.app;
  await database.rows(sql`update teams set seat_limit = 100000 where team_id = ${team_id}`);
  await database.rows(sql`
    insert into accounts (account_id, name) select id, 'P' from unnest(${accounts}::uuid[]) as given (id)`);
  await database.rows(sql`
    insert into members (team_id, account_id, status, connection_id)
    select ${team_id}::uuid, id, 'active', ${connection_id}::uuid from unnest(${accounts}::uuid[]) as given (id)`);
  await database.rows(sql`
    insert into scim_user_records (team_id, connection_id, record_id, account_id, user_name, user_name_key)
    select ${team_id}::uuid, ${connection_id}::uuid, record_id, account_id, record_id::text, record_id::text
    from unnest(${people}::uuid[], ${accounts}::uuid[]) as given (record_id, account_id)`);
});

const elements = (ids: readonly string[]) => ids.map((value) => ({ value }));

async function membersOf(group: string): Promise<string[]> {
  const { body } = await okta.get(`/Groups/${group}`);
  return ((body.members ?? []) as { value: string }[]).map(({ value }) => value).sort();
}

/** All members who were added or removed according to the audit log, sorted by id. */
async function told(group: string): Promise<{ added: string[]; removed: string[] }> {
  const rows = await service.app.database.rows<{ before: string | null; after: string | null }>(sql`
    select (before ->> 'members') as before, (after ->> 'members') as after from audit_entries
    where team_id = ${okta.team_id} and kind = 'team.group.members_changed' and subject ->> 'id' = ${group}`);
  const listed = (side: 'before' | 'after') =>
    rows.flatMap((row): string[] => (row[side] === null ? [] : JSON.parse(row[side]))).sort();
  return { added: listed('after'), removed: listed('before') };
}

const leftovers = async (): Promise<unknown> =>
  service.app.database.row(sql`
    select (select count(*) from group_changes) as changes,
      (select count(*) from group_memberships where change_id is not null) as marked`);
const NOTHING_LEFT = { changes: 0, marked: 0 };

test('creates, changes, replaces and deletes a large group, and logs every member once', async () => {
  const made = await okta.post('/Groups', { displayName: 'All', members: elements(people.slice(0, 1_000)) });
  expect(made.status).toBe(201);
  const group = String(made.body.id);
  expect((made.body.members as unknown[]).length).toBe(1_000);
  expect(await membersOf(group)).toEqual(people.slice(0, 1_000).sort());
  expect(await told(group)).toEqual({ added: accounts.slice(0, 1_000).sort(), removed: [] });

  const patched = await okta.patch(`/Groups/${group}`, [
    { op: 'add', path: 'members', value: elements(people.slice(900)) },
    { op: 'remove', path: 'members', value: elements(people.slice(0, 700)) },
  ]);
  expect(patched.status).toBe(204);
  expect(await membersOf(group)).toEqual(people.slice(700).sort());

  const replaced = await okta.put(`/Groups/${group}`, { displayName: 'All', members: elements(people.slice(0, 600)) });
  expect([replaced.status, (replaced.body.members as unknown[]).length]).toEqual([200, 600]);
  expect(await membersOf(group)).toEqual(people.slice(0, 600).sort());
  expect((await okta.get(`/Groups/${group}`)).body.meta).toEqual(replaced.body.meta);

  expect((await okta.delete(`/Groups/${group}`)).status).toBe(204);
  expect((await okta.get(`/Groups/${group}`)).status).toBe(404);
  const all = await told(group);
  expect(all.added.length).toBe(1_000 + 300 + 600);
  expect(await leftovers()).toEqual(NOTHING_LEFT);
});

test.each([1_000, 1_001])('returns all %i members that were pushed, in pieces from a thousand on', async (count) => {
  const group = { displayName: 'All', members: elements(people.slice(0, count)) };
  const made = await okta.post('/Groups', group);
  const path = `/Groups/${made.body.id}`;
  const replaced = await okta.put(path, group);
  const read = await okta.get(path);
  const isInPieces = count > 1_000;
  for (const answer of [made, replaced, read]) {
    expect(answer.body).toEqual(read.body);
    expect(answer.headers.get('etag')).toBe(read.headers.get('etag'));
    expect(answer.headers.get('content-type')).toBe('application/scim+json');
    expect(answer.headers.has('content-length')).toBe(!isInPieces);
  }
  expect([made, replaced, read].map(({ status }) => status)).toEqual([201, 200, 200]);
  expect((read.body.members as unknown[]).length).toBe(count);
  expect(made.headers.get('location')).toBe((read.body.meta as { location: string }).location);
});

test.each([499, 500])('writes a change of %i people in slices from five hundred on', async (count) => {
  const { database } = service.app;
  const entries = async (group: string): Promise<number> =>
    (
      await database.rows(sql`
        select 1 from audit_entries
        where team_id = ${okta.team_id} and kind = 'team.group.members_changed' and subject ->> 'id' = ${group}`)
    ).length;
  const all = elements(people.slice(0, count));
  const make = async (displayName: string): Promise<string> =>
    String((await okta.post('/Groups', { displayName, members: all })).body.id);
  // One entry per slice of two hundred, or a single one.
  const slices = count < 500 || !database.takesTurns ? 1 : 3;
  const [patched, replaced, emptied] = [await make('Patched'), await make('Replaced'), await make('Emptied')];
  expect([await entries(patched), await entries(replaced)]).toEqual([slices, slices]);
  await okta.patch(`/Groups/${patched}`, [{ op: 'replace', path: 'members', value: [] }]);
  await okta.put(`/Groups/${replaced}`, { displayName: 'Replaced', members: [] });
  await okta.patch(`/Groups/${emptied}`, [{ op: 'remove', path: 'members' }]);
  expect([await entries(patched), await entries(replaced), await entries(emptied)]).toEqual(Array(3).fill(2 * slices));
  await okta.patch(`/Groups/${patched}`, [{ op: 'add', path: 'members', value: all }]);
  expect(await entries(patched)).toBe(3 * slices);
  await okta.patch(`/Groups/${patched}`, [{ op: 'remove', path: 'members', value: all }]);
  expect(await entries(patched)).toBe(4 * slices);
  expect(await leftovers()).toEqual(NOTHING_LEFT);
});

test('shows readers a large write entirely or not at all, and serves them during it', async () => {
  const group = await okta.group('All', []);
  const seen = new Set<number>();
  let isOver = false;
  const writing = okta
    .patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value: elements(people) }])
    .finally(() => {
      isOver = true;
    });
  let count = 0;
  while (!isOver) {
    const row = await service.app.database.row<{ total: number }>(
      sql`select count(*) as total from ${groupMembers(okta.team_id)} gm where group_id = ${group}`,
    );
    seen.add(row?.total ?? -1);
    count += 1;
  }
  expect((await writing).status).toBe(204);
  expect([0, PEOPLE]).toEqual(expect.arrayContaining([...seen]));
  // Slices are used only with a single writer. On a server, readers never wait for a writer.
  if (service.app.database.takesTurns) expect(count).toBeGreaterThan(PEOPLE / 200);
  expect(await leftovers()).toEqual(NOTHING_LEFT);
});

test('reads a large group during a change as exactly one of its versions, and nothing from another workspace', async () => {
  const [first = '', last = ''] = [...people].sort((a, b) => accountOf(a).localeCompare(accountOf(b))).filter(isOuter);
  const group = await okta.group(
    'All',
    people.filter((id) => id !== last),
  );
  let isOver = false;
  const writing = (async () => {
    for (let [comes, goes, turn] = [last, first, 0]; turn < runs(10); [comes, goes, turn] = [goes, comes, turn + 1])
      await okta.patch(`/Groups/${group}`, [
        { op: 'remove', path: `members[value eq "${goes}"]` },
        { op: 'add', path: 'members', value: elements([comes]) },
      ]);
  })().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const members = await membersOf(group);
    expect(members).toHaveLength(PEOPLE - 1);
    expect([first, last].filter((id) => members.includes(id))).toHaveLength(1);
  }
  await writing;
  const other = await bareConnection(service);
  expect((await other.get(`/Groups/${group}`)).status).toBe(404);
  expect((await okta.get(`/Groups/${newId()}`)).status).toBe(404);
});

/** The first and last item of a list. */
const isOuter = (_: string, at: number, all: readonly string[]): boolean => at === 0 || at === all.length - 1;
const accountOf = (id: string): string => accounts[people.indexOf(id)] ?? '';

test('changes nothing if If-Match is stale, or the group or its members are unknown', async () => {
  const group = await okta.group('All', people.slice(0, 600));
  const add = [{ op: 'add', path: 'members', value: elements(people) }];
  expect((await okta.patch(`/Groups/${group}`, add, { 'If-Match': 'W/"77"' })).status).toBe(412);
  expect((await okta.patch(`/Groups/${newId()}`, add)).status).toBe(404);
  const strangers = [{ op: 'add', path: 'members', value: elements(Array.from({ length: 600 }, newId)) }];
  expect((await okta.patch(`/Groups/${group}`, strangers)).status).toBe(400);
  const other = await bareConnection(service);
  expect((await other.patch(`/Groups/${group}`, add)).status).toBe(404);
  expect(await membersOf(group)).toEqual(people.slice(0, 600).sort());
  expect(await leftovers()).toEqual(NOTHING_LEFT);
});

test('loses nothing if two large writes and small ones change one group', async () => {
  const group = await okta.group('All', []);
  const add = (ids: readonly string[]) =>
    okta.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value: elements(ids) }]);
  const answers = await Promise.all([
    add(people.slice(0, 600)),
    add(people.slice(600, 1_250)),
    ...people.slice(1_250).map((id) => add([id])),
  ]);
  expect(new Set(answers.map(({ status }) => status < 300))).toEqual(new Set([true]));
  expect(await membersOf(group)).toEqual([...people].sort());
  expect(await leftovers()).toEqual(NOTHING_LEFT);
});

/** Simulates a process that dies: the change is prepared and then goes no further. */
async function abandoned(group: string, join: readonly string[], leave: readonly string[]): Promise<PreparedChange> {
  const { database } = service.app;
  const held = await database.inTransaction((tx) => lockOwnGroup(tx, okta.team_id, group, okta.connection_id));
  const plan = { kind: 'change', add: new Set(join), remove: new Set(leave) } as const;
  return prepareChange(database, okta.team_id, held, plan);
}

const apply = (group: string, change: PreparedChange): Promise<void> =>
  service.app.database.inTransaction(async (tx) => {
    const held = await lockOwnGroup(tx, okta.team_id, group, okta.connection_id);
    await applyPrepared(tx, okta.team_id, held, change, BY_TEST);
  });

test('leaves the group unchanged if a process dies before the commit, regardless of who writes next', async () => {
  const group = await okta.group('All', people.slice(0, 10));
  await abandoned(group, accounts.slice(10, 400), accounts.slice(0, 5));
  expect(await membersOf(group)).toEqual(people.slice(0, 10).sort());
  // A person marked by the abandoned change joins, and another marked person leaves.
  await okta.patch(`/Groups/${group}`, [
    { op: 'add', path: 'members', value: elements(people.slice(20, 21)) },
    { op: 'remove', path: `members[value eq "${people[0]}"]` },
  ]);
  expect(await membersOf(group)).toEqual([...people.slice(1, 10), ...people.slice(20, 21)].sort());
  expect(await leftovers()).toEqual(NOTHING_LEFT);
});

test('keeps the change if a process dies after the commit, and logs it later', async () => {
  const group = await okta.group('All', people.slice(0, 10));
  const before = await told(group);
  await apply(group, await abandoned(group, accounts.slice(10, 400), accounts.slice(0, 5)));
  expect(await membersOf(group)).toEqual(people.slice(5, 400).sort());
  expect(await settleAbandoned(service.app.database, Date.now() + 60_000)).toBe(1);
  expect(await membersOf(group)).toEqual(people.slice(5, 400).sort());
  const after = await told(group);
  expect(after.removed).toEqual([...before.removed, ...accounts.slice(0, 5)].sort());
  expect(after.added).toEqual([...before.added, ...accounts.slice(10, 400)].sort());
  expect(await leftovers()).toEqual(NOTHING_LEFT);
});

test('does not apply a prepared change to a group that another writer has changed since', async () => {
  const group = await okta.group('All', people.slice(0, 10));
  const change = await abandoned(group, accounts.slice(10, 400), []);
  await okta.patch(`/Groups/${group}`, [{ op: 'replace', path: 'displayName', value: 'Everybody' }]);
  await expect(apply(group, change)).rejects.toThrow();
  await settleChange(service.app.database, okta.team_id, group);
  expect(await membersOf(group)).toEqual(people.slice(0, 10).sort());
});

test('applies the roles of a large group as soon as the response is sent, and ends them with the membership', async () => {
  const group = await okta.group('All', []);
  const { team_id } = okta;
  const { database } = service.app;
  await database.rows(sql`
    insert into group_roles (team_id, group_id, role) values (${team_id}, ${group}, 'author')`);
  const stamp = async (): Promise<unknown> => database.row(sql`select stamp from teams where team_id = ${team_id}`);
  const before = await stamp();
  await okta.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value: elements(people) }]);
  if (database.takesTurns) expect(await stamp()).not.toEqual(before);
  const row = await database.row<{ total: number }>(sql`
    select count(*) as total from audit_entries
    where team_id = ${team_id} and kind = 'team.member.group_roles_changed'`);
  expect(row?.total).toBe(PEOPLE);
});
