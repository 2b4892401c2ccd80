// Roles granted directly to members. A person's rights are the union of these and the roles from groups
// (group-care.ts). Ownership is transferred (teams.ts) and cannot be granted as a role.

import { type By, recordChange } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { noSuchMember } from '../member.ts';
import type { Role } from '../roles.ts';
import * as store from './member-role-store.ts';
import { findMember, lockMember } from './member-store.ts';
import { applyRoleChange, checkedRole, type RoleChange } from './role-change.ts';

export { heldRoles } from './member-role-store.ts';

/**
 * Grants a direct role. False if the member already has it. Fails with `validation` if the role is unknown or `owner`,
 * and with `not-found` if the person is not a member.
 */
export async function grantRole(tx: Tx, teamId: string, accountId: string, role: string, by: By): Promise<boolean> {
  const known = checkedRole('role', role);
  const subject = await subjectOf(tx, teamId, accountId);
  if ((await store.insertRole(tx, teamId, accountId, known)) === undefined) return false;
  await recordChange(tx, teamId, 'team.member.role_granted', subject, by, { after: { role } });
  return true;
}

/**
 * Revokes a direct role. False if the member does not have it. Sync does not grant a revoked Manager role again as long
 * as the person has any reports (contract 3.3).
 */
export async function revokeRole(tx: Tx, teamId: string, accountId: string, role: string, by: By): Promise<boolean> {
  const known = checkedRole('role', role);
  const subject = await subjectOf(tx, teamId, accountId);
  const removed = await store.deleteRole(tx, teamId, accountId, known);
  if (removed === undefined) return false;
  if (known === 'manager') await store.declineManagerRole(tx, teamId, accountId);
  await recordChange(tx, teamId, 'team.member.role_revoked', subject, by, { before: { role, origin: removed.origin } });
  return true;
}

/** Makes the direct roles exactly `roles` by granting and revoking the difference. */
export async function setRoles(
  tx: Tx,
  teamId: string,
  accountId: string,
  roles: readonly string[],
  by: By,
): Promise<void> {
  const checked = roles.map((role) => checkedRole('roles', role));
  await lockMember(tx, teamId, accountId);
  await replaceRoles(tx, teamId, accountId, await directRoles(tx, teamId, accountId), checked, by);
}

/**
 * Adds and removes direct roles, so that two admins who edit the same person don't undo each other's work. Fails with
 * `conflict` if the roles have changed since the caller read them (`roles` contains the current ones). Fails with
 * `validation` if a role is unknown, is `owner`, or is both added and removed, and with `not-found`.
 */
export async function changeRoles(
  tx: Tx,
  teamId: string,
  accountId: string,
  change: RoleChange,
  by: By,
): Promise<void> {
  const member = (await lockMember(tx, teamId, accountId)) ?? noSuchMember();
  const held = await directRoles(tx, teamId, accountId);
  await replaceRoles(tx, teamId, accountId, held, applyRoleChange(held, change, member.name), by);
}

async function directRoles(tx: Tx, teamId: string, accountId: string): Promise<Role[]> {
  const held = await store.heldRoles(tx, teamId, accountId);
  return held.filter(({ group_id, role }) => group_id === null && role !== 'owner').map(({ role }) => role);
}

async function replaceRoles(
  tx: Tx,
  teamId: string,
  accountId: string,
  held: readonly Role[],
  roles: readonly Role[],
  by: By,
): Promise<void> {
  for (const role of held) if (!roles.includes(role)) await revokeRole(tx, teamId, accountId, role, by);
  for (const role of roles) if (!held.includes(role)) await grantRole(tx, teamId, accountId, role, by);
}

async function subjectOf(tx: Tx, teamId: string, accountId: string) {
  const member = (await findMember(tx, teamId, accountId)) ?? noSuchMember();
  return { kind: 'user', id: accountId, name: member.name };
}
