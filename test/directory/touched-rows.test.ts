// Every change in the directory affects the intended rows, and no row of another person, group, connection or
// workspace. After a deliberate change, review the differences in touched-rows.txt and accept them (`npx vitest run
// test/directory/touched-rows.test.ts -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePerson, setOperator } from '../../src/directory/accounts/accounts.ts';
import { changeConnection, deleteConnection } from '../../src/directory/connections/connections.ts';
import { changeGroupManagers, setGroupManagers, setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { disconnectGroup, moveGroupsToService, pushGroup } from '../../src/directory/groups/group-link.ts';
import { changeGroupMembers, leaveSyncedGroups, removeGroupMembers } from '../../src/directory/groups/group-members.ts';
import { createGroup, deleteGroup, describeGroup, renameGroup, touchGroup } from '../../src/directory/groups/groups.ts';
import { admitPerson } from '../../src/directory/joining/account-link.ts';
import {
  acceptInvitation,
  addOrInvite,
  declineInvitation,
  withdrawInvitation,
} from '../../src/directory/joining/invitations.ts';
import { forgetManager } from '../../src/directory/managers/manager-store.ts';
import { resolveReports, setManager } from '../../src/directory/managers/managers.ts';
import { changeMany } from '../../src/directory/members/bulk-members.ts';
import { changeRoles, grantRole, revokeRole, setRoles } from '../../src/directory/members/member-roles.ts';
import { addMember, deactivateMember, reactivateMember, removeMember } from '../../src/directory/members/members.ts';
import { claimDomain, dropClaim } from '../../src/directory/teams/domain-claims.ts';
import { addDomain, removeDomain } from '../../src/directory/teams/domains.ts';
import { changeTeam, deleteTeam, transferOwnership } from '../../src/directory/teams/teams.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { endNothing } from '../support/end-nothing.ts';
import { touchedRows } from '../support/touched-rows.ts';
import { byAdmin, byConnection, replaceMembers } from './support.ts';
import { NOW, type TwoWorkspaces, twoWorkspaces, type Workspace } from './two-workspaces.ts';

const TABLES = [
  ...['accounts', 'audit_entries', 'connections', 'domain_claims', 'domain_owners', 'former_members'],
  ...['group_managers', 'group_memberships', 'group_roles', 'groups', 'invitations', 'member_roles', 'members'],
  ...['team_domains', 'team_seats', 'seat_bookings', 'teams'],
];
let database: Database;
let two: TwoWorkspaces;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoWorkspaces(database);
});
afterAll(() => database.close());

const CHANGES: Readonly<Record<string, (tx: Tx, team: Workspace) => Promise<unknown>>> = {
  'adds a person': (tx, { id }) =>
    addMember(tx, id, { email: 'new@one.test', name: 'New', roles: ['author', 'admin'] }, byAdmin),
  'links a person': (tx, { id, okta, people }) =>
    admitPerson(
      tx,
      id,
      { email: 'CID@one.test', name: 'Cid', given_name: 'C', family_name: 'D' },
      { status: 'deactivated', connection_id: okta },
      byConnection(people.amy),
    ),
  'lets a person in who arrives deactivated': (tx, { id, okta }) =>
    admitPerson(tx, id, someone('new@one.test'), { status: 'deactivated', connection_id: okta }, byAdmin),
  'links a person who left': async (tx, { id, okta, people }) => {
    await removeMember(tx, id, people.cid, null, byAdmin);
    await admitPerson(tx, id, someone('cid@one.test'), { status: 'active', connection_id: okta }, byAdmin);
  },
  'links a person who left and arrives deactivated': async (tx, { id, okta, people }) => {
    await removeMember(tx, id, people.cid, null, byAdmin);
    await admitPerson(tx, id, someone('cid@one.test'), { status: 'deactivated', connection_id: okta }, byAdmin);
  },
  'deactivates a person': (tx, { id, okta, people }) => deactivateMember(tx, id, people.amy, okta, byAdmin),
  'reactivates a person': (tx, { id, people }) => reactivateMember(tx, id, people.eve, null, byAdmin),
  'removes a person': (tx, { id, okta, people }) => removeMember(tx, id, people.amy, okta, byAdmin),
  'removes a manager': (tx, { id, okta, people }) => removeMember(tx, id, people.ben, okta, byAdmin),
  'removes a person who is deactivated': (tx, { id, people }) => removeMember(tx, id, people.eve, null, byAdmin),
  'renames a person': (tx, { id, people }) =>
    changePerson(tx, id, people.ben, { email: 'b@one.test', name: 'B', given_name: '', family_name: 'P' }, byAdmin),
  'makes an operator': (tx, { people }) => setOperator(tx, people.ben, true, byAdmin),
  'grants a role': (tx, { id, people }) => grantRole(tx, id, people.amy, 'publisher', byAdmin),
  'takes a role': (tx, { id, people }) => revokeRole(tx, id, people.cid, 'author', byAdmin),
  'takes the Manager role': (tx, { id, people }) => revokeRole(tx, id, people.ben, 'manager', byAdmin),
  'sets roles': (tx, { id, people }) => setRoles(tx, id, people.cid, ['author', 'admin'], byAdmin),
  'changes roles': (tx, { id, people }) =>
    changeRoles(tx, id, people.cid, { add: ['admin'], remove: ['author'] }, byAdmin),
  'gives many a role': (tx, { id, people }) =>
    changeMany(tx, id, { act: 'give_role', role: 'publisher' }, [people.amy, people.cid, people.amy], byAdmin),
  'takes a role of many': (tx, { id, people }) =>
    changeMany(tx, id, { act: 'take_role', role: 'publisher' }, [people.amy, people.cid], byAdmin),
  'deactivates many': (tx, { id, people }) =>
    changeMany(tx, id, { act: 'deactivate' }, [people.amy, people.cid, people.olga], byAdmin),
  'removes many': (tx, { id, people }) => changeMany(tx, id, { act: 'remove' }, [people.eve, people.cid], byAdmin),
  'invites a person': (tx, { id }) =>
    addOrInvite(tx, id, { email: 'ben@other.test', name: 'Ben', roles: ['author'] }, NOW, byAdmin),
  'invites a person again': (tx, { id }) =>
    addOrInvite(tx, id, { email: 'GIA@away.test', name: 'Gia', roles: [] }, NOW, byAdmin),
  'withdraws an invitation': (tx, { id, invitation }) => withdrawInvitation(tx, id, invitation, byAdmin),
  'accepts an invitation': (tx, { invitation }) => acceptInvitation(tx, GIA(), invitation, NOW, byAdmin),
  'declines an invitation': (tx, { invitation }) => declineInvitation(tx, GIA(), invitation, NOW, byAdmin),
  'sets a manager': (tx, { id, okta, people }) =>
    setManager(tx, id, okta, people.amy, { ref: 'DAN', account_id: people.dan }, byAdmin),
  'clears a manager': (tx, { id, okta, people }) => setManager(tx, id, okta, people.amy, null, byAdmin),
  'ends a refusal of the Manager role with the last report': async (tx, { id, okta, people }) => {
    await revokeRole(tx, id, people.ben, 'manager', byAdmin);
    await setManager(tx, id, okta, people.amy, null, byAdmin);
  },
  'ends it with the last report that is removed': async (tx, { id, okta, people }) => {
    await revokeRole(tx, id, people.ben, 'manager', byAdmin);
    await removeMember(tx, id, people.amy, okta, byAdmin);
  },
  'keeps it while there is a report': async (tx, { id, okta, people }) => {
    await revokeRole(tx, id, people.ben, 'manager', byAdmin);
    await setManager(tx, id, okta, people.cid, { ref: 'ben', account_id: people.ben }, byAdmin);
    await setManager(tx, id, okta, people.amy, null, byAdmin);
  },
  'ends the refusal of one manager who has no report': async (tx, { id, people }) => {
    await tx.rows(sql`update members set manager_declined = true`);
    await forgetManager(tx, id, people.cid);
    await forgetManager(tx, id, people.ben);
  },
  'gives reports that waited': (tx, { id, okta, people }) =>
    resolveReports(tx, id, okta, people.dan, ['Late', 'dan'], byAdmin),
  'makes a group': (tx, { id }) => createGroup(tx, id, { display_name: 'New', description: 'text' }, byAdmin),
  'renames a group': (tx, { id, groups }) => renameGroup(tx, id, groups.board, 'Council', null, byAdmin),
  'describes a group': (tx, { id, groups }) => describeGroup(tx, id, groups.staff, 'text', byAdmin),
  'touches a group': (tx, { id, groups }) => touchGroup(tx, id, groups.staff),
  'deletes a group': (tx, { id, groups }) => deleteGroup(tx, id, groups.board, null, byAdmin, endNothing),
  'adds people to a group': (tx, { id, groups, people }) =>
    changeGroupMembers(tx, id, groups.board, { add: [people.ben, people.cid], remove: [] }, null, byAdmin),
  'removes people from a group': (tx, { id, groups, people }) =>
    removeGroupMembers(tx, id, groups.board, [people.amy, people.dan], null, byAdmin),
  'removes many from a group': (tx, { id, groups, okta, people }) =>
    removeGroupMembers(tx, id, groups.staff, [...Object.values(people), ...Object.values(groups)], okta, byAdmin),
  'replaces the people of a group': (tx, { id, groups, people }) =>
    replaceMembers(tx, id, groups.board, [people.cid, people.dan], null, byAdmin),
  'takes a person out of synced groups': (tx, { id, okta, people }) =>
    leaveSyncedGroups(tx, id, okta, people.amy, byAdmin),
  'sets the roles of a group': (tx, { id, groups }) => setGroupRoles(tx, id, groups.board, ['publisher'], byAdmin),
  'sets the managers of a group': (tx, { id, groups, people }) =>
    setGroupManagers(tx, id, groups.staff, [people.ben, people.amy], byAdmin),
  'changes the managers of a group': (tx, { id, groups, people }) =>
    changeGroupManagers(tx, id, groups.staff, { add: [people.amy], remove: [people.cid] }, byAdmin),
  'takes a group over': (tx, { id, okta, people }) =>
    pushGroup(tx, id, okta, { display_name: 'BOARD', account_ids: [people.dan] }, byAdmin),
  'disconnects a group': (tx, { id, groups }) => disconnectGroup(tx, id, groups.staff, byAdmin),
  'moves groups to the service': (tx, { id, okta }) => moveGroupsToService(tx, id, okta, byAdmin),
  'changes a connection': (tx, { id, okta }) =>
    changeConnection(tx, id, okta, { name: 'Okta 2', paused: true, strict: true, enabled: false }, byAdmin),
  'shows managers': (tx, { id, entra }) => changeConnection(tx, id, entra, { manager_visibility: true }, byAdmin),
  'deletes a connection': (tx, { id, okta }) => deleteConnection(tx, id, okta, byAdmin),
  'adds a domain': (tx, { id }) => addDomain(tx, id, 'Claimed.test ', byAdmin),
  'adds a domain again': (tx, { id }) => addDomain(tx, id, 'one.test', byAdmin),
  'grants a role again': (tx, { id, people }) => grantRole(tx, id, people.cid, 'author', byAdmin),
  'takes a role that is not held': (tx, { id, people }) => revokeRole(tx, id, people.amy, 'author', byAdmin),
  'changes nothing of a team': (tx, { id }) => changeTeam(tx, id, { name: ' Team one ', seat_limit: 50 }, byAdmin),
  'transfers the ownership to its Owner': (tx, { id, people }) => transferOwnership(tx, id, people.olga, byAdmin),
  'removes a domain': (tx, { id }) => removeDomain(tx, id, 'one.test', byAdmin),
  'claims a domain': (tx, { id }) => claimDomain(tx, id, ' Other-only.test '),
  'drops a claim': (tx, { id }) => dropClaim(tx, id, ' CLAIMED.test'),
  'changes a team': (tx, { id }) =>
    changeTeam(tx, id, { name: 'Renamed', plan: 'business', seat_limit: 7, trails_enabled: false }, byAdmin),
  'transfers the ownership': (tx, { id, people }) => transferOwnership(tx, id, people.amy, byAdmin),
  'deletes a team': (tx, { id }) => deleteTeam(tx, id, byAdmin),
};

const someone = (email: string) => ({ email, name: 'New', given_name: 'N', family_name: 'W' });
const GIA = () => ({ account_id: two.gia, email: 'gia@away.test', vouched_by: null });

test('changes these rows with each action, and nothing in another workspace', async () => {
  const parts: string[] = [];
  for (const [what, change] of Object.entries(CHANGES)) {
    const lines = await touchedRows(database, TABLES, two.names, (tx) => change(tx, two.one));
    parts.push([what, ...lines.map((line) => `  ${line}`)].join('\n'));
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('touched-rows.txt');
});
