// Plans how to bring the catalog in line with the folder by comparing folder, lock file and server. If the server
// changed after the lock file was written (drift), the plan reports the drift and does not overwrite it.
import { randomUUID } from 'node:crypto';
import type { Trail, TrailSummary } from '@cairn/client';
import { NO_AUDIENCE, type WholeAudience } from '../../trails/readers/stated-audience.ts';
import { lockedAudience } from './audience-file.ts';
import { documentDifference } from './document-difference.ts';
import type { PlacedTrail } from './folder-moves.ts';
import { exampleCount } from './folder-trails.ts';
import type { Lock, LockedTrail } from './lock-file.ts';
import { differingFields, documentDigest, isSame, withIdsOf } from './normal-document.ts';
import { audienceAt, folderIds, withAudience } from './plan-audience.ts';
import type { Draft, Drift, Outcome, Step, TrailPlan } from './plan-file.ts';
import { planSets, type SetSides } from './plan-sets.ts';

export interface PlanOptions {
  readonly publish?: boolean;
  readonly prune?: boolean;
  /** Overwrite drifted trails, but only at the revision that the plan saw. */
  readonly overwrite?: boolean;
  /** Leave groups, editors and sets alone. */
  readonly skipAudience?: boolean;
}

export interface PlanSides {
  readonly local: readonly PlacedTrail[];
  readonly lock: Lock;
  readonly remote: readonly TrailSummary[];
  /** The audiences on the server that are not empty, by trail. */
  readonly audiences: ReadonlyMap<string, WholeAudience>;
  readonly sets: SetSides;
  readonly read: (id: string) => Promise<Trail>;
}

/** Makes the plan. Reads a trail as a whole only if its summary is not enough. */
export async function makePlan(sides: PlanSides, options: PlanOptions, now: Date): Promise<TrailPlan> {
  const remote = new Map(sides.remote.map((trail) => [trail.id, trail]));
  const owned = new Set([...sides.lock.trails.values()].map(({ id }) => id));
  const free = sides.remote.filter(({ id, status }) => !owned.has(id) && status !== 'archived');
  const drafts: Draft[] = [];
  const drift: Drift[] = [];
  const gone = planGone(sides, remote, options);
  for (const trail of sides.local) {
    const { folder, document, locked } = trail;
    const outcome =
      locked === undefined
        ? await planNew(trail, free, gone, sides, options)
        : await planKnown(trail, locked, remote.get(locked.id), sides, options);
    drafts.push(...moveOf(trail), ...outcome.steps);
    if (outcome.drift !== undefined) drift.push({ folder, title: document.title, sentence: outcome.drift });
    else if (options.publish === true)
      drafts.push(...publication(trail, outcome.steps, locked && remote.get(locked.id)));
  }
  const sets = planSets(sides.sets, folderIds(sides, drafts), options);
  drafts.push(...gone.steps, ...sets.steps);
  drift.push(...sets.drift);
  // Publish after all saves, because examples are judged against the whole catalog. Archive last.
  const late = (kind: Step['kind']): number =>
    kind === 'archive' ? 3 : kind === 'publish' ? 2 : kind === 'sets' ? 1 : 0;
  const ordered = drafts.toSorted((one, other) => late(one.kind) - late(other.kind));
  return {
    format: 1,
    id: randomUUID(),
    made_at: now.toISOString(),
    catalog: sides.lock.catalog,
    steps: ordered.map((step, index) => ({ ...step, id: String(index + 1) }) as Step),
    drift,
    notes: [...gone.notes, ...elsewhere(free, drafts), ...sets.notes],
  };
}

function moveOf({ folder, document: { title }, locked, movedFrom: from }: PlacedTrail): Draft[] {
  return locked === undefined || from === undefined ? [] : [{ kind: 'move', folder, title, from, trail_id: locked.id }];
}

async function planNew(
  trail: PlacedTrail,
  free: TrailSummary[],
  { titles }: Gone,
  { audiences, read }: PlanSides,
  options: PlanOptions,
): Promise<Outcome> {
  const { folder, fileId, document } = trail;
  const { title } = document;
  const before = titles.get(title);
  if (before !== undefined)
    return {
      steps: [],
      drift:
        `the folder ${before}, which is gone, had a trail with this title. Run "cairn trails mv ${before} ${folder}" ` +
        'if it was renamed, or choose another title.',
    };
  const own = free.find(({ id }) => id === fileId);
  if (own !== undefined) free.splice(free.indexOf(own), 1);
  if (own !== undefined) return planOwn(trail, await read(own.id), audiences, options);
  const namesakes = free.filter((candidate) => candidate.title === title);
  for (const candidate of namesakes) {
    const { revision, document: theirs, visibility, id: trail_id } = await read(candidate.id);
    if (!isSame(document, theirs)) continue;
    free.splice(free.indexOf(candidate), 1);
    const saved = { document: theirs, images: imagesOf(trail), audience: audienceAt(audiences, trail_id) };
    const adopt: Draft = { kind: 'adopt', folder, title, trail_id, revision, visibility, ...saved };
    return withAudience([adopt], trail, null, audiences.get(trail_id), options);
  }
  if (namesakes.length > 0)
    return {
      steps: [],
      drift:
        'the server has a trail with this title that this folder does not know. Run "cairn trails pull" to get it, ' +
        'or choose another title.',
    };
  const visibility: Draft[] =
    trail.visibility === 'restricted'
      ? [{ kind: 'visibility', folder, title, visibility: 'restricted', document }]
      : [];
  const steps: Draft[] = [
    ...uploadsOf(trail, null),
    { kind: 'create', folder, title, document, images: imagesOf(trail) },
    ...visibility,
  ];
  return withAudience(steps, trail, undefined, undefined, options);
}

/** The lock file lacks the trail that `id:` in trail.yaml names. */
function planOwn(trail: PlacedTrail, theirs: Trail, audiences: PlanSides['audiences'], options: PlanOptions): Outcome {
  const { id, revision, visibility } = theirs;
  // A digest that no document has: only --overwrite replaces a document that differs.
  const locked = { id, revision: -1, digest: '', visibility, images: {} };
  const theirAudience = audiences.get(id);
  const saved = planSave(trail, locked, theirs, theirAudience, options);
  if (saved.drift === undefined) return withAudience(saved.steps, trail, null, theirAudience, options);
  const fields = differingFields(theirs.document, trail.document).join(', ');
  return {
    steps: [],
    drift:
      `the lock file does not have this trail (revision ${revision}), and the server has another ${fields}. Run ` +
      '"cairn trails pull --force", or plan with --overwrite.',
  };
}

async function planKnown(
  trail: PlacedTrail,
  locked: LockedTrail,
  remote: TrailSummary | undefined,
  { audiences, read }: PlanSides,
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
  const theirAudience = audiences.get(locked.id);
  const visibility = planVisibility(trail, locked, remote, options);
  const visible =
    visibility.drift === undefined
      ? withAudience(visibility.steps, trail, locked.audience, theirAudience, options)
      : visibility;
  if (remote.revision === locked.revision && documentDigest(trail.document) === locked.digest) return visible;
  const theirs = await read(locked.id);
  const saved = planSave(trail, locked, theirs, theirAudience, options);
  const drift = saved.drift ?? visible.drift;
  return drift === undefined ? { steps: [...saved.steps, ...visible.steps] } : { steps: [], drift };
}

function planSave(
  trail: PlacedTrail,
  locked: LockedTrail,
  theirs: Trail,
  theirAudience: WholeAudience | undefined,
  { overwrite }: PlanOptions,
): Outcome {
  const { folder, document } = trail;
  const { title } = document;
  const { id: trail_id, revision, visibility } = theirs;
  const images = imagesOf(trail);
  if (isSame(document, theirs.document)) {
    if (revision === locked.revision && documentDigest(theirs.document) === locked.digest) return { steps: [] };
    const audience = locked.audience ?? lockedAudience(theirAudience ?? NO_AUDIENCE);
    const adopted = { document: theirs.document, images, audience };
    return { steps: [{ kind: 'adopt', folder, title, trail_id, revision, visibility, ...adopted }] };
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
  { folder, document, visibility }: PlacedTrail,
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
  return { steps: [{ kind: 'visibility', folder, title: document.title, visibility, document }] };
}

/** Publishes trails whose published version differs from the folder. */
function publication(trail: PlacedTrail, steps: readonly Draft[], remote: TrailSummary | undefined): Draft[] {
  const isChanged = steps.some(({ kind }) => kind === 'create' || kind === 'save' || kind === 'adopt');
  if (!isChanged && remote?.has_unpublished_changes !== true) return [];
  const { folder, document } = trail;
  const revision = isChanged ? null : (remote?.revision ?? null);
  return [{ kind: 'publish', folder, title: document.title, examples: exampleCount(document), revision, document }];
}

interface Gone {
  readonly steps: readonly Draft[];
  readonly notes: readonly string[];
  /** Maps the titles of trails without a folder to the names that the folders had. */
  readonly titles: ReadonlyMap<string, string>;
}

function planGone({ local, lock }: PlanSides, remote: ReadonlyMap<string, TrailSummary>, { prune }: PlanOptions): Gone {
  const kept = new Set(
    local.flatMap(({ folder, locked, movedFrom }) => (locked === undefined ? [] : [movedFrom ?? folder])),
  );
  const steps: Draft[] = [];
  const notes: string[] = [];
  const titles = new Map<string, string>();
  for (const [folder, { id: trail_id }] of lock.trails) {
    const trail = remote.get(trail_id);
    if (kept.has(folder) || trail === undefined || trail.status === 'archived') continue;
    const { title, revision } = trail;
    titles.set(title, folder);
    if (prune === true) steps.push({ kind: 'archive', folder, title, trail_id, revision });
    else notes.push(`The folder ${folder} is gone, but its trail “${title}” stays. --prune archives it.`);
  }
  return { steps, notes, titles };
}

function elsewhere(free: readonly TrailSummary[], drafts: readonly Draft[]): string[] {
  const titles = new Set(drafts.map(({ title }) => title));
  const count = free.filter(({ title }) => !titles.has(title)).length;
  return count === 0 ? [] : [`${count} only on the server; "cairn trails pull" gets them.`];
}

const imagesOf = ({ images }: PlacedTrail): Record<string, { sha256: string; url: string | null }> =>
  Object.fromEntries(Object.entries(images).map(([path, { sha256, url }]) => [path, { sha256, url: url ?? null }]));

const uploadsOf = ({ folder, document, images }: PlacedTrail, trail_id: string | null): Draft[] =>
  Object.entries(images).flatMap(([path, { sha256, url }]) =>
    url === undefined ? [{ kind: 'upload' as const, folder, title: document.title, path, sha256, trail_id }] : [],
  );
