// Grants to groups: the directory decides who is in a group, so people gain and lose trails without a change here. Only
// catalogs of workspaces have groups.
import { type By, recordAuditEvents } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import type { Group } from '../../directory/groups/group.ts';
import { lockGroup } from '../../directory/groups/groups.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { requireWidening } from '../approval/approved-audience.ts';
import { nextStatus } from '../lifecycle.ts';
import { type TrailFacts, trailEvent } from '../trail-audit-event.ts';
import { noteLiveChange } from '../trail-write-store.ts';
import { noSuchTrail, trailExists } from '../trails.ts';
import { lockGrantedTrails } from './grant-store.ts';
import {
  countAudience,
  countGrantsOfGroup,
  deleteGroupGrants,
  type GroupGrantRow,
  type GroupRights,
  insertGroupGrants,
  type LockedTrail,
  lockTrails,
  type PersonGrantRow,
  selectGroupGrants,
  selectPersonGrants,
  selectTrailsOfGroup,
  updateEdits,
  updateGroupGrants,
} from './group-grant-store.ts';

export type { GrantedTrail, GroupGrantRow } from './group-grant-store.ts';

/** The groups and people that a trail is open to, with their numbers. */
export interface TrailGroups {
  readonly items: readonly GroupGrantRow[];
  readonly people: readonly PersonGrantRow[];
  readonly audience_count: number;
}

/** Fails with `not-found` for an unknown trail. */
export async function listTrailGroups(db: Db, catalogId: string, trailId: string): Promise<TrailGroups> {
  const items = await selectGroupGrants(db, catalogId, trailId);
  if (items.length === 0 && !(await trailExists(db, catalogId, trailId))) noSuchTrail();
  const people = await selectPersonGrants(db, catalogId, trailId);
  return { items, people, audience_count: await countAudience(db, catalogId, trailId) };
}

/** The trails that are open to the group, by title. */
export const listTrailsOfGroup = selectTrailsOfGroup;

/** What the group gives to its members until it is deleted. A disconnection or a takeover changes nothing. */
export const givesOfGroup = countGrantsOfGroup;

/**
 * A change to the trails that a group may see: the trails to open, with the group's rights, and the trails to close.
 * Rights that are absent stay as they are; a new grant makes a trail available but not editable.
 */
export interface GroupTrailsChange extends Partial<GroupRights> {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Opens trails to the group, changes its rights on trails that are already open, and closes others; idempotent. Fails
 * with `not-found` for an unknown group or trail, with `conflict` for an archived trail, and like `requireOpening`.
 */
export async function changeTrailsOfGroup(
  tx: Tx,
  catalogId: string,
  groupId: string,
  { add, remove, reach, edits }: GroupTrailsChange,
  by: By,
): Promise<void> {
  // Locks the group first, in the same order as its deletion.
  const { display_name: name } = await lockGroup(tx, catalogId, groupId);
  const trails = await lockEditable(tx, catalogId, [...add, ...remove]);
  for (const trail of trails) if (add.includes(trail.trail_id)) await requireOpening(tx, catalogId, trail, [groupId]);
  const given = { reach: reach ?? 'available', edits: edits ?? false };
  const added = await insertGroupGrants(tx, catalogId, add, groupId, given, by.account_id);
  const fresh = new Set(added.map(({ trail_id }) => trail_id));
  const others = add.filter((id) => !fresh.has(id));
  const changed = await updateGroupGrants(tx, catalogId, others, groupId, reach, edits);
  const ended = await deleteGroupGrants(tx, catalogId, remove, groupId);
  const facts = { group_id: groupId, name };
  await note(tx, catalogId, trails, by, [
    ...added.map(({ trail_id }) => ({ trail_id, kind: 'trail.group.added', after: { ...facts, ...given } }) as const),
    ...changed.map(({ trail_id, ...old }) => ({
      ...({ trail_id, kind: 'trail.group.changed', before: { ...facts, ...old } } as const),
      after: { ...facts, reach: reach ?? old.reach, edits: edits ?? old.edits },
    })),
    ...ended.map((grant) => endedEvent(grant, facts)),
  ]);
}

const endedEvent = (
  { trail_id, ...rights }: GroupRights & { readonly trail_id: string },
  facts: Readonly<Record<string, string>>,
): GrantEvent => ({ trail_id, kind: 'trail.group.removed', before: { ...facts, ...rights } });

/** Opens the trail to the group and returns all its groups. Fails like `changeTrailsOfGroup`. */
export async function addTrailGroup(
  tx: Tx,
  catalogId: string,
  trailId: string,
  { group_id, ...rights }: Partial<GroupRights> & { readonly group_id: string },
  by: By,
): Promise<TrailGroups> {
  await changeTrailsOfGroup(tx, catalogId, group_id, { add: [trailId], remove: [], ...rights }, by);
  return listTrailGroups(tx, catalogId, trailId);
}

/** Changes the rights of a group that has the trail. Fails like `changeTrailsOfGroup`, and if the group lacks it. */
export async function changeTrailGroup(
  tx: Tx,
  catalogId: string,
  trailId: string,
  wanted: Partial<GroupRights> & { readonly group_id: string },
  by: By,
): Promise<TrailGroups> {
  await requireGroup(tx, catalogId, trailId, wanted.group_id);
  return addTrailGroup(tx, catalogId, trailId, wanted, by);
}

/** Closes the trail to the group and returns the remaining groups. Fails like `changeTrailGroup`. */
export async function removeTrailGroup(
  tx: Tx,
  catalogId: string,
  trailId: string,
  groupId: string,
  by: By,
): Promise<TrailGroups> {
  await requireGroup(tx, catalogId, trailId, groupId);
  await changeTrailsOfGroup(tx, catalogId, groupId, { add: [], remove: [trailId] }, by);
  return listTrailGroups(tx, catalogId, trailId);
}

/**
 * Lets a person who has a grant edit the trail, or only read it. Fails with `not-found` for an unknown trail or a
 * person without a grant, and with `conflict` for an archived trail.
 */
export async function changeTrailPerson(
  tx: Tx,
  catalogId: string,
  trailId: string,
  accountId: string,
  edits: boolean,
  by: By,
): Promise<TrailGroups> {
  const trails = await lockEditable(tx, catalogId, [trailId]);
  const { people } = await listTrailGroups(tx, catalogId, trailId);
  const person = people.find(({ user_id }) => user_id === accountId);
  if (person === undefined) throw refuse('not-found', 'This person has no grant on this trail. Grant access first.');
  if (person.edits !== edits) {
    await updateEdits(tx, catalogId, trailId, accountId, edits);
    const facts = { grantee_id: accountId, name: person.name };
    await note(tx, catalogId, trails, by, [
      {
        trail_id: trailId,
        kind: 'trail.grant.changed',
        before: { ...facts, edits: person.edits },
        after: { ...facts, edits },
      },
    ]);
  }
  return listTrailGroups(tx, catalogId, trailId);
}

/** Ends everything that a group opens, for trails in any status. The locked group is about to be deleted. */
export async function endGroupGrants(
  tx: Tx,
  catalogId: string,
  group: Pick<Group, 'group_id' | 'display_name'>,
  by: By,
): Promise<void> {
  const ids = (await lockGrantedTrails(tx, catalogId, 'group', group.group_id)).map(({ trail_id }) => trail_id);
  const trails = await lockTrails(tx, catalogId, ids);
  const ended = await deleteGroupGrants(tx, catalogId, ids, group.group_id);
  const facts = { group_id: group.group_id, name: group.display_name };
  const events = ended.map((grant) => endedEvent(grant, facts));
  await note(tx, catalogId, trails, by, events);
}

/** Call this before a trail is opened to groups. Fails like `requireWidening`. */
export async function requireOpening(
  tx: Tx,
  catalogId: string,
  trail: LockedTrail,
  groups: readonly string[],
): Promise<void> {
  if (trail.status === 'live' && trail.visibility === 'restricted')
    await requireWidening(tx, catalogId, trail, { visibility: 'restricted', groups });
}

/** Locks the trails. Fails with `not-found` if one is missing, and with `conflict` if one is archived. */
export async function lockEditable(tx: Tx, catalogId: string, trailIds: readonly string[]): Promise<LockedTrail[]> {
  const wanted = new Set(trailIds);
  const trails = await lockTrails(tx, catalogId, [...wanted]);
  if (trails.length < wanted.size) noSuchTrail();
  for (const { status } of trails) nextStatus(status, 'edit');
  return trails;
}

async function requireGroup(tx: Tx, catalogId: string, trailId: string, groupId: string): Promise<void> {
  const { items } = await listTrailGroups(tx, catalogId, trailId);
  if (items.some(({ group_id }) => group_id === groupId)) return;
  throw refuse('not-found', 'This group has no grant on this trail.');
}

type GrantEvent = TrailFacts & { readonly trail_id: string };

/**
 * Audits the changes. Moves the catalog's position only once, which is enough for its listeners because no document has
 * changed. Listeners who may edit a draft since then get other tools.
 */
async function note(
  tx: Tx,
  catalogId: string,
  trails: readonly LockedTrail[],
  by: By,
  events: readonly GrantEvent[],
): Promise<void> {
  const changed = new Map(events.map((event) => [event.trail_id, event]));
  const [first] = changed.keys();
  if (first !== undefined) await noteLiveChange(tx, catalogId, first);
  const entries = trails.flatMap((trail) => {
    const event = changed.get(trail.trail_id);
    return event === undefined ? [] : [trailEvent(catalogId, trail, event, by)];
  });
  await recordAuditEvents(tx, entries);
}
