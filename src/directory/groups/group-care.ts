// What the service adds to a group, synced or not: the roles that its members get, and the group's managers.

import { type By, recordChange } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { applyRoleChange, checkedRole, type RoleChange } from '../members/role-change.ts';
import type { Role } from '../roles.ts';
import { getTeam } from '../teams/teams.ts';
import { type LockedGroup, notOfWorkspace, subjectOf } from './group.ts';
import * as store from './group-care-store.ts';
import { lockGroup } from './groups.ts';

export { groupManagers } from './group-care-store.ts';

/** Replaces the roles of a group. They apply to every active member from the next request on. */
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
 * Adds and removes roles of a group, so that two admins who edit the same group don't undo each other's work. Fails
 * with `conflict` if the group's roles have changed since the caller read them (`roles` contains the current ones),
 * with `validation`, and with `not-found`.
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
 * Returns the group with its roles after a connection takes it over. If the workspace requires confirmation, this
 * removes the admin role until an admin adds it again, so that no one gets the role before then.
 */
export async function withConfirmedRoles(tx: Tx, teamId: string, group: LockedGroup, by: By): Promise<LockedGroup> {
  if (!group.roles.includes('admin') || !(await getTeam(tx, teamId)).confirm_admin_groups) return group;
  const roles = group.roles.filter((role) => role !== 'admin');
  await replaceRoles(tx, teamId, group, roles, by);
  await store.markAdminWaits(tx, teamId, group.group_id, true);
  return { ...group, roles };
}

/** If an admin changes the roles, this also settles an admin role that awaits confirmation. */
async function decideRoles(tx: Tx, teamId: string, group: LockedGroup, roles: readonly Role[], by: By): Promise<void> {
  await store.markAdminWaits(tx, teamId, group.group_id, false);
  await replaceRoles(tx, teamId, group, roles, by);
}

async function replaceRoles(tx: Tx, teamId: string, group: LockedGroup, roles: readonly Role[], by: By): Promise<void> {
  const { group_id: groupId } = group;
  if (roles.join() === group.roles.join()) return;
  await store.replaceRoles(tx, teamId, groupId, roles);
  const difference = { before: { roles: group.roles }, after: { roles } };
  await recordChange(tx, teamId, 'team.group.roles_changed', subjectOf(group), by, difference);
}

/** Replaces the managers of a group. Fails with `unprocessable` if a person is not a member of the team. */
export const setGroupManagers = (
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
  by: By,
): Promise<void> => replaceManagers(tx, teamId, groupId, () => accountIds, by);

/** Adds and removes managers of a group. Fails with `unprocessable` if a person is not a member of the team. */
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
