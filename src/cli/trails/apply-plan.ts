// Applies a plan step by step. Each step has an idempotency key made from the plan and the step, and is recorded in the
// lock file once done, so an interrupted run can be repeated with the same result.
import type { TrailSummary } from '@cairn/client';
import { errorAt } from '../../base/field-finding.ts';
import { refuse } from '../../base/refusal.ts';
import { applyStep, type StepDeps, type StepResult } from './apply-step.ts';
import { withMoves } from './folder-moves.ts';
import { isSameCatalog, type Lock, type PlanProgress } from './lock-file.ts';
import type { Step, TrailPlan } from './plan-file.ts';
import { stepFailure } from './step-failure.ts';
import { writeIds } from './trail-id.ts';
import type { TrailsContext } from './trails-context.ts';

export interface ApplyResult {
  readonly plan: string;
  readonly done: number;
  /** Steps completed by an earlier run of the same plan. */
  readonly done_before: number;
  /** Titles for which another author created a trail at the same time. */
  readonly twins: readonly string[];
  readonly failed: readonly { readonly folder: string; readonly step: Step['kind']; readonly sentence: string }[];
}

export interface ApplyOptions {
  /** Publish even if examples fail. */
  readonly skipExamples?: boolean;
}

/**
 * Applies the plan. Fails with `conflict`, before the first step, if a trail in the plan has changed. If a trail
 * changes during the run, it is skipped and reported, and the run continues with the others.
 */
export async function applyPlan(context: TrailsContext, plan: TrailPlan, options: ApplyOptions): Promise<ApplyResult> {
  const { lock, report } = context;
  requireCatalog(context, plan);
  if (lock.lock.applied === plan.id)
    return { plan: plan.id, done: 0, done_before: plan.steps.length, twins: [], failed: [] };
  const isFirstRun = lock.lock.applying?.plan !== plan.id;
  const remote =
    isFirstRun || plan.steps.some(({ kind }) => kind === 'create') ? await context.cairn.trails.list().all() : [];
  if (isFirstRun) {
    requireUnchanged(plan, remote);
    const trails = movedEntries(lock.lock, plan.steps);
    await lock.write({ ...lock.lock, trails, applying: { plan: plan.id, done: [], uploads: {} } });
  }
  const before = new Set(progressOf(lock.lock, plan.id).done);
  const failed: ApplyResult['failed'][number][] = [];
  const deps: StepDeps = { ...context, plan, remote, skipExamples: options.skipExamples === true };
  const steps = plan.steps.filter(({ id }) => !before.has(id));
  report.begin(steps.length);
  for (const step of steps) {
    // After a failure, skip the remaining steps of that trail.
    if (failed.some(({ folder }) => folder === step.folder)) continue;
    const applied = await applyStep(deps, step).catch((thrown: unknown) => stepFailure(context.cairn, step, thrown));
    if (typeof applied === 'string') {
      failed.push({ folder: step.folder, step: step.kind, sentence: applied });
      // The result already contains the reason.
      report.step(`failed ${step.folder}`);
    } else {
      await lock.write(noted(lock.lock, step, applied));
      report.step(`${DONE[step.kind]} ${step.folder}`);
    }
  }
  report.end();
  await writeIds(context.root, new Set(steps.map(({ folder }) => folder)), lock);
  const twins = await twinsOf(context, plan, remote);
  const { applying, ...rest } = lock.lock;
  if (failed.length === 0) await lock.write({ ...rest, applied: plan.id });
  const done = progressOf({ ...rest, ...(applying && { applying }) }, plan.id).done.length - before.size;
  return { plan: plan.id, done, done_before: before.size, twins, failed };
}

const DONE = {
  upload: 'uploaded an image of',
  create: 'created',
  save: 'saved',
  visibility: 'set who sees',
  adopt: 'took over',
  publish: 'published',
  archive: 'archived',
  move: 'moved',
} as const satisfies Record<Step['kind'], string>;

const progressOf = ({ applying }: Lock, plan: string): PlanProgress =>
  applying?.plan === plan ? applying : { plan, done: [], uploads: {} };

function requireCatalog({ catalog }: TrailsContext, { catalog: planned }: TrailPlan): void {
  if (!isSameCatalog(catalog, planned))
    throw refuse('conflict', `The plan was made for another catalog (${planned.url}). Make a plan for this one.`);
}

/** Fails before the first step if any trail has changed since the plan was made. */
function requireUnchanged({ steps }: TrailPlan, remote: readonly TrailSummary[]): void {
  const current = new Map(remote.map((trail) => [trail.id, trail]));
  const changed = steps.flatMap((step) => {
    if (step.kind !== 'save' && step.kind !== 'archive' && step.kind !== 'adopt') return [];
    const now = current.get(step.trail_id)?.revision;
    if (now === step.revision) return [];
    const what =
      now === undefined ? 'was deleted' : `was saved by another author (revision ${step.revision} is now ${now})`;
    return [errorAt(step.folder, `“${step.title}” ${what}.`)];
  });
  if (changed.length === 0) return;
  throw refuse('conflict', 'The server has changed since the plan was made. Run "cairn trails plan" again.', {
    issues: changed,
  });
}

/** Finds trails that others created during this run with the same title as a trail that this run created. */
async function twinsOf(
  { cairn, lock }: TrailsContext,
  plan: TrailPlan,
  before: readonly TrailSummary[],
): Promise<string[]> {
  const titles = new Set(plan.steps.flatMap((step) => (step.kind === 'create' ? [step.title] : [])));
  if (titles.size === 0) return [];
  const known = new Set([...before, ...lock.lock.trails.values()].map(({ id }) => id));
  const now = await cairn.trails.list().all();
  return now.filter(({ id, title }) => titles.has(title) && !known.has(id)).map(({ title }) => title);
}

/** The lock file's content after a step. */
function noted(lock: Lock, step: Step, applied: StepResult): Lock {
  const progress = lock.applying ?? { plan: '', done: [], uploads: {} };
  const applying = {
    ...progress,
    done: [...progress.done, step.id],
    uploads: applied.upload === undefined ? progress.uploads : { ...progress.uploads, ...applied.upload },
  };
  return { ...lock, applying, trails: withTrail(lock.trails, step.folder, applied) };
}

function withTrail(trails: Lock['trails'], folder: string, { trail, gone }: StepResult): Lock['trails'] {
  if (trail !== undefined) return new Map(trails).set(folder, trail);
  return gone === undefined ? trails : new Map([...trails].filter(([, { id }]) => id !== gone));
}

function movedEntries({ trails }: Lock, steps: readonly Step[]): Lock['trails'] {
  const foldersOf = (kind?: Step['kind']): Set<string> =>
    new Set(steps.filter((step) => kind === undefined || step.kind === kind).map(({ folder }) => folder));
  const moves = steps.filter((step) => step.kind === 'move');
  return withMoves(trails, moves, foldersOf(), foldersOf('create'));
}
