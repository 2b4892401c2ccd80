// Roles held directly by a member. Roles stack: what a person may do is the union of these and of the groups' roles
// (group-roles.ts). Ownership is no role to be granted: it moves by transfer (teams.ts).

import { type By, recordChange } from '../audit/audit-log.ts';
import { refuse } from '../base/refusal.ts';
import type { Db, Tx } from '../storage/database.ts';
import { invalid } from './checked.ts';
import * as store from './member-role-store.ts';
import { findMember } from './member-store.ts';
import { ROLES, type Role } from './roles.ts';

/** Every role a member holds, and through what. */
export const heldRoles = (db: Db, teamId: string, accountId: string): Promise<store.HeldRole[]> =>
  store.selectHeldRoles(db, teamId, accountId);

/**
 * Grants a role directly. A no-op when it is held already. Refuses with `validation` an unknown role or `owner`, with
 * `not-found` who is no member.
 */
export async function grantRole(tx: Tx, teamId: string, accountId: string, role: string, by: By): Promise<void> {
  const known = checkedRole('role', role);
  const subject = await subjectOf(tx, teamId, accountId);
  if ((await store.insertRole(tx, teamId, accountId, known)) === undefined) return;
  await recordChange(tx, teamId, 'team.member.role_granted', subject, by, { after: { role } });
}

/**
 * Takes a direct role back. A no-op when it is not held. The Manager role taken back is not granted again by sync while
 * the person keeps any report (spec 3.3).
 */
export async function revokeRole(tx: Tx, teamId: string, accountId: string, role: string, by: By): Promise<void> {
  const known = checkedRole('role', role);
  const subject = await subjectOf(tx, teamId, accountId);
  const removed = await store.deleteRole(tx, teamId, accountId, known);
  if (removed === undefined) return;
  if (known === 'manager') await store.declineManagerRole(tx, teamId, accountId);
  await recordChange(tx, teamId, 'team.member.role_revoked', subject, by, { before: { role, origin: removed.origin } });
}

/** Makes the direct roles exactly `roles`: grants and revokes the difference. */
export async function setRoles(
  tx: Tx,
  teamId: string,
  accountId: string,
  roles: readonly string[],
  by: By,
): Promise<void> {
  const wanted = new Set(roles.map((role) => checkedRole('roles', role)));
  const held = (await store.selectHeldRoles(tx, teamId, accountId))
    .filter(({ group_id, role }) => group_id === null && role !== 'owner')
    .map(({ role }) => role);
  for (const role of held) if (!wanted.has(role)) await revokeRole(tx, teamId, accountId, role, by);
  for (const role of wanted) if (!held.includes(role)) await grantRole(tx, teamId, accountId, role, by);
}

/** The role by its name. Refuses with `validation` an unknown one and `owner`. */
export function checkedRole(field: string, given: string): Role {
  const role = ROLES.find((known) => known === given);
  const grantable = ROLES.filter((known) => known !== 'owner').join(', ');
  if (role === undefined) throw invalid(field, `Unknown role ${given}. The roles are ${grantable}.`);
  if (role === 'owner')
    throw invalid(field, `The Owner is named by a transfer of ownership. Grant one of ${grantable}.`);
  return role;
}

async function subjectOf(tx: Tx, teamId: string, accountId: string) {
  const member = await findMember(tx, teamId, accountId);
  if (member === undefined) throw refuse('not-found', 'There is no such member in this workspace.');
  return { kind: 'user', id: accountId, name: member.name };
}
