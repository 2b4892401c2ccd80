// Reads the directory of one of two similar workspaces: all of its own rows in order, none of the other's, and errors
// with their messages and fields. After a deliberate change, review the differences and accept them (`npx vitest run
// test/directory/what-is-read.test.ts -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { holdOperator, isTeamsOwn, listOperators, setOperator } from '../../src/directory/accounts/accounts.ts';
import {
  changeConnection,
  createConnection,
  getConnection,
  listConnections,
} from '../../src/directory/connections/connections.ts';
import { changeGroupRoles, groupManagers, setGroupManagers } from '../../src/directory/groups/group-care.ts';
import { disconnectGroup, groupOfName, pushGroup } from '../../src/directory/groups/group-link.ts';
import { findListedGroup, listGroups } from '../../src/directory/groups/group-list.ts';
import { changeGroupMembers, countMembers, listGroupMembers } from '../../src/directory/groups/group-members.ts';
import { changeGroup, createGroup, getGroup, renameGroup } from '../../src/directory/groups/groups.ts';
import { admitPerson } from '../../src/directory/joining/account-link.ts';
import {
  acceptInvitation,
  addOrInvite,
  listInvitations,
  listOwnInvitations,
  withdrawInvitation,
} from '../../src/directory/joining/invitations.ts';
import { managersAbove, reportsOf } from '../../src/directory/managers/reporting-chart.ts';
import { changeRoles, grantRole, heldRoles } from '../../src/directory/members/member-roles.ts';
import {
  addMember,
  deactivateMember,
  findMemberByEmail,
  getMember,
  holdActiveMember,
  reactivateMember,
  removeMember,
} from '../../src/directory/members/members.ts';
import {
  directoryTotals,
  directoryView,
  findInDirectory,
  wholeDirectory,
} from '../../src/directory/people/directory-view.ts';
import { dropClaim, listClaims } from '../../src/directory/teams/domain-claims.ts';
import { addDomain, listDomains, removeDomain } from '../../src/directory/teams/domains.ts';
import { changeTeam, getTeam, listTeams, transferOwnership } from '../../src/directory/teams/teams.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { named } from '../support/touched-rows.ts';
import { byAdmin } from './support.ts';
import { NOW, type TwoWorkspaces, twoWorkspaces, type Workspace } from './two-workspaces.ts';

let database: Database;
let two: TwoWorkspaces;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoWorkspaces(database);
});
afterAll(() => database.close());

type Reading = (tx: Tx, one: Workspace, other: Workspace) => Promise<unknown>;
const names = (rows: Promise<readonly { readonly name: string }[]>) =>
  rows.then((all) => all.map(({ name }) => name).join(' '));
const groupNames = (rows: Promise<readonly { readonly display_name: string }[]>) =>
  rows.then((all) => all.map(({ display_name }) => display_name).join(' '));

const READINGS: Readonly<Record<string, Reading>> = {
  'people by name': (tx, { id }) => directoryView(tx, id, {}, null, 10),
  'people in the other workspace': (tx, _, { id }) => directoryView(tx, id, {}, null, 10),
  'people by name, downwards': (tx, { id }) => names(directoryView(tx, id, {}, null, 10, '-name')),
  'a page of people': (tx, { id }) => names(directoryView(tx, id, {}, null, 2)),
  'people behind ben': (tx, { id, people }) =>
    names(directoryView(tx, id, {}, { sort_key: 'ben', user_id: people.ben }, 2)),
  'people behind ben, downwards': (tx, { id, people }) =>
    names(directoryView(tx, id, {}, { sort_key: 'ben', user_id: people.ben }, 9, '-name')),
  'people who match': (tx, { id }) => names(directoryView(tx, id, { q: 'VE' }, null, 9)),
  'people whose address matches': (tx, { id }) => names(directoryView(tx, id, { q: 'CID@' }, null, 9)),
  'people who are active': (tx, { id }) => names(directoryView(tx, id, { status: 'active' }, null, 9)),
  'people who are not': (tx, { id }) => names(directoryView(tx, id, { status: 'deprovisioned' }, null, 9)),
  'people of the service': (tx, { id }) => names(directoryView(tx, id, { source: 'service' }, null, 9)),
  'people of Okta': (tx, { id, okta }) => names(directoryView(tx, id, { source: okta }, null, 9)),
  'people of another Okta': (tx, { id }, { okta }) => names(directoryView(tx, id, { source: okta }, null, 9)),
  admins: (tx, { id }) => names(directoryView(tx, id, { role: 'admin' }, null, 9)),
  authors: (tx, { id }) => names(directoryView(tx, id, { role: 'author' }, null, 9)),
  owners: (tx, { id }) => names(directoryView(tx, id, { role: 'owner' }, null, 9)),
  managers: (tx, { id }) => names(directoryView(tx, id, { role: 'manager' }, null, 9)),
  'people of a group': (tx, { id, groups }) => names(directoryView(tx, id, { group_id: groups.field }, null, 9)),
  'people of another one’s group': (tx, { id }, { groups }) =>
    names(directoryView(tx, id, { group_id: groups.field }, null, 9)),
  'people of a manager': (tx, { id, people }) => names(directoryView(tx, id, { manager_id: people.ben }, null, 9)),
  'how many': (tx, { id }) => directoryTotals(tx, id, {}),
  'how many authors': (tx, { id }) => directoryTotals(tx, id, { role: 'author' }),
  'amy here': (tx, { id, people }) => findInDirectory(tx, id, people.amy),
  'ben there': (tx, { people }, { id }) => findInDirectory(tx, id, people.ben),
  'everybody in batches': async (tx, { id }) => {
    const all: string[] = [];
    for await (const { name } of wholeDirectory(tx, id, {}, '-joined_at')) all.push(name);
    return all.join(' ');
  },
  'a member': (tx, { id, people }) => getMember(tx, id, people.amy),
  'a member by address': (tx, { id }) => findMemberByEmail(tx, id, 'AMY@one.test'),
  'no member by address': (tx, { id }) => findMemberByEmail(tx, id, 'ben@other.test'),
  'who is active is held': async (tx, { id, people }, other) => [
    typeof (await holdActiveMember(tx, id, people.amy)),
    typeof (await holdActiveMember(tx, id, people.eve)),
    typeof (await holdActiveMember(tx, other.id, people.ben)),
  ],
  'roles of amy': (tx, { id, people }) => heldRoles(tx, id, people.amy),
  'roles of cid': (tx, { id, people }) => heldRoles(tx, id, people.cid),
  'roles of olga': (tx, { id, people }) => heldRoles(tx, id, people.olga),
  'roles of amy in the other workspace': (tx, { people }, { id }) => heldRoles(tx, id, people.amy),
  groups: (tx, { id }) => listGroups(tx, id, {}, null, 9),
  'a page of groups': (tx, { id }) => groupNames(listGroups(tx, id, {}, null, 2)),
  'groups behind': (tx, { id }) => groupNames(listGroups(tx, id, {}, 'field', 9)),
  'groups that match': (tx, { id }) => groupNames(listGroups(tx, id, { q: 'IE' }, null, 9)),
  'groups of the service': (tx, { id }) => groupNames(listGroups(tx, id, { source: 'service' }, null, 9)),
  'groups of Okta': (tx, { id, okta }) => groupNames(listGroups(tx, id, { source: okta }, null, 9)),
  'groups of dan': (tx, { id, people }) => groupNames(listGroups(tx, id, { member_id: people.dan }, null, 9)),
  'a group': (tx, { id, groups }) => findListedGroup(tx, id, groups.board),
  'no group': (tx, { id }, { groups }) => findListedGroup(tx, id, groups.board),
  'a group by name': (tx, { id }) => groupOfName(tx, id, 'STAFF'),
  'members of a group': (tx, { id, groups }) => names(listGroupMembers(tx, id, groups.staff, null, 9)),
  'members behind amy': (tx, { id, groups, people }) => names(listGroupMembers(tx, id, groups.staff, people.amy, 2)),
  'how many in a group': async (tx, { id, groups }) => [
    await countMembers(tx, id, groups.staff, 9),
    await countMembers(tx, id, groups.staff, 3),
  ],
  'managers of a group': (tx, { id, groups }) => groupManagers(tx, id, groups.staff),
  connections: (tx, { id }) => listConnections(tx, id),
  claims: async (tx, { id }) => (await listClaims(tx, id)).map(({ domain, record_name }) => `${domain} ${record_name}`),
  domains: (tx, { id }) => listDomains(tx, id),
  invitations: (tx, { id }) => listInvitations(tx, id, NOW, null, 9),
  'invitations behind the first': (tx, { id, invitation }) => listInvitations(tx, id, NOW, invitation, 9),
  'invitations when they have run out': (tx, { id }) => listInvitations(tx, id, NOW + 30 * 86_400_000, null, 9),
  'invitations a moment before': async (tx, { id }) =>
    (await listInvitations(tx, id, NOW + 30 * 86_400_000 - 1, null, 9)).length,
  'invitations of gia': (tx) => listOwnInvitations(tx, gia(), NOW),
  'invitations of nobody': (tx) => listOwnInvitations(tx, { ...gia(), email: null }, NOW),
  'a team': (tx, { id }) => getTeam(tx, id),
  'teams that match': (tx) => names(listTeams(tx, 'TEAM', null, 9)),
  'teams behind': (tx, { id }) => names(listTeams(tx, '', { name: 'Team one', id }, 9)),
  'whose accounts are': async (tx, one, other) => [
    await isTeamsOwn(tx, one.id, one.people.ben),
    await isTeamsOwn(tx, other.id, one.people.amy),
    await isTeamsOwn(tx, other.id, one.people.ben),
    await isTeamsOwn(tx, one.id, two.gia),
  ],
  operators: (tx) => listOperators(tx),
  'an operator is held': async (tx, { people }) => {
    const before = await holdOperator(tx, people.ben);
    await setOperator(tx, people.ben, true, byAdmin);
    return [before, await holdOperator(tx, people.ben), await holdOperator(tx, people.amy)].map(String);
  },
  'the chart of a workspace': async (tx, { id, people }) => [
    await reportsOf(tx, id, null),
    await reportsOf(tx, id, people.ben),
    await managersAbove(tx, id, people.amy),
  ],
};

const gia = () => ({ account_id: two.gia, email: 'gia@away.test', vouched_by: null });
const someone = (name: string, email: string) => ({ name, email, roles: [] });
const NOBODY = '01999999-0000-7000-8000-000000000001';

const REFUSED: Readonly<Record<string, Reading>> = {
  'a member twice': (tx, { id }) => addMember(tx, id, someone('Ben', ' BEN@one.test'), byAdmin),
  'a member of elsewhere': (tx, { id }) => addMember(tx, id, someone('Ben', 'ben@other.test'), byAdmin),
  'a member without address': (tx, { id }) => addMember(tx, id, someone('Ben', 'ben'), byAdmin),
  'a link to somebody of elsewhere': (tx, { id, okta }) =>
    admitPerson(
      tx,
      id,
      { email: 'ben@other.test', name: 'Ben', given_name: '', family_name: '' },
      { status: 'active', connection_id: okta },
      byAdmin,
    ),
  'no such member': (tx, { id }, { people }) => getMember(tx, id, people.ben),
  'the Owner deactivated': (tx, { id, people }) => deactivateMember(tx, id, people.olga, null, byAdmin),
  'the Owner removed': (tx, { id, people }) => removeMember(tx, id, people.olga, null, byAdmin),
  'a synced member by hand': (tx, { id, people }) => deactivateMember(tx, id, people.amy, null, byAdmin),
  'a member of the service by a connection': (tx, { id, okta, people }) =>
    removeMember(tx, id, people.cid, okta, byAdmin),
  'no seat': async (tx, { id, people }) => {
    await changeTeam(tx, id, { seat_limit: 5 }, byAdmin);
    await reactivateMember(tx, id, people.eve, null, byAdmin);
  },
  'an unknown role': (tx, { id, people }) => grantRole(tx, id, people.cid, 'king', byAdmin),
  'the role of the Owner': (tx, { id, people }) => grantRole(tx, id, people.cid, 'owner', byAdmin),
  'roles that were changed meanwhile': (tx, { id, people }) =>
    changeRoles(tx, id, people.cid, { add: ['admin'], remove: [], seen: ['author'] }, byAdmin),
  'a role added and removed': (tx, { id, people }) =>
    changeRoles(tx, id, people.cid, { add: ['admin'], remove: ['admin'] }, byAdmin),
  'roles of nobody': (tx, { id }) => changeRoles(tx, id, NOBODY, { add: ['admin'], remove: [] }, byAdmin),
  'roles of a group that were changed': (tx, { id, groups }) =>
    changeGroupRoles(tx, id, groups.board, { add: [], remove: [], seen: [] }, byAdmin),
  'a group twice': (tx, { id }) => createGroup(tx, id, { display_name: ' bOARD ' }, byAdmin),
  'a group renamed to another': (tx, { id, groups }) => renameGroup(tx, id, groups.board, 'staff', null, byAdmin),
  'a group without name': (tx, { id }) => createGroup(tx, id, { display_name: '  ' }, byAdmin),
  'a synced group by hand': (tx, { id, groups }) => renameGroup(tx, id, groups.staff, 'New', null, byAdmin),
  'a group of another connection': (tx, { id, entra, groups }) =>
    renameGroup(tx, id, groups.staff, 'New', entra, byAdmin),
  'a push of a synced group': (tx, { id, entra }) =>
    pushGroup(tx, id, entra, { display_name: 'STAFF', account_ids: [] }, byAdmin),
  'no such group': (tx, { id }, { groups }) => getGroup(tx, id, groups.board),
  'a group that is disconnected already': (tx, { id, groups }) => disconnectGroup(tx, id, groups.board, byAdmin),
  'a stranger in a group': (tx, { id, groups }, { people }) =>
    changeGroupMembers(tx, id, groups.board, { add: [people.ben], remove: [] }, null, byAdmin),
  'a stranger as a manager': (tx, { id, groups }, { people }) =>
    setGroupManagers(tx, id, groups.board, [people.ben], byAdmin),
  'a connection twice': (tx, { id }) => createConnection(tx, id, ' OKTA', byAdmin),
  'a connection renamed to another': (tx, { id, okta }) => changeConnection(tx, id, okta, { name: 'ENTRA' }, byAdmin),
  'a connection that was changed meanwhile': (tx, { id, okta }) =>
    changeConnection(tx, id, okta, { name: 'New', seen: { name: 'Okta 1' } }, byAdmin),
  'a connection whose provider was changed meanwhile': (tx, { id, okta }) =>
    changeConnection(tx, id, okta, { name: 'New', seen: { name: 'Okta', provider: 'entra' } }, byAdmin),
  'a team that was changed meanwhile': (tx, { id }) =>
    changeTeam(tx, id, { name: 'New', seen: { seat_limit: 51 } }, byAdmin),
  'a group that was changed meanwhile': (tx, { id, groups }) =>
    changeGroup(tx, id, groups.board, { description: 'New', seen: { description: 'Old' } }, byAdmin),
  'a synced group that is renamed beside its description': (tx, { id, groups }) =>
    changeGroup(tx, id, groups.staff, { description: 'New', display_name: 'New' }, byAdmin),
  'a group to change that is another’s': (tx, { id }, { groups }) =>
    changeGroup(tx, id, groups.board, { description: 'New' }, byAdmin),
  'no such connection': (tx, { id }, { okta }) => getConnection(tx, id, okta),
  'a domain of another workspace': (tx, { id }) => addDomain(tx, id, 'other.test', byAdmin),
  'no domain': (tx, { id }) => addDomain(tx, id, 'localhost', byAdmin),
  'a domain to remove that is another’s': (tx, { id }) => removeDomain(tx, id, 'other.test', byAdmin),
  'a claim that is another’s': (tx, { id }) => dropClaim(tx, id, 'other-only.test'),
  'an invitation that is another’s': (tx, { id }, { invitation }) => withdrawInvitation(tx, id, invitation, byAdmin),
  'an invitation of somebody else': (tx, { invitation, people }) =>
    acceptInvitation(tx, { account_id: people.amy, email: 'amy@one.test', vouched_by: null }, invitation, NOW, byAdmin),
  'an invitation that ran out': (tx, { invitation }) =>
    acceptInvitation(tx, gia(), invitation, NOW + 30 * 86_400_000, byAdmin),
  'an invitation in a session that only a team vouches for': (tx, { id, invitation }) =>
    acceptInvitation(tx, { ...gia(), vouched_by: id }, invitation, NOW, byAdmin),
  'an invitation without name': (tx, { id }) => addOrInvite(tx, id, someone(' ', 'ben@other.test'), NOW, byAdmin),
  'a plan that is none': (tx, { id }) => changeTeam(tx, id, { plan: 'gold' }, byAdmin),
  'no seats': (tx, { id }) => changeTeam(tx, id, { seat_limit: 0 }, byAdmin),
  'half a seat': (tx, { id }) => changeTeam(tx, id, { seat_limit: 1.5 }, byAdmin),
  'more seats than there are numbers': (tx, { id }) => changeTeam(tx, id, { seat_limit: 2 ** 31 }, byAdmin),
  'a name of 121 characters': (tx, { id }) => changeTeam(tx, id, { name: 'x'.repeat(121) }, byAdmin),
  'an Owner who is deactivated': (tx, { id, people }) => transferOwnership(tx, id, people.eve, byAdmin),
  'an Owner of elsewhere': (tx, { id }, { people }) => transferOwnership(tx, id, people.ben, byAdmin),
};

/** Returns the result or error, in a transaction that is rolled back. */
async function answered(work: Reading): Promise<string> {
  const undo = new Error('undo');
  let line = '';
  await database
    .inTransaction(async (tx) => {
      const answer = await work(tx, two.one, two.other);
      const rows = Array.isArray(answer) ? answer : [answer];
      line = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n  ') || 'nothing';
      throw undo;
    })
    .catch((thrown: unknown) => {
      if (thrown === undo) return;
      if (!isRefusal(thrown)) throw thrown;
      line = `${thrown.slug}: ${thrown.message} ${JSON.stringify(thrown.extras)}`;
    });
  return named(line, two.names);
}

test.each([
  ['read', READINGS],
  ['refused', REFUSED],
])('reads only rows of its own workspace: what is %s', async (what, works) => {
  const parts: string[] = [];
  for (const [name, work] of Object.entries(works)) parts.push(`${name}\n  ${await answered(work)}`);
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot(`what-is-${what}.txt`);
});
