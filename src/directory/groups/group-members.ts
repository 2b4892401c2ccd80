// Who is in a group: added, removed and replaced in bulk, at a cost that grows with the change and not with the group.
import { auditEvent, type By, recordAuditEvents } from '../../audit/audit-log.ts';
import { slicesOf } from '../../base/slices.ts';
import { type Db, type Tx, violatedConstraint } from '../../storage/database.ts';
import type { Source } from '../member.ts';
import { type GroupState, type LockedGroup, notOfWorkspace, subjectOf } from './group.ts';
import { settleHeldChange } from './group-change.ts';
import * as store from './group-member-store.ts';
import { groupRoleEvents, type MemberChange } from './group-role-changes.ts';
import { getGroup, lockOwnGroup } from './groups.ts';

export { countMembers } from './group-member-store.ts';

/** How many people a call added and removed; those who were in, or out, already do not count. */
export interface MemberCounts {
  readonly added: number;
  readonly removed: number;
}

/** Who came and who went, and how the group is since; undefined: as it was. */
export interface ChangedMembers extends MemberChange {
  readonly group: GroupState | undefined;
}

/** Removes people from a group; those who are not in it are passed over. */
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
 * Removes people from a group and adds others. Refuses as `lockOwnGroup` does, and with `unprocessable` somebody who is
 * no member of the team.
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

/** Makes these people, and nobody else, the members of a group that the caller holds already. */
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

/** `changeGroupMembers` for a group that the caller holds already: a statement for each direction, and the audit. */
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

/** Takes a person, who goes on being a member of the team, out of every group that a connection syncs. */
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

/** A page of the members in the order of their ids. Refuses with `not-found`. */
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

/** People named in one entry at most: a first push of a great group leaves several. */
const PEOPLE_AN_ENTRY = 1_000;

async function recordMembers(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  moved: { readonly added: store.MovedMembers; readonly removed: store.MovedMembers },
  by: By,
): Promise<ChangedMembers> {
  const [added, removed] = [moved.added.ids, moved.removed.ids];
  const entries = [
    ...slicesOf(removed, PEOPLE_AN_ENTRY).map((ids) => ({ before: { members: ids } })),
    ...slicesOf(added, PEOPLE_AN_ENTRY).map((ids) => ({ after: { members: ids } })),
  ];
  const [first, second] = entries;
  // The everyday change of a few people is one entry, whichever way they went.
  const differences =
    entries.length === 2 && added.length > 0 && removed.length > 0 ? [{ ...first, ...second }] : entries;
  const ofMembers = differences.map((difference) =>
    auditEvent(teamId, 'team.group.members_changed', subjectOf(group), by, difference),
  );
  const ofRoles = await groupRoleEvents(tx, teamId, group, { added, removed }, by);
  await recordAuditEvents(tx, [...ofMembers, ...ofRoles]);
  return { added, removed, group: moved.added.group ?? moved.removed.group };
}
