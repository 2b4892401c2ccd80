// Adds, removes and replaces group members in bulk. The cost depends on the size of the change, not of the group.
import { auditEvent, type By, recordAuditEvents } from '../../audit/audit-log.ts';
import { slicesOf } from '../../base/slices.ts';
import { type Db, type Tx, violatedConstraint } from '../../storage/database.ts';
import type { Source } from '../member.ts';
import { type GroupState, type LockedGroup, notOfWorkspace, subjectOf } from './group.ts';
import { settleHeldChange } from './group-change.ts';
import * as store from './group-member-store.ts';
import { groupRoleEvents, type MemberChange } from './group-role-changes.ts';
import { getGroup, lockOwnGroup } from './groups.ts';

export { countMembers, groupMarks } from './group-member-store.ts';

/** How many people a call added and removed. Does not count people who were already in or out. */
export interface MemberCounts {
  readonly added: number;
  readonly removed: number;
}

/** The people added and removed, and the group's new state (undefined if nothing changed). */
export interface ChangedMembers extends MemberChange {
  readonly group: GroupState | undefined;
}

/** Removes people from a group. Ignores those who are not in it. */
export async function removeGroupMembers(
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
  source: Source,
  by: By,
): Promise<MemberCounts> {
  return changeGroupMembers(tx, teamId, groupId, { add: [], remove: accountIds }, source, by);
}

/**
 * Removes people from a group and adds others. Fails for the same reasons as `lockOwnGroup`, and with `unprocessable`
 * if a person is not a member of the team.
 */
export async function changeGroupMembers(
  tx: Tx,
  teamId: string,
  groupId: string,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  source: Source,
  by: By,
): Promise<MemberCounts> {
  const group = await lockOwnGroup(tx, teamId, groupId, source);
  return countsOf(await changeMembers(tx, teamId, group, change, by));
}

/** Makes exactly these people the members of a group that the caller has locked. */
export async function replaceMembersOf(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  accountIds: readonly string[],
  by: By,
): Promise<ChangedMembers> {
  await settleHeldChange(tx, teamId, group);
  const removed = await store.deleteOthers(tx, teamId, group.group_id, accountIds);
  const added = await addTo(tx, teamId, group, accountIds);
  return recordMembers(tx, teamId, group, { added, removed }, by);
}

/**
 * Like `changeGroupMembers`, for a group that the caller has locked. Takes one statement per direction, plus the audit
 * entries.
 */
export async function changeMembers(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  by: By,
): Promise<ChangedMembers> {
  await settleHeldChange(tx, teamId, group);
  const { add, remove } = change;
  const removed = remove.length === 0 ? NOBODY : await store.deleteMembers(tx, teamId, group.group_id, remove);
  const added = add.length === 0 ? NOBODY : await addTo(tx, teamId, group, add);
  return recordMembers(tx, teamId, group, { added, removed }, by);
}

/** Removes a person, who remains a member of the team, from every group that a connection syncs. */
export async function leaveSyncedGroups(
  tx: Tx,
  teamId: string,
  connectionId: string,
  accountId: string,
  by: By,
): Promise<void> {
  for (const { group_id } of await store.selectGroupsOfMember(tx, teamId, connectionId, accountId))
    await removeGroupMembers(tx, teamId, group_id, [accountId], connectionId, by);
}

/** A page of the members, sorted by id. Fails with `not-found`. */
export async function listGroupMembers(
  db: Db,
  teamId: string,
  groupId: string,
  after: string | null,
  limit: number,
): Promise<store.GroupMemberRow[]> {
  await getGroup(db, teamId, groupId);
  return store.selectMembers(db, teamId, groupId, after, limit);
}

const NOBODY: store.MovedMembers = { ids: [], group: undefined };

const countsOf = ({ added, removed }: MemberChange): MemberCounts => ({
  added: added.length,
  removed: removed.length,
});

const addTo = (
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  accountIds: readonly string[],
): Promise<store.MovedMembers> =>
  store.insertMembers(tx, teamId, group.group_id, accountIds).catch((thrown: unknown) => {
    throw violatedConstraint(thrown) === 'group_members_member' ? notOfWorkspace() : thrown;
  });

/** Maximum number of people in an audit entry. The first push of a large group writes several. */
const MAX_PEOPLE_PER_ENTRY = 1_000;

async function recordMembers(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  moved: { readonly added: store.MovedMembers; readonly removed: store.MovedMembers },
  by: By,
): Promise<ChangedMembers> {
  const [added, removed] = [moved.added.ids, moved.removed.ids];
  const entries = [
    ...slicesOf(removed, MAX_PEOPLE_PER_ENTRY).map((ids) => ({ before: { members: ids } })),
    ...slicesOf(added, MAX_PEOPLE_PER_ENTRY).map((ids) => ({ after: { members: ids } })),
  ];
  const [first, second] = entries;
  // A small change is one entry, even if it both adds and removes people.
  const differences =
    entries.length === 2 && added.length > 0 && removed.length > 0 ? [{ ...first, ...second }] : entries;
  const ofMembers = differences.map((difference) =>
    auditEvent(teamId, 'team.group.members_changed', subjectOf(group), by, difference),
  );
  const ofRoles = await groupRoleEvents(tx, teamId, group, { added, removed }, by);
  await recordAuditEvents(tx, [...ofMembers, ...ofRoles]);
  return { added, removed, group: moved.added.group ?? moved.removed.group };
}
