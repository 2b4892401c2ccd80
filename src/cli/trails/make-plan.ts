// Plans how to bring the catalog in line with the folder by comparing folder, lock file and server. If the server
// changed after the lock file was written (drift), the plan reports the drift and does not overwrite it.
import { randomUUID } from 'node:crypto';
import type { Trail, TrailSummary } from '@cairn/client';
import { documentDifference } from './document-difference.ts';
import { exampleCount } from './folder-trails.ts';
import type { LocalTrail } from './local-trail.ts';
import type { Lock, LockedTrail } from './lock-file.ts';
import { differingFields, documentDigest, isSame, withIdsOf } from './normal-document.ts';
import type { Drift, Step, TrailPlan } from './plan-file.ts';

export interface PlanOptions {
  readonly publish?: boolean;
  readonly prune?: boolean;
  /** Overwrite drifted trails, but only at the revision that the plan saw. */
  readonly overwrite?: boolean;
}

export interface PlanSides {
  readonly local: readonly LocalTrail[];
  readonly lock: Lock;
  readonly remote: readonly TrailSummary[];
  readonly read: (id: string) => Promise<Trail>;
}

/** A step before it is numbered. */
type Draft = Step extends infer One ? (One extends Step ? Omit<One, 'id'> : never) : never;
interface Outcome {
  readonly steps: readonly Draft[];
  readonly drift?: string;
}

/** Makes the plan. Reads a trail as a whole only if its summary is not enough. */
export async function makePlan(sides: PlanSides, options: PlanOptions, now: Date): Promise<TrailPlan> {
  const remote = new Map(sides.remote.map((trail) => [trail.id, trail]));
  const owned = new Set(Object.values(sides.lock.trails).map(({ id }) => id));
  const free = sides.remote.filter(({ id, status }) => !owned.has(id) && status !== 'archived');
  const drafts: Draft[] = [];
  const drift: Drift[] = [];
  for (const trail of sides.local) {
    const locked = sides.lock.trails[trail.folder];
    const outcome =
      locked === undefined
        ? await planNew(trail, free, sides.read)
        : await planKnown(trail, locked, remote.get(locked.id), sides.read, options);
    drafts.push(...outcome.steps);
    const { folder, document } = trail;
    if (outcome.drift !== undefined) drift.push({ folder, title: document.title, sentence: outcome.drift });
    else if (options.publish === true)
      drafts.push(...publication(trail, outcome.steps, locked && remote.get(locked.id)));
  }
  const gone = planGone(sides, remote, options);
  drafts.push(...gone.steps);
  // Publish after all saves, because examples are judged against the whole catalog. Archive last.
  const late = (kind: Step['kind']): number => (kind === 'archive' ? 2 : kind === 'publish' ? 1 : 0);
  const ordered = drafts.toSorted((one, other) => late(one.kind) - late(other.kind));
  return {
    format: 1,
    id: randomUUID(),
    made_at: now.toISOString(),
    catalog: sides.lock.catalog,
    steps: ordered.map((step, index) => ({ ...step, id: String(index + 1) }) as Step),
    drift,
    notes: [...gone.notes, ...elsewhere(free, drafts)],
  };
}

async function planNew(
  trail: LocalTrail,
  free: TrailSummary[],
  read: (id: string) => Promise<Trail>,
): Promise<Outcome> {
  const { folder, document } = trail;
  const { title } = document;
  const namesakes = free.filter((candidate) => candidate.title === title);
  for (const candidate of namesakes) {
    const { revision, document: theirs, visibility, id: trail_id } = await read(candidate.id);
    if (!isSame(document, theirs)) continue;
    free.splice(free.indexOf(candidate), 1);
    const saved = { document: theirs, images: imagesOf(trail) };
    return { steps: [{ kind: 'adopt', folder, title, trail_id, revision, visibility, ...saved }] };
  }
  if (namesakes.length > 0)
    return {
      steps: [],
      drift:
        'the server has a trail with this title that this folder does not know. Run "cairn trails pull" to get it, ' +
        'or choose another title.',
    };
  const visibility: Draft[] =
    trail.visibility === 'restricted' ? [{ kind: 'visibility', folder, title, visibility: 'restricted' }] : [];
  const steps: Draft[] = [
    ...uploadsOf(trail, null),
    { kind: 'create', folder, title, document, images: imagesOf(trail) },
    ...visibility,
  ];
  return { steps };
}

async function planKnown(
  trail: LocalTrail,
  locked: LockedTrail,
  remote: TrailSummary | undefined,
  read: (id: string) => Promise<Trail>,
  options: PlanOptions,
): Promise<Outcome> {
  if (remote === undefined)
    return {
      steps: [],
      drift:
        'the trail was deleted on the server. Remove the folder, or its entry in the lock file to create it again.',
    };
  if (remote.status === 'archived')
    return { steps: [], drift: 'the trail was archived on the server. Unarchive it there, or remove the folder.' };
  const visible = planVisibility(trail, locked, remote, options);
  if (remote.revision === locked.revision && documentDigest(trail.document) === locked.digest) return visible;
  const theirs = await read(locked.id);
  const saved = planSave(trail, locked, theirs, options);
  const drift = saved.drift ?? visible.drift;
  return drift === undefined ? { steps: [...saved.steps, ...visible.steps] } : { steps: [], drift };
}

function planSave(trail: LocalTrail, locked: LockedTrail, theirs: Trail, { overwrite }: PlanOptions): Outcome {
  const { folder, document } = trail;
  const { title } = document;
  const { id: trail_id, revision, visibility } = theirs;
  const images = imagesOf(trail);
  if (isSame(document, theirs.document)) {
    if (revision === locked.revision && documentDigest(theirs.document) === locked.digest) return { steps: [] };
    return {
      steps: [{ kind: 'adopt', folder, title, trail_id, revision, visibility, document: theirs.document, images }],
    };
  }
  const fields = differingFields(theirs.document, document);
  if (revision !== locked.revision && overwrite !== true)
    return {
      steps: [],
      drift:
        `another author saved on the server (revision ${locked.revision} is now ${revision}); it differs from the ` +
        `folder in ${fields.join(', ')}. Run "cairn trails pull", or plan with --overwrite.`,
    };
  const whole = withIdsOf(document, theirs.document);
  const difference = documentDifference(theirs.document, whole);
  const save = {
    kind: 'save',
    folder,
    title,
    trail_id,
    revision,
    fields,
    difference,
    document: whole,
    images,
  } as const;
  return { steps: [...uploadsOf(trail, trail_id), save] };
}

function planVisibility(
  { folder, document: { title }, visibility }: LocalTrail,
  locked: LockedTrail,
  remote: TrailSummary,
  { overwrite }: PlanOptions,
): Outcome {
  if (visibility === undefined || visibility === remote.visibility) return { steps: [] };
  if (visibility === locked.visibility && overwrite !== true)
    return {
      steps: [],
      drift: `the visibility was changed on the server (${remote.visibility}). Run "cairn trails pull".`,
    };
  return { steps: [{ kind: 'visibility', folder, title, visibility }] };
}

/** Publishes trails whose published version differs from the folder. */
function publication(trail: LocalTrail, steps: readonly Draft[], remote: TrailSummary | undefined): Draft[] {
  const isChanged = steps.some(({ kind }) => kind === 'create' || kind === 'save' || kind === 'adopt');
  if (!isChanged && remote?.has_unpublished_changes !== true) return [];
  const { folder, document } = trail;
  const revision = isChanged ? null : (remote?.revision ?? null);
  return [{ kind: 'publish', folder, title: document.title, examples: exampleCount(document), revision }];
}

function planGone({ local, lock }: PlanSides, remote: ReadonlyMap<string, TrailSummary>, { prune }: PlanOptions) {
  const folders = new Set(local.map(({ folder }) => folder));
  const steps: Draft[] = [];
  const notes: string[] = [];
  for (const [folder, { id: trail_id }] of Object.entries(lock.trails)) {
    const trail = remote.get(trail_id);
    if (folders.has(folder) || trail === undefined || trail.status === 'archived') continue;
    const { title, revision } = trail;
    if (prune === true) steps.push({ kind: 'archive', folder, title, trail_id, revision });
    else notes.push(`The folder ${folder} is gone, but its trail “${title}” stays. --prune archives it.`);
  }
  return { steps, notes };
}

function elsewhere(free: readonly TrailSummary[], drafts: readonly Draft[]): string[] {
  const titles = new Set(drafts.map(({ title }) => title));
  const count = free.filter(({ title }) => !titles.has(title)).length;
  return count === 0 ? [] : [`${count} only on the server; "cairn trails pull" gets them.`];
}

const imagesOf = ({ images }: LocalTrail): Record<string, { sha256: string; url: string | null }> =>
  Object.fromEntries(Object.entries(images).map(([path, { sha256, url }]) => [path, { sha256, url: url ?? null }]));

const uploadsOf = ({ folder, document, images }: LocalTrail, trail_id: string | null): Draft[] =>
  Object.entries(images).flatMap(([path, { sha256, url }]) =>
    url === undefined ? [{ kind: 'upload' as const, folder, title: document.title, path, sha256, trail_id }] : [],
  );
