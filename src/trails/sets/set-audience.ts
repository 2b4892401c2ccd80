// The audience of a set: people and groups that may see, and possibly edit, all of its trails.
import type { By } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import type { Group } from '../../directory/groups/group.ts';
import { lockGroup } from '../../directory/groups/groups.ts';
import { getMember } from '../../directory/members/members.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { endApprovers } from '../catalog/catalog-rules.ts';
import { lockTrails } from '../readers/group-grant-store.ts';
import { endGroupGrants, requireOpening } from '../readers/group-grants.ts';
import { setsOpenTo } from '../readers/opened-sets-store.ts';
import { listVisibleHeads, type ReaderIdentity } from '../readers/visible-trails.ts';
import {
  deleteSetGrant,
  lockSetsOfGroup,
  type SetGrant,
  selectItems,
  selectSetGrants,
  upsertSetGrant,
} from './set-store.ts';
import { getSet, lockSet, noteSetChange, recordSet, type SetPage } from './sets.ts';

/** The rights of a grant as a person saw them; null if there was no grant. */
export type SeenGrant = SeenOf<{ readonly reach: SetGrant['reach']; readonly edits: boolean | null }>;

/**
 * Opens the set to a person or a group, or changes such a grant; idempotent. Fails with `not-found` for an unknown set
 * or group, with `unprocessable` if the person is not an active member, with `conflict` if the grant is not as `seen`,
 * and like `requireOpening`.
 */
export async function putSetGrant(
  tx: Tx,
  catalogId: string,
  setId: string,
  grant: SetGrant,
  by: By,
  seen?: SeenGrant,
): Promise<SetPage> {
  const name = await granteeName(tx, catalogId, grant);
  const set = await lockSet(tx, catalogId, setId);
  const before = (await selectSetGrants(tx, catalogId, setId)).find(isOf(grant));
  requireSeen(seen, { reach: before?.reach ?? null, edits: before?.edits ?? null });
  if (before?.reach === grant.reach && before.edits === grant.edits) return getSet(tx, catalogId, setId);
  if (before === undefined && grant.kind === 'group') {
    const items = await selectItems(tx, catalogId, setId);
    const trails = await lockTrails(
      tx,
      catalogId,
      items.map(({ trail_id }) => trail_id),
    );
    for (const trail of trails) await requireOpening(tx, catalogId, trail, [grant.grantee_id]);
  }
  await upsertSetGrant(tx, catalogId, setId, grant, by.account_id);
  await noteSetChange(tx, catalogId, setId);
  const kind = before === undefined ? 'trail_set.grant.added' : 'trail_set.grant.changed';
  const old = before === undefined ? {} : { before: { name, reach: before.reach, edits: before.edits } };
  await recordSet(tx, catalogId, kind, set, by, { ...old, after: { ...grant, name } });
  return getSet(tx, catalogId, setId);
}

/** Ends a grant on the set. Fails with `not-found`, and with `conflict` if the grant is not as `seen`. */
export async function removeSetGrant(
  tx: Tx,
  catalogId: string,
  setId: string,
  grantee: Pick<SetGrant, 'kind' | 'grantee_id'>,
  by: By,
  seen?: SeenGrant,
): Promise<SetPage> {
  const set = await lockSet(tx, catalogId, setId);
  const known = (await selectSetGrants(tx, catalogId, setId)).find(isOf(grantee));
  if (known === undefined) throw refuse('not-found', 'The set is not open to this person or group.');
  requireSeen<NonNullable<SeenGrant>>(seen, { reach: known.reach, edits: known.edits });
  const ended = await deleteSetGrant(tx, catalogId, setId, grantee);
  await noteSetChange(tx, catalogId, setId);
  await recordSet(tx, catalogId, 'trail_set.grant.removed', set, by, { before: { ...ended, name: known.name } });
  return getSet(tx, catalogId, setId);
}

/** Ends everything that a group opens, edits and approves, because the locked group is about to be deleted. */
export async function endGroupRights(
  tx: Tx,
  catalogId: string,
  group: Pick<Group, 'group_id' | 'display_name'>,
  by: By,
): Promise<void> {
  const grantee = { kind: 'group', grantee_id: group.group_id } as const;
  for (const set of await lockSetsOfGroup(tx, catalogId, group.group_id)) {
    const ended = await deleteSetGrant(tx, catalogId, set.set_id, grantee);
    await noteSetChange(tx, catalogId, set.set_id);
    const before = { ...ended, name: group.display_name };
    await recordSet(tx, catalogId, 'trail_set.grant.removed', set, by, { before });
  }
  await endGroupGrants(tx, catalogId, group, by);
  await endApprovers(tx, catalogId, group.group_id, by);
}

/** A set as an employee sees it. */
export interface ReadableSet {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The trails in the set that the reader can see, in the order of the set. */
  readonly trail_ids: readonly string[];
}

/**
 * The sets that are open to the reader, in order. A set without an audience is shown to everyone, but opens nothing.
 * Sets in which the reader sees no trail are left out.
 */
export async function setsFor(db: Db, reader: ReaderIdentity): Promise<ReadableSet[]> {
  const rows = await setsOpenTo(db, reader);
  const ids = [...new Set(rows.map(({ trail_id }) => trail_id))];
  if (ids.length === 0) return [];
  const visible = new Set((await listVisibleHeads(db, reader, ids)).map(({ trail_id }) => trail_id));
  const sets = new Map<string, ReadableSet & { readonly trail_ids: string[] }>();
  for (const { set_id: id, name, description, trail_id } of rows) {
    if (!visible.has(trail_id)) continue;
    const set = sets.get(id) ?? { id, name, description, trail_ids: [] };
    set.trail_ids.push(trail_id);
    sets.set(id, set);
  }
  return [...sets.values()];
}

const isOf =
  (grantee: Pick<SetGrant, 'kind' | 'grantee_id'>) =>
  (other: Pick<SetGrant, 'kind' | 'grantee_id'>): boolean =>
    other.kind === grantee.kind && other.grantee_id === grantee.grantee_id;

async function granteeName(tx: Tx, catalogId: string, { kind, grantee_id }: SetGrant): Promise<string> {
  // Locks the group first, in the same order as its deletion.
  if (kind === 'group') return (await lockGroup(tx, catalogId, grantee_id)).display_name;
  const member = await getMember(tx, catalogId, grantee_id);
  if (member.status === 'active') return member.name;
  throw refuse('unprocessable', 'The person is not an active member of the workspace.');
}
