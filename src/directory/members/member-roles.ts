// Roles held directly by a member. Roles stack: what a person may do is the union of these and of the groups' roles
// (group-care.ts). Ownership is no role to be granted: it moves by transfer (teams.ts).

import { type By, recordChange } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { noSuchMember } from '../member.ts';
import type { Role } from '../roles.ts';
import * as store from './member-role-store.ts';
import { findMember, lockMember } from './member-store.ts';
import { applyRoleChange, checkedRole, type RoleChange } from './role-change.ts';

export { heldRoles } from './member-role-store.ts';

/**
 * Grants a role directly; false, and no change, when it is held already. Refuses with `validation` an unknown role or
 * `owner`, with `not-found` a person who is no member.
 */
export async function grantRole(tx: Tx, teamId: string, accountId: string, role: string, by: By): Promise<boolean> {
  const known = checkedRole('role', role);
  const subject = await subjectOf(tx, teamId, accountId);
  if ((await store.insertRole(tx, teamId, accountId, known)) === undefined) return false;
  await recordChange(tx, teamId, 'team.member.role_granted', subject, by, { after: { role } });
  return true;
}

/**
 * Takes a direct role back; false, and no change, when it is not held. The Manager role taken back is not granted again
 * by sync while the person keeps any report (contract 3.3).
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

/** Makes the direct roles exactly `roles`: grants and revokes the difference. */
export async function setRoles(
  tx: Tx,
  teamId: string,
  accountId: string,
  roles: readonly string[],
  by: By,
): Promise<void> {
  const wanted = roles.map((role) => checkedRole('roles', role));
  await lockMember(tx, teamId, accountId);
  await replaceRoles(tx, teamId, accountId, await directRoles(tx, teamId, accountId), wanted, by);
}

/**
 * Adds and removes direct roles, so that two admins who change one person do not undo each other's work. Refuses with
 * `conflict` (`roles`: the present ones) where other roles are held than the caller has seen, with `validation` an
 * unknown role, `owner`, or one that is both added and removed, and with `not-found`.
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
  wanted: readonly Role[],
  by: By,
): Promise<void> {
  for (const role of held) if (!wanted.includes(role)) await revokeRole(tx, teamId, accountId, role, by);
  for (const role of wanted) if (!held.includes(role)) await grantRole(tx, teamId, accountId, role, by);
}

async function subjectOf(tx: Tx, teamId: string, accountId: string) {
  const member = (await findMember(tx, teamId, accountId)) ?? noSuchMember();
  return { kind: 'user', id: accountId, name: member.name };
}
