// Applies a plan. The lock file records the progress, and every request has an idempotency key, so an interrupted run
// can be repeated with the same result.
import type { TrailSummary } from '@cairn/client';
import { errorAt } from '../../base/field-finding.ts';
import { refuse } from '../../base/refusal.ts';
import { applyFailures } from './apply-failures.ts';
import { withMoves } from './folder-moves.ts';
import {
  isSameCatalog,
  type Lock,
  type LockedSet,
  type LockedTrail,
  type LockFile,
  type PlanProgress,
} from './lock-file.ts';
import { documentDigest } from './normal-document.ts';
import { lockedImages, type Step, type TrailPlan } from './plan-file.ts';
import { entriesAfter, planRequests, type RequestDeps, type RequestedTrail, sendRequest } from './plan-request.ts';
import { lockedSet } from './plan-sets.ts';
import { setKey } from './sets-file.ts';
import { writeIds } from './trail-id.ts';
import type { TrailsContext } from './trails-context.ts';
import { uploadStep } from './upload-step.ts';

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
 * Applies the plan: first its images, and then all trails in one request, so that the service applies all of them or
 * none. Fails with `conflict`, before the first change, if a trail in the plan has changed. An interrupted run can be
 * repeated with the same result.
 */
export async function applyPlan(context: TrailsContext, plan: TrailPlan, options: ApplyOptions): Promise<ApplyResult> {
  const { cairn, lock, report, root } = context;
  requireCatalog(context, plan);
  // An empty plan leaves the lock file unchanged, so that jobs have nothing to commit.
  if (lock.lock.applied === plan.id || plan.steps.length === 0)
    return { plan: plan.id, done: 0, done_before: plan.steps.length, twins: [], failed: [] };
  const remote = await cairn.trails.list().all();
  if (lock.lock.applying?.plan !== plan.id) {
    requireUnchanged(plan, remote);
    const trails = movedEntries(lock.lock, plan.steps);
    await lock.write({ ...lock.lock, trails, applying: { plan: plan.id, done: [], uploads: {} } });
  }
  const before = new Set(progressOf(lock.lock, plan.id).done);
  const steps = plan.steps.filter(({ id }) => !before.has(id));
  report.begin(steps.length);
  const failed = await applySteps({ cairn, lock, root, remote, report, plan }, steps, options);
  report.end();
  await writeIds(root, new Set(steps.map(({ folder }) => folder)), lock);
  const twins = await twinsOf(context, plan, remote);
  const done = progressOf(lock.lock, plan.id).done.length - before.size;
  const { applying: _applying, ...rest } = lock.lock;
  if (failed.length === 0) await lock.write({ ...rest, applied: plan.id });
  return { plan: plan.id, done, done_before: before.size, twins, failed };
}

type Failure = ApplyResult['failed'][number];

interface RunDeps extends RequestDeps {
  readonly lock: LockFile;
  readonly root: string;
  readonly report: TrailsContext['report'];
  readonly plan: TrailPlan;
}

/** Returns the failures. After the first one, nothing more is applied. */
async function applySteps(deps: RunDeps, steps: readonly Step[], options: ApplyOptions): Promise<readonly Failure[]> {
  const { lock, plan } = deps;
  const local = steps.filter(({ kind }) => kind === 'move' || kind === 'adopt');
  const trails = new Map(lock.lock.trails);
  for (const step of local) if (step.kind === 'adopt') trails.set(step.folder, adopted(step));
  await noteDone(deps, local, trails);
  for (const step of steps) {
    if (step.kind !== 'upload') continue;
    const uploaded = await uploadStep(deps, plan.id, step).catch((thrown: unknown) => applyFailures(step, [], thrown));
    if (Array.isArray(uploaded)) return uploaded;
    await noteDone(deps, [step], lock.lock.trails, uploaded);
  }
  const publish = plan.steps.some(({ kind }) => kind === 'publish');
  const sent = steps.filter(({ kind }) => !['move', 'adopt', 'upload'].includes(kind));
  const [first] = sent;
  if (first === undefined) return [];
  let trailsNow: readonly RequestedTrail[] = [];
  try {
    for (const request of await planRequests(deps, sent)) {
      trailsNow = request.trails;
      const result = await sendRequest(deps, request, plan.id, {
        publish,
        skipExamples: options.skipExamples === true,
      });
      const gone = new Set(request.archived.map(({ trail_id }) => trail_id));
      const kept = [...lock.lock.trails].filter(([, { id }]) => !gone.has(id));
      const sets = request.sets === undefined ? [] : [request.sets];
      const own = [...request.trails.flatMap((trail) => trail.steps), ...sets, ...request.archived];
      const entries = new Map([...kept, ...entriesAfter(request, result, lock.lock.trails)]);
      await noteDone(deps, own, entries);
      if (request.sets !== undefined) await noteSets(deps, request.sets);
    }
    return [];
  } catch (thrown) {
    return applyFailures(first, trailsNow, thrown);
  }
}

export const adopted = (step: Extract<Step, { readonly kind: 'adopt' }>): LockedTrail => ({
  id: step.trail_id,
  revision: step.revision,
  visibility: step.visibility,
  digest: documentDigest(step.document),
  ...(step.audience === undefined ? {} : { audience: step.audience }),
  images: lockedImages(step.images, {}),
});

/** Reads the sets again, because the service knows their ids and content. Sets that drifted keep their entries. */
async function noteSets({ cairn, lock }: RunDeps, { sets, deleted, is_order_drifted }: SetsStep): Promise<void> {
  const known = new Set([...lock.lock.trails.values()].map(({ id }) => id));
  const before = new Map((lock.lock.sets ?? []).map((set) => [setKey(set), set]));
  for (const set of deleted) before.delete(setKey(set));
  const changed = new Set(sets.filter(isChanged).map(setKey));
  const entries = (await cairn.sets()).items.flatMap((set) => {
    const entry = changed.has(setKey(set)) ? lockedSet(set, known) : before.get(setKey(set));
    return entry ?? [];
  });
  const placeOf = new Map((lock.lock.sets ?? []).map((set, place) => [setKey(set), place]));
  const place = (set: LockedSet): number => placeOf.get(setKey(set)) ?? placeOf.size;
  const ordered = is_order_drifted ? entries.sort((one, other) => place(one) - place(other)) : entries;
  await lock.write({ ...lock.lock, sets: ordered });
}

type SetsStep = Extract<Step, { readonly kind: 'sets' }>;

const isChanged = ({ set_id, seen }: SetsStep['sets'][number]): boolean => set_id === undefined || seen !== undefined;

/** Records the steps and the new entries in the lock file. */
async function noteDone(
  { lock, report }: RunDeps,
  steps: readonly Step[],
  trails: Lock['trails'],
  uploaded: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (steps.length === 0) return;
  const { plan, done, uploads } = lock.lock.applying ?? { plan: '', done: [], uploads: {} };
  const applying = { plan, done: [...done, ...steps.map(({ id }) => id)], uploads: { ...uploads, ...uploaded } };
  await lock.write({ ...lock.lock, trails, applying });
  for (const step of steps) report.step(`${DONE[step.kind]} ${step.folder}`);
}

const DONE = {
  upload: 'uploaded an image of',
  create: 'created',
  save: 'saved',
  visibility: 'set who sees',
  audience: 'opened',
  sets: 'changed',
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

export function movedEntries({ trails }: Lock, steps: readonly Step[]): Lock['trails'] {
  const foldersOf = (kind?: Step['kind']): Set<string> =>
    new Set(steps.filter((step) => kind === undefined || step.kind === kind).map(({ folder }) => folder));
  const moves = steps.filter((step) => step.kind === 'move');
  return withMoves(trails, moves, foldersOf(), foldersOf('create'));
}
