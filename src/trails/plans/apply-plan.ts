// Applies a plan in one transaction, by the same functions as single changes.

import type { By } from '../../audit/audit-log.ts';
import { errorAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { Tx } from '../../storage/database.ts';
import { createTrail } from '../editing/create-trail.ts';
import { saveDocument } from '../editing/save-document.ts';
import { updateTrail } from '../editing/update-trail.ts';
import { changeStatus } from '../publication/change-status.ts';
import { publishTrail } from '../publication/publish.ts';
import { lockTrails } from '../readers/group-grant-store.ts';
import { changeAudience, type ResolvedAudience } from '../readers/named-audience.ts';
import type { TrailRules } from '../trail-rules.ts';
import { applySets, requireSameSets } from './apply-sets.ts';
import type { Plan, PlannedChange } from './plan.ts';
import { changedAudiences, lockGroups, type PlanAudiences } from './planned-audiences.ts';
import { changedSince, type PlannedWork } from './planned-changes.ts';

/**
 * Applies all changes, and returns them with the ids and revisions of the trails. Fails like each change would on its
 * own, and with `conflict` if a trail has changed since `plannedChanges` read it. Then nothing is applied.
 */
export async function applyPlan(
  tx: Tx,
  catalogId: string,
  plan: Plan,
  works: readonly PlannedWork[],
  audiences: PlanAudiences,
  by: By,
  rules: TrailRules,
): Promise<PlannedChange[]> {
  await lockGroups(tx, catalogId, audiences);
  await requireSameSets(tx, catalogId, plan.sets);
  await requireUnchanged(tx, catalogId, plan, works);
  const saved: PlannedChange[] = [];
  // Save everything first. Publications lock the catalog, for which every other save of the catalog then waits.
  for (const [index, work] of works.entries())
    saved.push(await named(work, `trails[${index}]`, () => saveWork(tx, catalogId, work, by, rules)));
  // Groups come first: opening a trail to groups before it is restricted needs no approval.
  for (const [index, { trail_id }] of saved.entries()) {
    const [work, audience] = [works[index], audiences.trails[index]];
    if (work === undefined || trail_id === null) continue;
    await named(work, `trails[${index}]`, () => openWork(tx, catalogId, trail_id, work, audience, by));
  }
  await applySets(
    tx,
    catalogId,
    plan.sets,
    audiences.sets,
    saved.map(({ trail_id }) => trail_id),
    by,
  );
  for (const [index, { trail_id, revision, publishes }] of saved.entries()) {
    const work = works[index];
    if (!publishes || work === undefined || trail_id === null || revision === null) continue;
    const publication = { trail_id, revision, note: plan.note };
    await named(work, `trails[${index}]`, () => publishTrail(tx, catalogId, publication, by, rules));
  }
  for (const { trail_id } of plan.archive) await changeStatus(tx, catalogId, trail_id, 'archive', by);
  return saved;
}

async function saveWork(
  tx: Tx,
  catalogId: string,
  { current, document, change }: PlannedWork,
  by: By,
  rules: TrailRules,
): Promise<PlannedChange> {
  const stored =
    current === undefined
      ? await createTrail(tx, catalogId, document, by, rules)
      : change.action === 'save'
        ? await saveDocument(tx, catalogId, current, document, by, rules)
        : current;
  const { trail_id, revision } = stored;
  return { ...change, trail_id, revision };
}

async function openWork(
  tx: Tx,
  catalogId: string,
  trailId: string,
  { planned: { visibility }, current }: PlannedWork,
  audience: ResolvedAudience | undefined,
  by: By,
): Promise<void> {
  if (audience !== undefined) await changeAudience(tx, catalogId, trailId, audience, by);
  if (visibility !== null && visibility !== (current?.visibility ?? 'all_teams'))
    await updateTrail(tx, catalogId, trailId, { visibility }, by);
}

/** Locks every trail of the plan in a fixed order, so that two plans cannot block each other. */
async function requireUnchanged(
  tx: Tx,
  catalogId: string,
  { archive }: Plan,
  works: readonly PlannedWork[],
): Promise<void> {
  const ids = [...works.flatMap(({ change: { trail_id } }) => trail_id ?? []), ...archive.map((one) => one.trail_id)];
  if (ids.length === 0) return;
  const locked = new Map((await lockTrails(tx, catalogId, ids)).map((trail) => [trail.trail_id, trail]));
  const issues: ValidationIssue[] = [];
  for (const [index, { current }] of works.entries()) {
    if (current === undefined) continue;
    const now = locked.get(current.trail_id);
    if (now?.revision !== current.revision || now.status !== current.status)
      issues.push(errorAt(`trails[${index}]`, t('“{title}” has just been changed.', { title: current.title })));
  }
  issues.push(...(await changedAudiences(tx, catalogId, works)));
  for (const [index, { trail_id, revision }] of archive.entries()) {
    const now = locked.get(trail_id);
    if (now === undefined || now.status === 'archived' || (revision !== null && now.revision !== revision))
      issues.push(
        errorAt(`archive[${index}]`, t('“{title}” has just been changed.', { title: now?.title ?? trail_id })),
      );
  }
  if (issues.length > 0) throw changedSince(issues);
}

/** Adds the trail to a refusal, which otherwise says nothing about its place in the plan. */
async function named<Result>({ document: { title } }: PlannedWork, field: string, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    throw refuse(thrown.slug, t('“{title}”: {message}', { title, message: thrown.text }), {
      ...thrown.extras,
      issues: [errorAt(field, thrown.text)],
    });
  }
}
