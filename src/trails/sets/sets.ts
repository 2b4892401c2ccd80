// Sets of trails, such as "Onboarding for sales": a name, an order, and an audience. They are stored next to the
// documents. For the audience see set-audience.ts.

import { normalForm } from '@cairn/scim-protocol/normal-form';
import { type By, type Difference, differenceOf, recordChange } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import { t } from '../../base/texts/t.ts';
import { checkedName, checkedText, TEXT_LIMITS } from '../../directory/checked.ts';
import { type Db, type Tx, violatedConstraint } from '../../storage/database.ts';
import { lockEditable, requireOpening } from '../readers/group-grants.ts';
import { noteLiveChange } from '../trail-write-store.ts';
import {
  deleteSetRow,
  insertSet,
  type LockedSet,
  lockSetRow,
  lockSetRows,
  replaceItems,
  type SetGrantRow,
  type SetItem,
  type SetRow,
  type SetWords,
  selectItems,
  selectSetGrants,
  selectSets,
  updateSet,
  updateSetOrder,
} from './set-store.ts';

export type { SetGrantRow, SetItem, SetRow } from './set-store.ts';

const MAX_NAME = 120;
const MAX_SETS = 200;

export interface SetPage extends SetRow {
  readonly items: readonly SetItem[];
  readonly grants: readonly SetGrantRow[];
}

interface ChosenTrails {
  readonly trail_ids: readonly string[];
}

/** The sets of the catalog in order. */
export const listSets = (db: Db, catalogId: string): Promise<SetRow[]> => selectSets(db, catalogId);

/** The set with its trails and its audience. Fails with `not-found`. */
export async function getSet(db: Db, catalogId: string, setId: string): Promise<SetPage> {
  const [found] = await selectSets(db, catalogId, setId);
  if (found === undefined) noSuchSet();
  const items = await selectItems(db, catalogId, setId);
  return { ...found, items, grants: await selectSetGrants(db, catalogId, setId) };
}

/** Adds an empty set at the end. Fails with `conflict` if the name is in use or there are already 200 sets. */
export async function createSet(tx: Tx, catalogId: string, words: Partial<SetWords>, by: By): Promise<SetPage> {
  const set = { set_id: newId(), ...checkedWords({ name: '', description: '' }, words) };
  if ((await listSets(tx, catalogId)).length >= MAX_SETS)
    throw refuse(
      'conflict',
      t('The catalog has {limit} sets. Delete one before you add another.', { limit: MAX_SETS }),
    );
  if ((await insertSet(tx, catalogId, { ...set, name_key: normalForm(set.name) })) === undefined)
    throw nameTaken(set.name);
  const { name, description } = set;
  await recordSet(tx, catalogId, 'trail_set.created', set, by, { after: { name, description } });
  return getSet(tx, catalogId, set.set_id);
}

/** Changes the set's name or description. Absent fields stay unchanged. Fails with `not-found` or `conflict`. */
export async function changeSet(
  tx: Tx,
  catalogId: string,
  setId: string,
  { seen, ...change }: Partial<SetWords> & { readonly seen?: SeenOf<SetWords> },
  by: By,
): Promise<SetPage> {
  const before = await lockSet(tx, catalogId, setId);
  requireSeen(seen, { name: before.name, description: before.description });
  const after = { set_id: setId, ...checkedWords(before, change) };
  const difference = differenceOf(['name', 'description'], before, after);
  if (difference === undefined) return getSet(tx, catalogId, setId);
  await updateSet(tx, catalogId, { ...after, name_key: normalForm(after.name) }).catch((thrown: unknown) => {
    throw violatedConstraint(thrown) === 'trail_sets_name' ? nameTaken(after.name) : thrown;
  });
  await recordSet(tx, catalogId, 'trail_set.changed', after, by, difference);
  return getSet(tx, catalogId, setId);
}

/**
 * Makes these trails the content of the set, in this order. Fails with `not-found` for an unknown set or trail, with
 * `conflict` if an added trail is archived or the content is not as `seen`, and like `requireOpening`.
 */
export async function setTrailsOfSet(
  tx: Tx,
  catalogId: string,
  setId: string,
  { trail_ids: trailIds, seen }: ChosenTrails & { readonly seen?: SeenOf<ChosenTrails> },
  by: By,
): Promise<SetPage> {
  const set = await lockSet(tx, catalogId, setId);
  const items = await selectItems(tx, catalogId, setId);
  const before = items.map(({ trail_id }) => trail_id);
  requireSeen(seen, { trail_ids: before });
  if (before.join() === trailIds.join()) return getSet(tx, catalogId, setId);
  const added = trailIds.filter((id) => !before.includes(id));
  const grants = await selectSetGrants(tx, catalogId, setId);
  const groups = grants.filter(({ kind }) => kind === 'group').map(({ grantee_id }) => grantee_id);
  for (const trail of await lockEditable(tx, catalogId, added)) await requireOpening(tx, catalogId, trail, groups);
  await replaceItems(tx, catalogId, setId, trailIds);
  await noteSetChange(tx, catalogId, setId, items);
  await recordSet(tx, catalogId, 'trail_set.trails_changed', set, by, {
    before: { trail_ids: before },
    after: { trail_ids: trailIds },
  });
  return getSet(tx, catalogId, setId);
}

/** Deletes the set, which ends everything that it opened. Fails with `not-found`. */
export async function deleteSet(tx: Tx, catalogId: string, setId: string, by: By): Promise<void> {
  const set = await lockSet(tx, catalogId, setId);
  const { trail_count, audience_count, items } = await getSet(tx, catalogId, setId);
  await deleteSetRow(tx, catalogId, setId);
  await noteSetChange(tx, catalogId, setId, items);
  const before = { description: set.description, trail_count, audience_count };
  await recordSet(tx, catalogId, 'trail_set.deleted', set, by, { before });
}

/** Puts the sets into this order. Fails with `conflict` if the list is not complete, or the order is not as `seen`. */
export async function orderSets(
  tx: Tx,
  catalogId: string,
  setIds: readonly string[],
  by: By,
  seen?: SeenOf<{ readonly set_ids: readonly string[] }>,
): Promise<SetRow[]> {
  await lockSets(tx, catalogId);
  const before = (await listSets(tx, catalogId)).map(({ set_id }) => set_id);
  requireSeen(seen, { set_ids: before });
  if (before.length !== setIds.length || before.some((id) => !setIds.includes(id)))
    throw refuse('conflict', 'Name every set of the catalog once. Load the sets again, because they have changed.');
  if (before.join() === setIds.join()) return listSets(tx, catalogId);
  await updateSetOrder(tx, catalogId, setIds);
  const subject = { kind: 'catalog', id: catalogId, name: 'the catalog' };
  const difference = { before: { set_ids: before }, after: { set_ids: setIds } };
  await recordChange(tx, catalogId, 'catalog.sets_ordered', subject, by, difference);
  return listSets(tx, catalogId);
}

/** Locks all sets until the transaction ends. */
export const lockSets = lockSetRows;

/** The set, locked until the transaction ends. Fails with `not-found`. */
export const lockSet = async (tx: Tx, catalogId: string, setId: string): Promise<LockedSet> =>
  (await lockSetRow(tx, catalogId, setId)) ?? noSuchSet();

/** Notifies the catalog's listeners if the set contained trails before the change or contains some after it. */
export async function noteSetChange(
  tx: Tx,
  catalogId: string,
  setId: string,
  before: readonly SetItem[] = [],
): Promise<void> {
  const all = [...before, ...(await selectItems(tx, catalogId, setId))];
  const [first] = all;
  if (first !== undefined) await noteLiveChange(tx, catalogId, first.trail_id);
}

export const recordSet = (
  tx: Tx,
  catalogId: string,
  kind: string,
  { set_id, name }: Pick<LockedSet, 'set_id' | 'name'>,
  by: By,
  difference: Difference,
): Promise<void> => recordChange(tx, catalogId, kind, { kind: 'trail_set', id: set_id, name }, by, difference);

function noSuchSet(): never {
  throw refuse('not-found', 'There is no set of trails with this id in this catalog.');
}

const checkedWords = (before: SetWords, change: Partial<SetWords>): SetWords => ({
  name: checkedName('name', change.name ?? before.name, MAX_NAME),
  description: checkedText('description', change.description ?? before.description, TEXT_LIMITS.description),
});

const nameTaken = (name: string): Error =>
  refuse('conflict', t('The catalog already has a set named "{name}". Choose another name.', { name }));
