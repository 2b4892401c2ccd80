import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { groupManagers, setGroupManagers, setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { disconnectGroup, moveGroupsToService, pushGroup } from '../../src/directory/groups/group-link.ts';
import { findListedGroup } from '../../src/directory/groups/group-list.ts';
import { changeGroupMembers, listGroupMembers, removeGroupMembers } from '../../src/directory/groups/group-members.ts';
import { createGroup, deleteGroup, describeGroup, getGroup, renameGroup } from '../../src/directory/groups/groups.ts';
import { deactivateMember } from '../../src/directory/members/members.ts';
import { findInDirectory } from '../../src/directory/people/directory-view.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { endNothing } from '../support/end-nothing.ts';
import { byAdmin, freshTeam, replaceMembers, type TestTeam } from './support.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const refused = (slug: Parameters<typeof isRefusal>[1]) => (thrown: unknown) => isRefusal(thrown, slug);
const run = <Result>(work: (tx: Tx) => Promise<Result>) => database.inTransaction(work);
const push = (team: TestTeam, display_name: string, account_ids: readonly string[] = []) =>
  run((tx) => pushGroup(tx, team.team_id, team.connection_id, { display_name, account_ids }, team.by));
const membersOf = async (team: TestTeam, groupId: string) =>
  (await listGroupMembers(database, team.team_id, groupId, null, 1_000)).map(({ account_id }) => account_id);

test('creates a synced group if no group has the pushed name', async () => {
  const team = await freshTeam(database);
  const ana = await team.provision('Ana');
  const { group_id, linked } = await push(team, 'Sales', [ana]);
  expect(linked).toBe(false);
  expect(await getGroup(database, team.team_id, group_id)).toMatchObject({
    display_name: 'Sales',
    connection_id: team.connection_id,
  });
  expect(await membersOf(team, group_id)).toEqual([ana]);
});

test('takes over a managed group with the pushed name in any case, replaces its members, keeps description, roles and managers, and logs team.group.linked once', async () => {
  const team = await freshTeam(database);
  const [ana, ben] = [await team.provision('Ana'), await team.provision('Ben')];
  const group = await run(async (tx) => {
    const made = await createGroup(tx, team.team_id, { display_name: 'Sales', description: 'Sells' }, byAdmin);
    await changeGroupMembers(tx, team.team_id, made.group_id, { add: [ana], remove: [] }, null, byAdmin);
    await setGroupRoles(tx, team.team_id, made.group_id, ['author'], byAdmin);
    await setGroupManagers(tx, team.team_id, made.group_id, [team.owner_id], byAdmin);
    return made;
  });
  expect(await push(team, ' SALES ', [ben])).toEqual({ group_id: group.group_id, linked: true });
  expect(await getGroup(database, team.team_id, group.group_id)).toMatchObject({
    display_name: 'SALES',
    description: 'Sells',
    connection_id: team.connection_id,
  });
  expect(await membersOf(team, group.group_id)).toEqual([ben]);
  expect(await findListedGroup(database, team.team_id, group.group_id)).toMatchObject({ roles: ['author'] });
  expect(await groupManagers(database, team.team_id, group.group_id)).toMatchObject([{ account_id: team.owner_id }]);
  expect(await team.audit('team.group.linked')).toHaveLength(1);
  const changed = await team.audit('team.member.group_roles_changed');
  const of = (id: string) => changed.filter(({ subject, actor }) => subject.id === id && actor.kind === 'connection');
  expect(of(ana)).toMatchObject([{ before: { group_roles: ['author'] }, after: { group_roles: [] } }]);
  expect(of(ben)).toMatchObject([{ before: { group_roles: [] }, after: { group_roles: ['author'] } }]);
});

test('refuses to push or rename a group to the name of another synced group, in any case (uniqueness)', async () => {
  const team = await freshTeam(database);
  await push(team, 'Straße');
  const { group_id } = await push(team, 'Other');
  await expect(push(team, 'STRASSE'.toLowerCase().replace('ss', 'ß'))).rejects.toSatisfy(refused('uniqueness'));
  const rename = run((tx) => renameGroup(tx, team.team_id, group_id, 'STRAßE', team.connection_id, team.by));
  await expect(rename).rejects.toSatisfy(refused('uniqueness'));
});

test('keeps the members on Disconnect, and hides the group from the connection until it is pushed again by name', async () => {
  const team = await freshTeam(database);
  const ana = await team.provision('Ana');
  const { group_id } = await push(team, 'Sales', [ana]);
  await run((tx) => disconnectGroup(tx, team.team_id, group_id, byAdmin));
  expect(await membersOf(team, group_id)).toEqual([ana]);
  const reach = run((tx) =>
    changeGroupMembers(tx, team.team_id, group_id, { add: [ana], remove: [] }, team.connection_id, team.by),
  );
  await expect(reach).rejects.toSatisfy(refused('not-found'));
  expect(await push(team, 'sales', [])).toEqual({ group_id, linked: true });
  expect(await membersOf(team, group_id)).toEqual([]);
  await expect(
    run((tx) =>
      disconnectGroup(tx, team.team_id, group_id, byAdmin).then(() =>
        disconnectGroup(tx, team.team_id, group_id, byAdmin),
      ),
    ),
  ).rejects.toSatisfy(refused('conflict'));
});

test('disconnects every synced group on Move all to service management, with an audit entry for each', async () => {
  const team = await freshTeam(database);
  await push(team, 'One');
  await push(team, 'Two');
  expect(await run((tx) => moveGroupsToService(tx, team.team_id, team.connection_id, byAdmin))).toHaveLength(2);
  expect(await run((tx) => moveGroupsToService(tx, team.team_id, team.connection_id, byAdmin))).toEqual([]);
  expect(await team.audit('team.group.disconnected')).toHaveLength(2);
});

test('locks the name and members of a synced group, but not its description', async () => {
  const team = await freshTeam(database);
  const { group_id } = await push(team, 'Sales');
  const byHand = [
    run((tx) => renameGroup(tx, team.team_id, group_id, 'Mine', null, byAdmin)),
    run((tx) => changeGroupMembers(tx, team.team_id, group_id, { add: [team.owner_id], remove: [] }, null, byAdmin)),
    run((tx) => deleteGroup(tx, team.team_id, group_id, null, byAdmin, endNothing)),
  ];
  for (const outcome of await Promise.allSettled(byHand)) {
    expect(outcome.status === 'rejected' && isRefusal(outcome.reason, 'conflict')).toBe(true);
  }
  await run((tx) => describeGroup(tx, team.team_id, group_id, 'They sell', byAdmin));
  expect((await getGroup(database, team.team_id, group_id)).description).toBe('They sell');
});

test('combines roles across groups, and reports only changes of the result', async () => {
  const team = await freshTeam(database);
  const ana = await team.provision('Ana');
  const [one, two] = [await push(team, 'One'), await push(team, 'Two')];
  await run(async (tx) => {
    await setGroupRoles(tx, team.team_id, one.group_id, ['author'], byAdmin);
    await setGroupRoles(tx, team.team_id, two.group_id, ['author', 'publisher'], byAdmin);
  });
  const join = (groupId: string) =>
    run((tx) => changeGroupMembers(tx, team.team_id, groupId, { add: [ana], remove: [] }, team.connection_id, team.by));
  await join(one.group_id);
  await join(two.group_id);
  await run((tx) => removeGroupMembers(tx, team.team_id, one.group_id, [ana], team.connection_id, team.by));
  const told = (await team.audit('team.member.group_roles_changed')).reverse();
  expect(told.map(({ before, after }) => [before?.group_roles, after?.group_roles])).toEqual([
    [[], ['author']],
    [['author'], ['author', 'publisher']],
  ]);
  expect((await findInDirectory(database, team.team_id, ana))?.roles).toEqual(['author', 'publisher']);
});

test('ends the roles held through a deleted group', async () => {
  const team = await freshTeam(database);
  const ana = await team.provision('Ana');
  const { group_id } = await push(team, 'Sales', [ana]);
  await run((tx) => setGroupRoles(tx, team.team_id, group_id, ['publisher'], byAdmin));
  await run((tx) => deleteGroup(tx, team.team_id, group_id, team.connection_id, team.by, endNothing));
  expect((await findInDirectory(database, team.team_id, ana))?.roles).toEqual([]);
  expect(await team.audit('team.member.group_roles_changed')).toMatchObject([
    { subject: { id: ana }, before: { group_roles: ['publisher'] }, after: { group_roles: [] } },
  ]);
  await expect(getGroup(database, team.team_id, group_id)).rejects.toSatisfy(refused('not-found'));
});

test('keeps the members, roles and versions of all other groups when one is deleted', async () => {
  const [team, nextDoor] = [await freshTeam(database), await freshTeam(database)];
  const [ana, ben] = [await team.provision('Ana'), await team.provision('Ben')];
  const sales = await push(team, 'Sales', [ana, ben]);
  const support = await push(team, 'Support', [ana, ben]);
  const other = await push(nextDoor, 'Sales', [await nextDoor.provision('Zoe')]);
  await run((tx) => setGroupRoles(tx, team.team_id, support.group_id, ['publisher'], byAdmin));
  const stateOf = async ({ team_id }: TestTeam, { group_id }: { readonly group_id: string }) => ({
    group: await getGroup(database, team_id, group_id),
    members: (await listGroupMembers(database, team_id, group_id, null, 1_000)).map(({ account_id }) => account_id),
  });
  const before = [await stateOf(team, support), await stateOf(nextDoor, other)];
  expect(before.map(({ members }) => members.length)).toEqual([2, 1]);
  await run((tx) => deleteGroup(tx, team.team_id, sales.group_id, team.connection_id, team.by, endNothing));
  expect([await stateOf(team, support), await stateOf(nextDoor, other)]).toEqual(before);
  expect((await findInDirectory(database, team.team_id, ana))?.roles).toEqual(['publisher']);
});

test('keeps deactivated members in their groups', async () => {
  const team = await freshTeam(database);
  const ana = await team.provision('Ana');
  const { group_id } = await push(team, 'Sales', [ana]);
  await run((tx) => deactivateMember(tx, team.team_id, ana, team.connection_id, team.by));
  expect(await membersOf(team, group_id)).toEqual([ana]);
});

test('changes the version if name or members change, and only then', async () => {
  const team = await freshTeam(database);
  const ana = await team.provision('Ana');
  const { group_id } = await push(team, 'Sales', [ana]);
  const version = async () => (await getGroup(database, team.team_id, group_id)).version;
  const first = await version();
  await run((tx) =>
    changeGroupMembers(tx, team.team_id, group_id, { add: [ana, ana], remove: [] }, team.connection_id, team.by),
  );
  await run((tx) => replaceMembers(tx, team.team_id, group_id, [ana], team.connection_id, team.by));
  await run((tx) => renameGroup(tx, team.team_id, group_id, 'Sales', team.connection_id, team.by));
  expect(await version()).toBe(first);
  await run((tx) => removeGroupMembers(tx, team.team_id, group_id, [ana], team.connection_id, team.by));
  const second = await version();
  expect(second).toBeGreaterThan(first);
  await run((tx) => renameGroup(tx, team.team_id, group_id, 'sales', team.connection_id, team.by));
  expect(await version()).toBeGreaterThan(second);
});

test('loses none of 100 concurrent changes to the members of one group', async () => {
  const team = await freshTeam(database);
  const { group_id } = await push(team, 'Sales');
  const people = await Promise.all(Array.from({ length: 100 }, () => team.provision()));
  await Promise.all(
    people.map((id) =>
      run((tx) =>
        changeGroupMembers(tx, team.team_id, group_id, { add: [id], remove: [] }, team.connection_id, team.by),
      ),
    ),
  );
  expect(await membersOf(team, group_id)).toHaveLength(100);
  expect(await team.audit('team.group.members_changed')).toHaveLength(100);
});

test('refuses group members who do not belong to the workspace', async () => {
  const team = await freshTeam(database);
  const stranger = (await freshTeam(database)).owner_id;
  const { group_id } = await push(team, 'Sales');
  const add = run((tx) =>
    changeGroupMembers(tx, team.team_id, group_id, { add: [stranger], remove: [] }, team.connection_id, team.by),
  );
  await expect(add).rejects.toSatisfy(refused('unprocessable'));
  const look = run((tx) => setGroupManagers(tx, team.team_id, group_id, [stranger], byAdmin));
  await expect(look).rejects.toSatisfy(refused('unprocessable'));
});

test('does not find a group of another workspace', async () => {
  const team = await freshTeam(database);
  const other = await freshTeam(database);
  const { group_id } = await push(other, 'Sales');
  await expect(getGroup(database, team.team_id, group_id)).rejects.toSatisfy(refused('not-found'));
  const add = run((tx) =>
    changeGroupMembers(tx, team.team_id, group_id, { add: [], remove: [] }, team.connection_id, team.by),
  );
  await expect(add).rejects.toSatisfy(refused('not-found'));
});
