// Turns the steps of a plan into requests that the service applies as a whole, and their answers into entries of the
// lock file.
import { createHash } from 'node:crypto';
import type { Cairn, Plan, PlanResult, TrailDocument, TrailSummary, Visibility } from '@cairn/client';
import { refuse } from '../../base/refusal.ts';
import { lockedAfter } from './audience-file.ts';
import { withUploads } from './image-links.ts';
import type { Lock, LockedTrail, LockFile } from './lock-file.ts';
import { documentDigest, isSame } from './normal-document.ts';
import { lockedImages, type Step } from './plan-file.ts';

export interface RequestDeps {
  readonly cairn: Cairn;
  readonly lock: Pick<LockFile, 'lock'>;
  /** The catalog at the start of this run. */
  readonly remote: readonly TrailSummary[];
}

/** A trail in a request. */
export interface RequestedTrail {
  readonly folder: string;
  readonly title: string;
  readonly steps: readonly Step[];
  readonly trail: Plan['trails'][number];
  /** The entries of its images after the request. */
  readonly images: LockedTrail['images'];
}

export interface PlanRequest {
  readonly trails: readonly RequestedTrail[];
  readonly archived: readonly Extract<Step, { readonly kind: 'archive' }>[];
  readonly sets?: SetsStep | undefined;
}

type SetsStep = Extract<Step, { readonly kind: 'sets' }>;

/** The limits of one request, with room for the rest of the body. */
const MAX_TRAILS = 1_000;
const MAX_BYTES = 9 * 1_048_576;

/** The requests for these steps, usually one. Larger plans need several, each of which is applied as a whole. */
export async function planRequests(deps: RequestDeps, steps: readonly Step[]): Promise<PlanRequest[]> {
  const byFolder = new Map<string, Step[]>();
  for (const step of steps)
    if (step.kind !== 'archive' && step.kind !== 'sets')
      byFolder.set(step.folder, [...(byFolder.get(step.folder) ?? []), step]);
  const requests: { trails: RequestedTrail[]; bytes: number }[] = [];
  for (const [folder, own] of byFolder) {
    const requested = await requestedTrail(deps, folder, own);
    const bytes = JSON.stringify(requested.trail).length * 2;
    const last = requests.at(-1);
    if (last !== undefined && last.trails.length < MAX_TRAILS && last.bytes + bytes < MAX_BYTES) {
      last.trails.push(requested);
      last.bytes += bytes;
    } else requests.push({ trails: [requested], bytes });
  }
  // Sets and archive last, and with the changes if there is room, so that a failure keeps the old trails.
  const archived = steps.filter((step) => step.kind === 'archive');
  const all: PlanRequest[] = requests.map(({ trails }) => ({ trails, archived: [] }));
  const last = all.pop() ?? { trails: [], archived: [] };
  const rest = archived.slice(MAX_TRAILS);
  return [
    ...all,
    { ...last, archived: archived.slice(0, MAX_TRAILS), sets: steps.find((step) => step.kind === 'sets') },
    ...(rest.length > 0 ? await planRequests(deps, rest) : []),
  ];
}

type Described = Extract<Step, { readonly kind: 'publish' | 'visibility' | 'audience' }>;

async function requestedTrail(deps: RequestDeps, folder: string, steps: readonly Step[]): Promise<RequestedTrail> {
  const { lock } = deps;
  const uploads = lock.lock.applying?.uploads ?? {};
  const saved = steps.find((step) => step.kind === 'create' || step.kind === 'save');
  const [step] = steps;
  const visible = steps.find((one) => one.kind === 'visibility');
  const visibility: { visibility?: Visibility } = visible === undefined ? {} : { visibility: visible.visibility };
  const opened = steps.find((one) => one.kind === 'audience');
  const { groups, editors, seen } = opened ?? {};
  if (saved !== undefined) {
    const document = withImages(saved.document, uploads);
    const known = saved.kind === 'save' ? saved : await createdBefore(deps, saved.title, document);
    const at = known === undefined ? {} : { trail_id: known.trail_id, revision: known.revision };
    const audience = known === undefined ? { groups, editors } : { groups, editors, seen };
    const images = lockedImages(saved.images, uploads);
    return { folder, title: saved.title, steps, images, trail: { ...at, document, ...visibility, ...audience } };
  }
  const locked = lock.lock.trails.get(folder);
  const other = steps.find((one) => ['publish', 'visibility', 'audience'].includes(one.kind)) as Described | undefined;
  if (locked === undefined || other === undefined)
    throw refuse('conflict', `The lock file has no entry for ${folder}. Make a new plan.`);
  const revision = (other.kind === 'publish' ? other.revision : null) ?? locked.revision;
  const trail = {
    trail_id: locked.id,
    revision,
    document: withImages(other.document, uploads),
    ...visibility,
    ...{ groups, editors, seen },
  };
  return { folder, title: step?.title ?? '', steps, images: locked.images, trail };
}

/**
 * Looks for a trail with the same title that belongs to no folder. There was none when the plan was made. If its
 * document is identical, an interrupted run of this plan created the trail. Otherwise another author did, and this
 * throws a refusal instead of adding a second trail with the same title.
 */
async function createdBefore({ cairn, lock, remote }: RequestDeps, title: string, document: TrailDocument) {
  const owned = new Set([...lock.lock.trails.values()].map(({ id }) => id));
  const namesakes = remote.filter(
    (trail) => trail.title === title && trail.status !== 'archived' && !owned.has(trail.id),
  );
  for (const { id } of namesakes) {
    const trail = await cairn.trails.get(id);
    if (isSame(document, trail.document)) return { trail_id: id, revision: trail.revision };
  }
  if (namesakes.length === 0) return undefined;
  throw refuse('conflict', `Another author has created a trail “${title}”. Run "cairn trails pull" to get it.`);
}

const withImages = (document: TrailDocument, uploads: Readonly<Record<string, string>>): TrailDocument =>
  document.setup_guide === undefined
    ? document
    : { ...document, setup_guide: withUploads(document.setup_guide, uploads) };

/** A thousand trails with examples can take minutes on a busy service. */
const TIMEOUT_MS = 600_000;

/**
 * Applies the request. Repeating it has no effect, because its idempotency key is made from the plan and the body. If
 * the service no longer knows the key, it finds the documents unchanged.
 */
export async function sendRequest(
  { cairn, remote, lock }: RequestDeps,
  { trails, archived, sets }: PlanRequest,
  planId: string,
  options: { readonly publish: boolean; readonly skipExamples: boolean },
): Promise<PlanResult> {
  const status = new Map(remote.map((trail) => [trail.id, trail.status]));
  const open = archived.filter(({ trail_id }) => status.get(trail_id) !== 'archived');
  const body: Plan = {
    trails: trails.map(({ trail }) => trail),
    ...setsOf(sets, trails, lock.lock.trails),
    archive: open.map(({ trail_id, revision }) => ({ trail_id, revision })),
    apply: true,
    publish: options.publish,
    skip_examples: options.skipExamples || !options.publish,
  };
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return cairn.plan(body, { idempotencyKey: `cairn-plan-${planId}-${digest}`, timeoutMs: TIMEOUT_MS });
}

/** Folders become ids, or places in the request for trails that it creates. */
export function setsOf(
  step: SetsStep | undefined,
  requested: readonly RequestedTrail[],
  entries: Lock['trails'],
): Partial<Plan> {
  if (step === undefined) return {};
  const idOf = ({ folder = '', id }: { readonly folder?: string; readonly id?: string }): string | number =>
    id ?? entries.get(folder)?.id ?? requested.findIndex((trail) => trail.folder === folder);
  return {
    sets: step.sets.map(({ trails, name, ...set }) => ({
      ...set,
      name,
      ...(trails === undefined ? {} : { trails: trails.map(idOf) }),
    })),
    delete_sets: step.deleted.map(({ set_id }) => set_id),
    seen_set_ids: step.seen_set_ids,
  };
}

/** The lock file's entries after the request, by folder. */
export function entriesAfter(
  { trails }: PlanRequest,
  result: PlanResult,
  before: Lock['trails'],
): Map<string, LockedTrail> {
  const entries = new Map<string, LockedTrail>();
  for (const [index, { folder, images, trail }] of trails.entries()) {
    const applied = result.trails[index];
    if (applied?.trail_id == null || applied.revision === null) continue;
    const { trail_id: id, revision, visibility, prompt_ids } = applied;
    const prompts = trail.document.prompts?.map((prompt, at) => ({ ...prompt, id: prompt_ids[at] ?? prompt.id ?? '' }));
    const document = prompts === undefined ? trail.document : { ...trail.document, prompts };
    const audience = lockedAfter(trail, before.get(folder)?.audience);
    entries.set(folder, { id, revision, visibility, digest: documentDigest(document), ...audience, images });
  }
  return entries;
}
