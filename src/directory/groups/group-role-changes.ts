// Audits how changes of group membership affect people's roles (contract 6).

import type { AuditEvent } from '../../audit/audit-event.ts';
import { auditEvent, type By } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { ROLES, type Role } from '../roles.ts';
import type { LockedGroup } from './group.ts';
import { selectOtherRoles } from './group-member-store.ts';

/** The people who joined and left a group, by account id. */
export interface MemberChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Returns a `team.member.group_roles_changed` event for each of these people whose roles from groups have changed. Runs
 * no query if the group has no roles. Call it after the change, or before deleting a group.
 */
export async function groupRoleEvents(
  tx: Tx,
  teamId: string,
  group: Pick<LockedGroup, 'group_id' | 'roles'>,
  { added, removed }: MemberChange,
  by: By,
): Promise<AuditEvent[]> {
  if (group.roles.length === 0 || added.length + removed.length === 0) return [];
  const came = new Set(added);
  const people = await selectOtherRoles(tx, teamId, group.group_id, [...added, ...removed]);
  const changed = people.filter(({ roles }) => group.roles.some((role) => !roles.includes(role)));
  return changed.map(({ account_id, name, roles }) => {
    const all = stacked(roles, group.roles);
    const [before, after] = came.has(account_id) ? [roles, all] : [all, roles];
    const subject = { kind: 'user', id: account_id, name };
    return auditEvent(teamId, 'team.member.group_roles_changed', subject, by, {
      before: { group_roles: before },
      after: { group_roles: after, group_id: group.group_id },
    });
  });
}

const stacked = (some: readonly Role[], more: readonly Role[]): Role[] =>
  ROLES.filter((role) => some.includes(role) || more.includes(role)).sort();
