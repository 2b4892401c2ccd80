// Creates, renames, describes and deletes groups. The connection owns the name and members of a synced group; the
// service owns its description, roles and managers (contract 2.9). See group-members.ts for members, and group-link.ts
// for linking and disconnecting.

import { normalForm } from '@cairn/scim-protocol/normal-form';
import { auditEvent, type By, recordAuditEvents, recordChange } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import { t } from '../../base/texts/t.ts';
import { type Db, type Tx, violatedConstraint } from '../../storage/database.ts';
import { checkedName, checkedText, TEXT_LIMITS } from '../checked.ts';
import type { Source } from '../member.ts';
import { type Group, type GroupState, type LockedGroup, noSuchGroup, subjectOf } from './group.ts';
import { applyPrepared, type PreparedChange, settleHeldChange } from './group-change.ts';
import { selectAllMemberIds } from './group-member-store.ts';
import { groupRoleEvents } from './group-role-changes.ts';
import * as store from './group-store.ts';

export { skipGroupVersions, touchGroup } from './group-store.ts';

/** The name and description of a group. */
export type GroupWords = Pick<Group, 'display_name' | 'description'>;

/**
 * Renames or describes the group. Absent fields stay unchanged. Fails for the same reasons as `renameGroup` and
 * `describeGroup`, and with `conflict` if the texts have changed since the caller read them.
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

/**
 * Creates a group that is managed in the service. Fails with `uniqueness` if the team has one with that name, ignoring
 * case.
 */
export async function createGroup(
  tx: Tx,
  teamId: string,
  input: { readonly display_name: string; readonly description?: string },
  by: By,
): Promise<Group> {
  const display_name = checkedName('display_name', input.display_name, TEXT_LIMITS.group);
  const description = checkedText('description', input.description ?? '', TEXT_LIMITS.description);
  const row = { group_id: newId(), display_name, name_key: normalForm(display_name), description, connection_id: null };
  const made = await store.insertGroup(tx, teamId, row);
  if (made === undefined) throw nameTaken(display_name);
  const after = { display_name, description, connection_id: null };
  await recordChange(tx, teamId, 'team.group.created', subjectOf(made), by, { after });
  return made;
}

/** Fails with `not-found`. */
export async function getGroup(db: Db, teamId: string, groupId: string): Promise<Group> {
  return (await store.findGroup(db, teamId, groupId)) ?? noSuchGroup();
}

/** Locks the group until the transaction ends. Fails with `not-found`. */
export async function lockGroup(tx: Tx, teamId: string, groupId: string): Promise<LockedGroup> {
  return (await store.lockGroup(tx, teamId, groupId)) ?? noSuchGroup();
}

/**
 * Locks the group for a change of its name or members, or to delete it. Only the group's source may make such changes.
 * Fails with `not-found`, also if the group belongs to a source other than the connection that asks. Fails with
 * `conflict` if the service tries to change a synced group.
 */
export async function lockOwnGroup(tx: Tx, teamId: string, groupId: string, source: Source): Promise<LockedGroup> {
  const group = await lockGroup(tx, teamId, groupId);
  if (source !== null && group.connection_id !== source) noSuchGroup();
  if (group.connection_id === source) return group;
  throw refuse(
    'conflict',
    t(
      'The identity provider owns the name and the members of "{displayName}". Change them there, ' +
        'or disconnect the group first.',
      { displayName: group.display_name },
    ),
  );
}

/**
 * Renames the group. Does nothing if it already has the name. Fails with `uniqueness`, and for the same reasons as
 * `lockOwnGroup`.
 */
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

/**
 * Like `renameGroup`, for a group that the caller has locked. Returns its new state, or undefined if nothing changed.
 */
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

/** Sets the description of a group, synced or not. Does nothing if the description is the same. */
export async function describeGroup(tx: Tx, teamId: string, groupId: string, text: string, by: By): Promise<void> {
  const group = await lockGroup(tx, teamId, groupId);
  const description = checkedText('description', text, TEXT_LIMITS.description);
  if (description === group.description) return;
  await store.updateDescription(tx, teamId, groupId, description);
  const difference = { before: { description: group.description }, after: { description } };
  await recordChange(tx, teamId, 'team.group.described', subjectOf(group), by, difference);
}

/** Removes what higher rooms have granted to a group that is about to be deleted. */
export type EndRights = (
  tx: Tx,
  teamId: string,
  group: Pick<Group, 'group_id' | 'display_name'>,
  by: By,
) => Promise<void>;

/**
 * Deletes the group with its memberships, roles and managers, and with everything that `endRights` ends. Its members
 * lose the roles that they had through it. With `prepared`, a change prepared in slices removes the members. Returns
 * the group's name. Fails for the same reasons as `lockOwnGroup`.
 */
export async function deleteGroup(
  tx: Tx,
  teamId: string,
  groupId: string,
  source: Source,
  by: By,
  endRights: EndRights,
  prepared?: PreparedChange,
): Promise<string> {
  const group = await lockOwnGroup(tx, teamId, groupId, source);
  await endRights(tx, teamId, group, by);
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

/** Names are unique in a team, ignoring case (contract 2.9). */
export const nameTaken = (name: string): Error =>
  refuse(
    'uniqueness',
    t('The workspace already has a group named "{name}". Choose another name, or rename that group.', { name }),
    {
      field: 'displayName',
    },
  );
