// Groups: made, renamed, described and deleted. A synced group's name and members are its connection's, its
// description, roles and managers the service's (contract 2.9). Members are in group-members.ts, taking over and
// letting go in group-link.ts.

import { normalForm } from '@cairn/scim-protocol/normal-form';
import { auditEvent, type By, recordAuditEvents, recordChange } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import { type Db, type Tx, violatedConstraint } from '../../storage/database.ts';
import { checkedName, checkedText, TEXT_LIMITS } from '../checked.ts';
import type { Source } from '../member.ts';
import { type Group, type GroupState, type LockedGroup, noSuchGroup, subjectOf } from './group.ts';
import { applyPrepared, type PreparedChange, settleHeldChange } from './group-change.ts';
import { selectAllMemberIds } from './group-member-store.ts';
import { groupRoleEvents } from './group-role-changes.ts';
import * as store from './group-store.ts';

export { skipGroupVersions, touchGroup } from './group-store.ts';

/** What a group is called and described as. */
export type GroupWords = Pick<Group, 'display_name' | 'description'>;

/**
 * Renames or describes the group; absent members stay. Refuses as `renameGroup` and `describeGroup` do, and with
 * `conflict` where the group has other words than the caller has seen.
 */
export async function changeGroup(
  tx: Tx,
  teamId: string,
  groupId: string,
  { display_name, description, seen }: Partial<GroupWords> & { readonly seen?: SeenOf<GroupWords> },
  by: By,
): Promise<void> {
  const group = await lockGroup(tx, teamId, groupId);
  requireSeen<GroupWords>(seen, group);
  if (display_name !== undefined) await renameGroup(tx, teamId, groupId, display_name, null, by);
  if (description !== undefined) await describeGroup(tx, teamId, groupId, description, by);
}

/** Makes a group managed in the service. Refuses with `uniqueness` a name that the team has in any case. */
export async function createGroup(
  tx: Tx,
  teamId: string,
  wanted: { readonly display_name: string; readonly description?: string },
  by: By,
): Promise<Group> {
  const display_name = checkedName('display_name', wanted.display_name, TEXT_LIMITS.group);
  const description = checkedText('description', wanted.description ?? '', TEXT_LIMITS.description);
  const row = { group_id: newId(), display_name, name_key: normalForm(display_name), description, connection_id: null };
  const made = await store.insertGroup(tx, teamId, row);
  if (made === undefined) throw nameTaken(display_name);
  const after = { display_name, description, connection_id: null };
  await recordChange(tx, teamId, 'team.group.created', subjectOf(made), by, { after });
  return made;
}

/** The group. Refuses with `not-found`. */
export async function getGroup(db: Db, teamId: string, groupId: string): Promise<Group> {
  return (await store.findGroup(db, teamId, groupId)) ?? noSuchGroup();
}

/** The group, held until the transaction ends. Refuses with `not-found`. */
export async function lockGroup(tx: Tx, teamId: string, groupId: string): Promise<LockedGroup> {
  return (await store.lockGroup(tx, teamId, groupId)) ?? noSuchGroup();
}

/**
 * The group, held for a change of what its source owns (name, members, existence). Refuses with `not-found`, for a
 * connection also when the group is not its own, and with `conflict` when the service reaches for a synced group.
 */
export async function lockOwnGroup(tx: Tx, teamId: string, groupId: string, source: Source): Promise<LockedGroup> {
  const group = await lockGroup(tx, teamId, groupId);
  if (source !== null && group.connection_id !== source) noSuchGroup();
  if (group.connection_id === source) return group;
  throw refuse(
    'conflict',
    `The identity provider owns the name and the members of "${group.display_name}". Change them there, or ` +
      `disconnect the group first.`,
  );
}

/** Renames the group; a no-op when that is its name. Refuses with `uniqueness`, and as `lockOwnGroup` does. */
export async function renameGroup(
  tx: Tx,
  teamId: string,
  groupId: string,
  name: string,
  source: Source,
  by: By,
): Promise<boolean> {
  const group = await lockOwnGroup(tx, teamId, groupId, source);
  return (await renameHeldGroup(tx, teamId, group, name, by)) !== undefined;
}

/** `renameGroup` for a group that the caller holds already. Answers how it is now; undefined: as it was. */
export async function renameHeldGroup(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  name: string,
  by: By,
): Promise<GroupState | undefined> {
  const { group_id, connection_id } = group;
  const display_name = checkedName(connection_id === null ? 'display_name' : 'displayName', name, TEXT_LIMITS.group);
  if (display_name === group.display_name) return undefined;
  const name_key = normalForm(display_name);
  const renamed = await store.updateName(tx, teamId, group_id, display_name, name_key).catch((thrown: unknown) => {
    throw violatedConstraint(thrown) === 'groups_name' ? nameTaken(display_name) : thrown;
  });
  const difference = { before: { display_name: group.display_name }, after: { display_name } };
  await recordChange(tx, teamId, 'team.group.renamed', subjectOf({ ...group, display_name }), by, difference);
  return renamed;
}

/** Describes the group, synced or not; a no-op when nothing differs. */
export async function describeGroup(tx: Tx, teamId: string, groupId: string, text: string, by: By): Promise<void> {
  const group = await lockGroup(tx, teamId, groupId);
  const description = checkedText('description', text, TEXT_LIMITS.description);
  if (description === group.description) return;
  await store.updateDescription(tx, teamId, groupId, description);
  const difference = { before: { description: group.description }, after: { description } };
  await recordChange(tx, teamId, 'team.group.described', subjectOf(group), by, difference);
}

/**
 * Deletes the group with its memberships, roles and managers; what was held through it ends. With `prepared` all
 * members leave by a change prepared in slices. Answers its name. Refuses as `lockOwnGroup`.
 */
export async function deleteGroup(
  tx: Tx,
  teamId: string,
  groupId: string,
  source: Source,
  by: By,
  prepared?: PreparedChange,
): Promise<string> {
  const group = await lockOwnGroup(tx, teamId, groupId, source);
  if (prepared !== undefined) await applyPrepared(tx, teamId, group, prepared, by);
  else await settleHeldChange(tx, teamId, group);
  const leaving = prepared === undefined && group.roles.length > 0;
  const members = leaving ? await selectAllMemberIds(tx, teamId, groupId) : [];
  const ofRoles = await groupRoleEvents(tx, teamId, group, { added: [], removed: members }, by);
  await store.deleteGroup(tx, teamId, groupId);
  const { display_name, description, connection_id, roles } = group;
  const before = { display_name, description, connection_id, roles };
  const ofGroup = auditEvent(teamId, 'team.group.deleted', subjectOf(group), by, { before });
  await recordAuditEvents(tx, [...ofRoles, ofGroup]);
  return display_name;
}

/** Refused in any case of the letters, team-wide (contract 2.9). */
export const nameTaken = (name: string): Error =>
  refuse(
    'uniqueness',
    `The workspace has a group named "${name}" already. Choose another name, or rename that group.`,
    {
      field: 'displayName',
    },
  );
