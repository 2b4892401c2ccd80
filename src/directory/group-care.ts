// What the service adds to a group, synced or not: the roles that its members hold through it, and the people who look
// after it.

import { type By, recordChange } from '../audit/audit-log.ts';
import { refuse } from '../base/refusal.ts';
import type { Db, Tx } from '../storage/database.ts';
import * as store from './group-care-store.ts';
import { lockGroup } from './group-store.ts';
import { noSuchGroup, subjectOf } from './groups.ts';
import { checkedRole } from './member-roles.ts';
import type { Role } from './roles.ts';

/** The roles of a group. */
export const groupRoles = (db: Db, teamId: string, groupId: string): Promise<Role[]> =>
  store.selectRoles(db, teamId, groupId);

/** Makes the roles of a group exactly `roles`; every active member holds them from the next request. */
export async function setGroupRoles(
  tx: Tx,
  teamId: string,
  groupId: string,
  roles: readonly string[],
  by: By,
): Promise<void> {
  const group = await lockGroup(tx, teamId, groupId);
  if (group === undefined) throw noSuchGroup();
  const wanted = [...new Set(roles.map((role) => checkedRole('roles', role)))].sort();
  if (wanted.join() === group.roles.join()) return;
  await store.replaceRoles(tx, teamId, groupId, wanted);
  const difference = { before: { roles: group.roles }, after: { roles: wanted } };
  await recordChange(tx, teamId, 'team.group.roles_changed', subjectOf(group), by, difference);
}

/** The people who look after a group, by name. */
export const groupManagers = (db: Db, teamId: string, groupId: string): Promise<store.GroupManager[]> =>
  store.selectManagers(db, teamId, groupId);

/** Makes these people the managers of a group. Refuses with `unprocessable` somebody who is no member of the team. */
export async function setGroupManagers(
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
  by: By,
): Promise<void> {
  const group = await lockGroup(tx, teamId, groupId);
  if (group === undefined) throw noSuchGroup();
  const before = await idsOf(tx, teamId, groupId);
  await store.replaceManagers(tx, teamId, groupId, accountIds);
  const after = await idsOf(tx, teamId, groupId);
  if (after.length < new Set(accountIds).size)
    throw refuse('unprocessable', 'Somebody in the list is no member of the workspace. Add the person first.');
  if (after.join() === before.join()) return;
  const difference = { before: { managers: before }, after: { managers: after } };
  await recordChange(tx, teamId, 'team.group.managers_changed', subjectOf(group), by, difference);
}

const idsOf = async (tx: Tx, teamId: string, groupId: string): Promise<string[]> =>
  (await store.selectManagers(tx, teamId, groupId)).map(({ account_id }) => account_id).sort();
