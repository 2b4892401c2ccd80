// What the service adds to a group, synced or not: the roles that its members hold through it, and the people who look
// after it.

import { type By, recordChange } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { applyRoleChange, checkedRole, type RoleChange } from '../members/role-change.ts';
import type { Role } from '../roles.ts';
import { getTeam } from '../teams/teams.ts';
import { type LockedGroup, notOfWorkspace, subjectOf } from './group.ts';
import * as store from './group-care-store.ts';
import { lockGroup } from './groups.ts';

export { groupManagers } from './group-care-store.ts';

/** Makes the roles of a group exactly `roles`; every active member holds them from the next request. */
export async function setGroupRoles(
  tx: Tx,
  teamId: string,
  groupId: string,
  roles: readonly string[],
  by: By,
): Promise<void> {
  const group = await lockGroup(tx, teamId, groupId);
  await decideRoles(tx, teamId, group, [...new Set(roles.map((role) => checkedRole('roles', role)))].sort(), by);
}

/**
 * Adds and removes roles of a group, so that two admins who change one group do not undo each other's work. Refuses
 * with `conflict` (`roles`: the present ones) where the group has other roles than the caller has seen, with
 * `validation`, and with `not-found`.
 */
export async function changeGroupRoles(
  tx: Tx,
  teamId: string,
  groupId: string,
  change: RoleChange,
  by: By,
): Promise<void> {
  const group = await lockGroup(tx, teamId, groupId);
  await decideRoles(tx, teamId, group, applyRoleChange(group.roles, change, group.display_name), by);
}

/**
 * The group as a connection takes it over. If the workspace wants to confirm that, the role admin is taken away until
 * an admin adds it again, so that no one holds it before.
 */
export async function withConfirmedRoles(tx: Tx, teamId: string, group: LockedGroup, by: By): Promise<LockedGroup> {
  if (!group.roles.includes('admin') || !(await getTeam(tx, teamId)).confirm_admin_groups) return group;
  const roles = group.roles.filter((role) => role !== 'admin');
  await replaceRoles(tx, teamId, group, roles, by);
  await store.markAdminWaits(tx, teamId, group.group_id, true);
  return { ...group, roles };
}

/** An admin's decision about the roles is also one about the role admin that waits. */
async function decideRoles(tx: Tx, teamId: string, group: LockedGroup, wanted: readonly Role[], by: By): Promise<void> {
  await store.markAdminWaits(tx, teamId, group.group_id, false);
  await replaceRoles(tx, teamId, group, wanted, by);
}

async function replaceRoles(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  wanted: readonly Role[],
  by: By,
): Promise<void> {
  const { group_id: groupId } = group;
  if (wanted.join() === group.roles.join()) return;
  await store.replaceRoles(tx, teamId, groupId, wanted);
  const difference = { before: { roles: group.roles }, after: { roles: wanted } };
  await recordChange(tx, teamId, 'team.group.roles_changed', subjectOf(group), by, difference);
}

/** Makes these people the managers of a group. Refuses with `unprocessable` somebody who is no member of the team. */
export const setGroupManagers = (
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
  by: By,
): Promise<void> => replaceManagers(tx, teamId, groupId, () => accountIds, by);

/** Adds and removes managers of a group. Refuses with `unprocessable` somebody who is no member of the team. */
export const changeGroupManagers = (
  tx: Tx,
  teamId: string,
  groupId: string,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  by: By,
): Promise<void> =>
  replaceManagers(
    tx,
    teamId,
    groupId,
    (now) => [...new Set([...now, ...change.add])].filter((id) => !change.remove.includes(id)),
    by,
  );

async function replaceManagers(
  tx: Tx,
  teamId: string,
  groupId: string,
  next: (now: readonly string[]) => readonly string[],
  by: By,
): Promise<void> {
  const group = await lockGroup(tx, teamId, groupId);
  const before = await idsOf(tx, teamId, groupId);
  const accountIds = next(before);
  await store.replaceManagers(tx, teamId, groupId, accountIds);
  const after = await idsOf(tx, teamId, groupId);
  if (after.length < new Set(accountIds).size) throw notOfWorkspace();
  if (after.join() === before.join()) return;
  const difference = { before: { managers: before }, after: { managers: after } };
  await recordChange(tx, teamId, 'team.group.managers_changed', subjectOf(group), by, difference);
}

const idsOf = async (tx: Tx, teamId: string, groupId: string): Promise<string[]> =>
  (await store.groupManagers(tx, teamId, groupId)).map(({ account_id }) => account_id).sort();
