// People who belong to two workspaces, or used to. Their data in one workspace are invisible in the other. After a
// deliberate change, review the differences and accept them (`npx vitest run test/directory/two-memberships.test.ts
// -u`).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import {
  changePerson,
  isTeamsOwn,
  listOperators,
  proveByPerson,
  setOperator,
} from '../../src/directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import { setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { listGroups } from '../../src/directory/groups/group-list.ts';
import { changeGroupMembers } from '../../src/directory/groups/group-members.ts';
import { acceptInvitation, addOrInvite } from '../../src/directory/joining/invitations.ts';
import { setManager } from '../../src/directory/managers/managers.ts';
import { managersAbove, reportsOf } from '../../src/directory/managers/reporting-chart.ts';
import { grantRole, heldRoles, revokeRole, setRoles } from '../../src/directory/members/member-roles.ts';
import { addMember, deactivateMember, removeMember } from '../../src/directory/members/members.ts';
import { directoryView, findInDirectory } from '../../src/directory/people/directory-view.ts';
import { changeTeam, deleteTeam, transferOwnership } from '../../src/directory/teams/teams.ts';
import { standingOf } from '../../src/directory/views-store.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { named, touchedRows } from '../support/touched-rows.ts';
import { byAdmin, byConnection } from './support.ts';
import { NOW, type TwoWorkspaces, twoWorkspaces, type Workspace } from './two-workspaces.ts';

let database: Database;
let two: TwoWorkspaces;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoWorkspaces(database);
});
afterAll(() => database.close());

const NOBODY = '01999999-0000-7000-8000-000000000001';
const names = (rows: Promise<readonly { readonly name: string }[]>) =>
  rows.then((all) => all.map(({ name }) => name).join(' '));

/** Amy, who belongs to both, gets roles, a group, reports and ownership in the other workspace. */
async function busyThere(tx: Tx, one: Workspace, { id, groups, okta, people }: Workspace): Promise<void> {
  const { amy } = one.people;
  await grantRole(tx, id, amy, 'publisher', byAdmin);
  await changeGroupMembers(tx, id, groups.board, { add: [amy], remove: [] }, null, byAdmin);
  await setGroupRoles(tx, id, groups.board, ['publisher'], byAdmin);
  await setManager(tx, id, okta, people.ben, { ref: 'amy', account_id: amy }, byAdmin);
  await setManager(tx, id, okta, amy, { ref: 'dan', account_id: people.dan }, byAdmin);
  await transferOwnership(tx, id, amy, byAdmin);
  // Dan, her manager there, also joins this workspace, under another manager.
  const dan = { account_id: people.dan, email: 'dan@other.test', vouched_by: null };
  await proveByPerson(tx, people.dan, 0);
  const made = await addOrInvite(tx, one.id, { name: 'dan', email: dan.email, roles: [] }, NOW, byAdmin);
  if (!('invitation' in made)) throw new Error('dan was not invited');
  await acceptInvitation(tx, dan, made.invitation.id, NOW, byAdmin);
  await setManager(tx, one.id, one.okta, people.dan, { ref: 'cid', account_id: one.people.cid }, byAdmin);
}

const READINGS: Readonly<Record<string, (tx: Tx, one: Workspace, other: Workspace) => Promise<readonly unknown[]>>> = {
  'whose accounts are by membership alone': async (tx, one, other) => {
    const lines: string[] = [];
    const told = async (name: string, id: string) =>
      lines.push(`${name}: ${await isTeamsOwn(tx, one.id, id)} ${await isTeamsOwn(tx, other.id, id)}`);
    const member = (name: string) => addMember(tx, one.id, { name, email: `${name}@free.test`, roles: [] }, byAdmin);
    const [here, left, operator, both, moved] = [
      await member('here'),
      await member('left'),
      await member('operator'),
      await member('both'),
      await member('moved'),
    ];
    await removeMember(tx, one.id, left, null, byAdmin);
    await setOperator(tx, operator, true, byAdmin);
    for (const [name, account_id] of Object.entries({ both, moved })) {
      const made = await addOrInvite(tx, other.id, { name, email: `${name}@free.test`, roles: [] }, NOW, byAdmin);
      if (!('invitation' in made)) throw new Error(`${name} was not invited`);
      await proveByPerson(tx, account_id, 0);
      const person = { account_id, email: `${name}@free.test`, vouched_by: null };
      await acceptInvitation(tx, person, made.invitation.id, NOW, byAdmin);
    }
    await removeMember(tx, one.id, moved, null, byAdmin);
    for (const [name, id] of Object.entries({ here, left, operator, both, moved })) await told(name, id);
    await told('nobody', NOBODY);
    return lines;
  },
  operators: async (tx, { people }) => {
    await setOperator(tx, people.cid, true, byAdmin);
    await setOperator(tx, people.amy, true, byAdmin);
    return listOperators(tx);
  },
  'amy here, whatever she is there': async (tx, one, other) => {
    await busyThere(tx, one, other);
    const holders: string[] = [];
    for (const role of ['admin', 'manager', 'owner', 'publisher'])
      holders.push(`${role}: ${await names(directoryView(tx, one.id, { role }, null, 9))}`);
    return [
      await findInDirectory(tx, one.id, one.people.amy),
      await heldRoles(tx, one.id, one.people.amy),
      ...holders,
      await names(directoryView(tx, one.id, { group_id: other.groups.board }, null, 9)),
      await names(directoryView(tx, one.id, { manager_id: one.people.amy }, null, 9)),
      ...(await listGroups(tx, one.id, { member_id: one.people.amy }, null, 9)).map(({ display_name }) => display_name),
      await reportsOf(tx, one.id, one.people.amy),
      await managersAbove(tx, one.id, one.people.amy),
    ];
  },
  'amy there, whatever she is here': async (tx, one, other) => {
    await busyThere(tx, one, other);
    return [
      await findInDirectory(tx, other.id, one.people.amy),
      await reportsOf(tx, other.id, null),
      await reportsOf(tx, other.id, one.people.amy),
      await managersAbove(tx, other.id, other.people.amy),
    ];
  },
  'where amy stands here, there and nowhere': async (tx, one, other) => {
    await busyThere(tx, one, other);
    await setGroupRoles(tx, other.id, other.groups.staff, ['manager'], byAdmin);
    await changeGroupMembers(
      tx,
      other.id,
      other.groups.staff,
      { add: [one.people.amy], remove: [] },
      other.okta,
      byAdmin,
    );
    await revokeRole(tx, other.id, one.people.amy, 'admin', byAdmin);
    await deactivateMember(tx, one.id, one.people.amy, one.okta, byAdmin);
    await changeTeam(tx, other.id, { trails_enabled: false, plan: 'business' }, byAdmin);
    const standing = (account: string, team: string) =>
      tx.row<object>(sql`
        select account_id, person_name, person_email, is_operator, team_id, team_name, plan, trails_enabled, is_active,
          array(select unnest(roles) order by 1) as roles, activation > 0 as has_left_once
        from ${standingOf(sql`${account}::uuid`, sql`${team}::uuid`)} s`);
    const { amy, ben } = one.people;
    return [
      ...[await standing(amy, one.id), await standing(amy, other.id), await standing(amy, SVC_CATALOG_ID)],
      ...[await standing(ben, one.id), await standing(ben, other.id), (await standing(NOBODY, one.id)) ?? 'nobody'],
    ];
  },
  'a manager with a report who left': async (tx, { id, okta, people }) => {
    await setManager(tx, id, okta, people.cid, { ref: 'amy', account_id: people.amy }, byAdmin);
    await setManager(tx, id, okta, people.eve, { ref: 'amy', account_id: people.amy }, byAdmin);
    return [await findInDirectory(tx, id, people.amy), await reportsOf(tx, id, people.amy)];
  },
};

/** Returns the result, in a transaction that is rolled back. */
async function answered(name: string): Promise<string> {
  const undo = new Error('undo');
  const lines = [name];
  await database
    .inTransaction(async (tx) => {
      for (const row of (await READINGS[name]?.(tx, two.one, two.other)) ?? [])
        lines.push(typeof row === 'string' ? row : JSON.stringify(row));
      throw undo;
    })
    .catch((thrown: unknown) => {
      if (thrown !== undo) throw thrown;
    });
  return named(lines.join('\n  '), two.names);
}

test('reads people of two workspaces separately', async () => {
  const parts: string[] = [];
  for (const name of Object.keys(READINGS)) parts.push(await answered(name));
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('two-memberships.txt');
});

const TABLES = [
  ...['accounts', 'audit_entries', 'connections', 'former_members', 'group_managers', 'group_memberships'],
  ...['invitations', 'member_roles', 'members', 'team_seats', 'seat_bookings', 'teams'],
];
const called = (name: string, email: string) => ({ name, email, given_name: 'amy', family_name: 'P' });

const CHANGES: Readonly<Record<string, (tx: Tx, one: Workspace, other: Workspace) => Promise<unknown>>> = {
  'removes her here': (tx, { id, okta, people }) => removeMember(tx, id, people.amy, okta, byAdmin),
  'deactivates her here': (tx, { id, okta, people }) => deactivateMember(tx, id, people.amy, okta, byAdmin),
  'gives her other roles here': (tx, { id, people }) => setRoles(tx, id, people.amy, ['author', 'manager'], byAdmin),
  'takes the Manager role of who leads nobody here': async (tx, { id, people }) => {
    await grantRole(tx, id, people.amy, 'manager', byAdmin);
    await revokeRole(tx, id, people.amy, 'manager', byAdmin);
  },
  'takes the Manager role of who leads somebody there': async (tx, { people }, { id }) => {
    await grantRole(tx, id, people.amy, 'manager', byAdmin);
    await revokeRole(tx, id, people.amy, 'manager', byAdmin);
  },
  'ends that she has a report there': (tx, one, { id, okta, people }) =>
    setManager(tx, id, okta, people.ben, { ref: 'dan', account_id: people.dan }, byConnection(one.okta)),
  'removes her manager here': (tx, { id, okta, people }) => removeMember(tx, id, people.ben, okta, byAdmin),
  'renames her where her domain is': (tx, { id, people }) =>
    changePerson(tx, id, people.amy, called('Amelie', 'amy@one.test'), byAdmin),
  'moves her to an address of her domain': (tx, { id, people }) =>
    changePerson(tx, id, people.amy, called('amy', 'amelie@one.test'), byAdmin),
  'does not rename her elsewhere': (tx, { people }, { id, okta }) =>
    changePerson(tx, id, people.amy, called('Amelie', 'AMY@one.test'), byConnection(okta)),
  'deletes the workspace': (tx, { id }) => deleteTeam(tx, id, byAdmin),
};

describe('people of two workspaces', () => {
  beforeAll(() =>
    database.inTransaction(async (tx) => {
      await busyThere(tx, two.one, two.other);
      // In the following tests another person owns the other workspace.
      await transferOwnership(tx, two.other.id, two.other.people.olga, byAdmin);
    }),
  );

  test('only change in the intended rows', async () => {
    const parts: string[] = [];
    for (const [what, change] of Object.entries(CHANGES)) {
      const lines = await touchedRows(database, TABLES, two.names, (tx) => change(tx, two.one, two.other));
      parts.push([what, ...lines.map((line) => `  ${line}`)].join('\n'));
    }
    await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('two-memberships-touched.txt');
  });
});

test.each(['amy@other.test', 'amy@free.test'])(
  'never move with a shared account to a domain that the workspace does not own: %s',
  async (email) => {
    for (const { id } of [two.one, two.other])
      await expect(
        database.inTransaction((tx) => changePerson(tx, id, two.one.people.amy, called('amy', email), byAdmin)),
      ).rejects.toSatisfy((thrown: unknown) => isRefusal(thrown, 'uniqueness'));
  },
);
