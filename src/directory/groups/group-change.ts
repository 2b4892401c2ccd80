// Changes the members of a large group on storage with a single connection. The change is prepared in slices between
// other requests, becomes visible in one commit, and is cleaned up in slices. If the process dies, readers see the
// group as it was either before or after the change. The next writer of the group, or a sweep, undoes or completes the
// rest.
import { auditEvent, type By, recordAuditEvents } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { doEach, slicesOf } from '../../base/slices.ts';
import { type Database, type Tx, violatedConstraint } from '../../storage/database.ts';
import type { Role } from '../roles.ts';
import { type GroupState, type LockedGroup, notOfWorkspace, subjectOf } from './group.ts';
import * as store from './group-change-store.ts';
import { groupRoleEvents } from './group-role-changes.ts';
import { lockGroup, touchGroup } from './group-store.ts';

/** The requested members, as account ids: either the complete list, or additions and removals. */
export type MembershipPlan =
  | { readonly kind: 'exactly'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'change'; readonly add: ReadonlySet<string>; readonly remove: ReadonlySet<string> };

export interface PreparedChange {
  readonly group_id: string;
  readonly change_id: string;
  /** The group's version when the change was prepared. Undefined: the same commit creates the group. */
  readonly version: number | undefined;
  /** The number of people who will join or leave. */
  readonly size: number;
}

/** Thrown if the group has changed since the change was prepared. Prepare it again. */
export class GroupMoved extends Error {}

/** Members per slice. A slice takes a few milliseconds, including its audit entry. */
const SLICE = 200;

/** Prepares the change in slices. Fails with `unprocessable` if a person is not a member of the workspace. */
export async function prepareChange(
  database: Database,
  teamId: string,
  group: Pick<PreparedChange, 'group_id' | 'version'>,
  plan: MembershipPlan,
): Promise<PreparedChange> {
  const { group_id } = group;
  const change_id = newId();
  do await settleChange(database, teamId, group_id);
  while (!(await store.insertChange(database, teamId, group_id, change_id)));
  try {
    let size = 0;
    for await (const leaving of leavers(database, teamId, group_id, plan)) {
      size += await store.markLeaving(database, teamId, group_id, change_id, leaving);
      await database.giveWay();
    }
    for (const joining of slicesOf([...(plan.kind === 'exactly' ? plan.ids : plan.add)], SLICE)) {
      size += await store.markJoining(database, teamId, group_id, change_id, joining);
      await database.giveWay();
    }
    return { ...group, change_id, size };
  } catch (thrown) {
    await settleChange(database, teamId, group_id).catch(() => undefined);
    throw violatedConstraint(thrown) === 'group_members_member' ? notOfWorkspace() : thrown;
  }
}

/**
 * Applies the change to the locked group when the transaction commits. Throws `GroupMoved` if the group has changed or
 * another writer has undone the preparation. Returns the group's new state, or undefined if nothing changed.
 */
export async function applyPrepared(
  tx: Tx,
  teamId: string,
  group: LockedGroup,
  prepared: PreparedChange,
  by: By,
): Promise<GroupState | undefined> {
  if (prepared.group_id !== group.group_id) throw new GroupMoved();
  if (prepared.version !== undefined && prepared.version !== group.version) throw new GroupMoved();
  const { group_id, display_name, roles } = group;
  const told: AuditData = { group_id, display_name, roles, by };
  if (!(await store.applyChange(tx, teamId, group_id, prepared.change_id, told))) throw new GroupMoved();
  if (prepared.size === 0) return undefined;
  const moved = await touchGroup(tx, teamId, group_id);
  if (roles.length > 0) await store.moveTeamStamp(tx, teamId);
  return moved;
}

/** The data for a change's audit entries. */
interface AuditData {
  readonly group_id: string;
  readonly display_name: string;
  readonly roles: readonly Role[];
  readonly by: By;
}

/** Completes an applied change in slices, or undoes one that was not applied. Does nothing if there is no change. */
export async function settleChange(database: Database, teamId: string, groupId: string): Promise<void> {
  let place: Settling = { after: null };
  while (place !== 'done') {
    const after: string | null = place.after;
    place = await database.inTransaction((tx) => settleSlice(tx, teamId, groupId, after));
    await database.giveWay();
  }
}

/** Like `settleChange`, but in a single transaction, for a writer who has locked the group. */
export async function settleHeldChange(tx: Tx, teamId: string, group: LockedGroup): Promise<void> {
  let place: Settling = group.is_changing ? { after: null } : 'done';
  while (place !== 'done') place = await settleSlice(tx, teamId, group.group_id, place.after);
}

/**
 * Settles abandoned changes that were started before the given time (milliseconds since the epoch). Returns the number
 * of changes.
 */
export async function settleAbandoned(database: Database, before: number): Promise<number> {
  const abandoned = await store.selectAbandoned(database, before);
  await doEach(abandoned, ({ team_id, group_id }) => settleChange(database, team_id, group_id));
  return abandoned.length;
}

/** The progress: the last person that was settled, null before the first one. */
type Settling = 'done' | { readonly after: string | null };

/** Writes the slice's audit entry in the same transaction, so that each person is named exactly once. */
async function settleSlice(tx: Tx, teamId: string, groupId: string, after: string | null): Promise<Settling> {
  // Lock the group, if it still exists, so that no one else settles or applies the change concurrently.
  await lockGroup(tx, teamId, groupId);
  const change = await store.findChange(tx, teamId, groupId);
  if (change === undefined) return 'done';
  const rows = await store.selectMarked(tx, teamId, groupId, change.change_id, after, SLICE);
  const last = rows.at(-1);
  if (last === undefined) {
    // In the meantime, people may have been marked before this position, so start again before concluding that none are
    // left.
    if (after !== null) return { after: null };
    await store.deleteChange(tx, teamId, groupId, change.change_id);
    return 'done';
  }
  await store.keepMembers(tx, teamId, groupId, idsThat(change.is_applied, rows));
  await store.dropMembers(tx, teamId, groupId, idsThat(!change.is_applied, rows));
  if (change.is_applied && change.told !== null) await recordMembers(tx, teamId, JSON.parse(change.told), rows);
  return { after: last.account_id };
}

const idsThat = (joins: boolean, rows: readonly store.SettledMember[]): string[] =>
  rows.filter((row) => row.joins === joins).map((row) => row.account_id);

async function recordMembers(
  tx: Tx,
  teamId: string,
  told: AuditData,
  rows: readonly store.SettledMember[],
): Promise<void> {
  const [added, removed] = [idsThat(true, rows), idsThat(false, rows)];
  const difference = {
    ...(removed.length === 0 ? {} : { before: { members: removed } }),
    ...(added.length === 0 ? {} : { after: { members: added } }),
  };
  const ofMembers = auditEvent(teamId, 'team.group.members_changed', subjectOf(told), told.by, difference);
  const ofRoles = await groupRoleEvents(tx, teamId, told, { added, removed }, told.by);
  await recordAuditEvents(tx, [ofMembers, ...ofRoles]);
}

async function* leavers(
  database: Database,
  teamId: string,
  groupId: string,
  plan: MembershipPlan,
): AsyncGenerator<string[]> {
  if (plan.kind === 'change') return yield* slicesOf([...plan.remove].sort(), SLICE);
  let after: string | null = null;
  for (;;) {
    const page = await store.selectUnmarked(database, teamId, groupId, after, SLICE * 5);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.account_id;
    const ids = page.map(({ account_id }) => account_id);
    yield* slicesOf(
      ids.filter((id) => !plan.ids.has(id)),
      SLICE,
    );
  }
}
