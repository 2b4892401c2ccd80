// Who is in a group: added, removed and replaced in bulk, at a cost that grows with the change and not with the group.
import { auditEvent, type By, recordAuditEvents } from '../audit/audit-log.ts';
import { refuse } from '../base/refusal.ts';
import { type Db, type Tx, violatedConstraint } from '../storage/database.ts';
import type { LockedGroup } from './group.ts';
import { settleHeldChange } from './group-change.ts';
import * as store from './group-member-store.ts';
import { type MemberChange, recordGroupRoles } from './group-role-changes.ts';
import { getGroup, lockOwnGroup, subjectOf } from './groups.ts';
import type { Source } from './member.ts';

/** How many people a call added and removed; those who were in, or out, already do not count. */
export interface MemberCounts {
  readonly added: number;
  readonly removed: number;
}

/**
 * Adds people to a group. Refuses as `lockOwnGroup` does, and with `unprocessable` somebody who is no member of the
 * team.
 */
export async function addGroupMembers(
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
  source: Source,
  by: By,
): Promise<MemberCounts> {
  const group = await lockOwnGroup(tx, teamId, groupId, source);
  return changeMembers(tx, teamId, group, { add: accountIds, remove: [] }, by);
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
  const group = await lockOwnGroup(tx, teamId, groupId, source);
  return changeMembers(tx, teamId, group, { add: [], remove: accountIds }, by);
}

/** Makes these people, and nobody else, the members of a group. */
export async function replaceGroupMembers(
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
  source: Source,
  by: By,
): Promise<MemberCounts> {
  const group = await lockOwnGroup(tx, teamId, groupId, source);
  return replaceMembersOf(tx, teamId, group, accountIds, by);
}

/** `replaceGroupMembers` for a group that the caller holds already. */
export async function replaceMembersOf(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  accountIds: readonly string[],
  by: By,
): Promise<MemberCounts> {
  await settleHeldChange(tx, teamId, group);
  const removed = await store.deleteOthers(tx, teamId, group.group_id, accountIds);
  const added = await addTo(tx, teamId, group, accountIds);
  return recordMembers(tx, teamId, group, { added, removed }, by);
}

/** Several changes of one group at once: the removals first, then the additions. Two statements and the audit. */
export async function changeMembers(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  by: By,
): Promise<MemberCounts> {
  await settleHeldChange(tx, teamId, group);
  const removed =
    change.remove.length === 0 ? [] : await store.deleteMembers(tx, teamId, group.group_id, change.remove);
  const added = change.add.length === 0 ? [] : await addTo(tx, teamId, group, change.add);
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

/** How many people are in the group, counted up to `most`. */
export const countMembers = store.countMembers;

/** A page of the members in the order of their ids. Refuses with `not-found`. */
export async function listGroupMembers(
  db: Db,
  teamId: string,
  groupId: string,
  after: string | null,
  limit: number,
): Promise<store.GroupMember[]> {
  await getGroup(db, teamId, groupId);
  return store.selectMembers(db, teamId, groupId, after, limit);
}

const addTo = (tx: Tx, teamId: string, group: LockedGroup, accountIds: readonly string[]): Promise<string[]> =>
  store.insertMembers(tx, teamId, group.group_id, accountIds).catch((thrown: unknown) => {
    if (violatedConstraint(thrown) !== 'group_members_member') throw thrown;
    throw refuse('unprocessable', 'Somebody in the list is no member of the workspace. Add the person first.');
  });

/** People named in one entry at most: a first push of a great group leaves several. */
const PEOPLE_AN_ENTRY = 1_000;

async function recordMembers(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  { added, removed }: MemberChange,
  by: By,
): Promise<MemberCounts> {
  const entries = [
    ...pieces(removed).map((ids) => ({ before: { members: ids } })),
    ...pieces(added).map((ids) => ({ after: { members: ids } })),
  ];
  const [first, second] = entries;
  // The everyday change of a few people is one entry, whichever way they went.
  const differences =
    entries.length === 2 && added.length > 0 && removed.length > 0 ? [{ ...first, ...second }] : entries;
  await recordAuditEvents(
    tx,
    differences.map((difference) => auditEvent(teamId, 'team.group.members_changed', subjectOf(group), by, difference)),
  );
  await recordGroupRoles(tx, teamId, group, { added, removed }, by);
  return { added: added.length, removed: removed.length };
}

function pieces(ids: readonly string[]): string[][] {
  const cut: string[][] = [];
  for (let at = 0; at < ids.length; at += PEOPLE_AN_ENTRY) cut.push(ids.slice(at, at + PEOPLE_AN_ENTRY));
  return cut;
}
