// Applies the sets of a plan: their names, trails, audiences and order.
import type { By } from '../../audit/audit-log.ts';
import { errorAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { Tx } from '../../storage/database.ts';
import { audienceOf, grantsOfSets, type ResolvedAudience } from '../readers/named-audience.ts';
import { differingMembers } from '../readers/stated-audience.ts';
import { changeSetAudience } from '../sets/named-set-audience.ts';
import {
  changeSet,
  createSet,
  deleteSet,
  getSet,
  listSets,
  lockSets,
  orderSets,
  setTrailsOfSet,
} from '../sets/sets.ts';
import type { PlannedSet, PlannedSets } from './plan.ts';
import { changedSince } from './planned-changes.ts';

/** Locks all sets. Fails with `conflict` if they differ from what the plan was made from. */
export async function requireSameSets(tx: Tx, catalogId: string, { list, deleted, seen }: PlannedSets): Promise<void> {
  if (list.length + deleted.length === 0) return;
  await lockSets(tx, catalogId);
  const issues: ValidationIssue[] = [];
  const ids = (await listSets(tx, catalogId)).map(({ set_id }) => set_id);
  if (seen !== undefined && seen.join() !== ids.join())
    issues.push(errorAt('sets', 'The list of sets has just been changed.'));
  const grants = await grantsOfSets(tx, catalogId);
  for (const [index, { set_id, seen: before, audience }] of list.entries()) {
    if (set_id === null || !ids.includes(set_id)) continue;
    const { name, description, items } = await getSet(tx, catalogId, set_id);
    const now = { name, description, trail_ids: items.map(({ trail_id }) => trail_id) };
    const isOpenElsewhere = differingMembers(audience.seen, audienceOf(grants.get(set_id) ?? [])).length > 0;
    if (isOpenElsewhere || !isAsSeen(before, now))
      issues.push(errorAt(`sets[${index}]`, t('The set “{name}” has just been changed.', { name })));
  }
  if (issues.length > 0) throw changedSince(issues);
}

const isAsSeen = (seen: PlannedSet['seen'], now: Required<PlannedSet['seen']>): boolean =>
  (seen.name ?? now.name) === now.name &&
  (seen.description ?? now.description) === now.description &&
  (seen.trail_ids ?? now.trail_ids)?.join() === now.trail_ids?.join();

/** `trailIds` are the trails of the plan in its order. Fails like each change would on its own. */
export async function applySets(
  tx: Tx,
  catalogId: string,
  { list, deleted }: PlannedSets,
  audiences: readonly ResolvedAudience[],
  trailIds: readonly (string | null)[],
  by: By,
): Promise<void> {
  if (list.length + deleted.length === 0) return;
  for (const setId of deleted) await deleteSet(tx, catalogId, setId, by);
  const ordered: string[] = [];
  for (const [index, set] of list.entries()) {
    const audience = audiences[index] ?? { groups: null, editors: null };
    ordered.push(await named(set, index, () => applySet(tx, catalogId, set, audience, trailIds, by)));
  }
  const rest = (await listSets(tx, catalogId)).map(({ set_id }) => set_id).filter((id) => !ordered.includes(id));
  await orderSets(tx, catalogId, [...ordered, ...rest], by);
}

async function applySet(
  tx: Tx,
  catalogId: string,
  { set_id, name, description, trails }: PlannedSet,
  audience: ResolvedAudience,
  trailIds: readonly (string | null)[],
  by: By,
): Promise<string> {
  const words = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  const set =
    set_id === null ? await createSet(tx, catalogId, words, by) : await changeSet(tx, catalogId, set_id, words, by);
  const content = trails?.map((trail) => (typeof trail === 'string' ? trail.toLowerCase() : (trailIds[trail] ?? '')));
  await changeSetAudience(tx, catalogId, set.set_id, audience, 'close', by);
  if (content !== undefined) await setTrailsOfSet(tx, catalogId, set.set_id, { trail_ids: content }, by);
  // New groups come last, so that only the trails of the changed set need approval for them.
  await changeSetAudience(tx, catalogId, set.set_id, audience, 'open', by);
  return set.set_id;
}

/** Adds the set to a refusal, which otherwise says nothing about its place in the plan. */
async function named<Result>({ name }: PlannedSet, index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    throw refuse(
      thrown.slug,
      t('The set “{name}”: {message}', { name: name ?? String(index + 1), message: thrown.message }),
      {
        ...thrown.extras,
        issues: [errorAt(`sets[${index}]`, thrown.text)],
      },
    );
  }
}
