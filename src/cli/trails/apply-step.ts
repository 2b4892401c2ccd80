// Executes one step of a plan. Repeating a step has no effect, because it has an idempotency key. If the server no
// longer knows the key (another credential, a day later), this checks whether the result is already there.

import { join } from 'node:path';
import { type Cairn, isCairnError, type Trail, type TrailDocument, type TrailSummary } from '@cairn/client';
import { refuse } from '../../base/refusal.ts';
import { sha256Of, withUploads } from './image-links.ts';
import type { LockedTrail, LockFile } from './lock-file.ts';
import { documentDigest, isSame } from './normal-document.ts';
import { lockedImages, type Step, type TrailPlan } from './plan-file.ts';
import { bytesWithin } from './trail-files.ts';

export interface StepDeps {
  readonly cairn: Cairn;
  readonly root: string;
  readonly lock: LockFile;
  readonly plan: TrailPlan;
  /** The catalog at the start of this run. */
  readonly remote: readonly TrailSummary[];
  readonly skipExamples: boolean;
}

export interface StepResult {
  /** The new lock file entry of the trail. */
  readonly trail?: LockedTrail;
  /** The id of a trail to remove from the lock file. */
  readonly gone?: string;
  /** Maps the SHA-256 of an uploaded file to its URL. */
  readonly upload?: Readonly<Record<string, string>>;
}

type Of<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;
type Keys = { readonly idempotencyKey: string };

/** Executes the step. Throws the client's errors, and a refusal if the plan does not match the current state. */
export function applyStep(deps: StepDeps, step: Step): Promise<StepResult> {
  const key = { idempotencyKey: `cairn-plan-${deps.plan.id}-${step.id}` };
  switch (step.kind) {
    case 'upload':
      return upload(deps, step, key);
    case 'create':
      return create(deps, step, key);
    case 'save':
      return save(deps, step, key);
    case 'visibility':
      return setVisibility(deps, step, key);
    case 'adopt':
      return adopt(step);
    case 'publish':
      return publish(deps, step, key);
    case 'archive':
      return archive(deps, step, key);
    case 'move':
      // `applyPlan` moves all entries of the lock file at the start.
      return Promise.resolve({});
  }
}

async function upload({ cairn, root }: StepDeps, step: Of<'upload'>, key: Keys): Promise<StepResult> {
  const bytes = await bytesWithin(join(root, step.folder), step.path, step.folder);
  if (bytes === undefined || sha256Of(bytes) !== step.sha256)
    throw refuse('conflict', `${step.folder}/${step.path} has changed since the plan was made. Make a new plan.`);
  const trailId = step.trail_id ?? undefined;
  const { url } = await cairn.assets.upload(bytes, { ...key, trailId });
  return { upload: { [step.sha256]: url } };
}

async function create(deps: StepDeps, step: Of<'create'>, key: Keys): Promise<StepResult> {
  const document = documentOf(deps, step.document);
  const namesake = await createdBefore(deps, step.title, document);
  const trail = namesake ?? (await deps.cairn.trails.create({ document }, key));
  return { trail: lockedOf(deps, step.images, trail) };
}

/**
 * Looks for a trail with the same title that belongs to no folder. There was none when the plan was made. If its
 * document is identical, this plan created the trail. Otherwise another author did, and this throws a refusal instead
 * of adding a second trail with the same title.
 */
async function createdBefore(deps: StepDeps, title: string, document: TrailDocument): Promise<Trail | undefined> {
  const owned = new Set([...deps.lock.lock.trails.values()].map(({ id }) => id));
  const namesakes = deps.remote.filter(
    (trail) => trail.title === title && trail.status !== 'archived' && !owned.has(trail.id),
  );
  for (const { id } of namesakes) {
    const trail = await deps.cairn.trails.get(id);
    if (isSame(document, trail.document)) return trail;
  }
  if (namesakes.length === 0) return undefined;
  throw refuse('conflict', `Another author has created a trail “${title}”. Run "cairn trails pull" to get it.`);
}

async function save(deps: StepDeps, step: Of<'save'>, key: Keys): Promise<StepResult> {
  const { trails } = deps.cairn;
  const document = documentOf(deps, step.document);
  const trail = await trails.save(step.trail_id, document, { ...key, ifMatch: step.revision }).catch(async (thrown) => {
    if (!isCairnError(thrown, 'revision-conflict')) throw thrown;
    const current = await trails.get(step.trail_id);
    if (!isSame(document, current.document)) throw thrown;
    return current;
  });
  return { trail: lockedOf(deps, step.images, trail) };
}

async function setVisibility(deps: StepDeps, step: Of<'visibility'>, key: Keys): Promise<StepResult> {
  const locked = lockedAt(deps, step.folder);
  const { visibility } = step;
  await deps.cairn.trails.update(locked.id, { visibility }, { ...key, ifMatch: locked.revision });
  return { trail: { ...locked, visibility } };
}

async function adopt(step: Of<'adopt'>): Promise<StepResult> {
  const { trail_id: id, revision, visibility, document } = step;
  const images = lockedImages(step.images, {});
  return { trail: { id, revision, visibility, digest: documentDigest(document), images } satisfies LockedTrail };
}

async function publish(deps: StepDeps, step: Of<'publish'>, key: Keys): Promise<StepResult> {
  const { id, revision } = lockedAt(deps, step.folder);
  const ifMatch = step.revision ?? revision;
  if (step.examples > 0 && !deps.skipExamples) {
    const { results } = await deps.cairn.trails.runExamples(id, { ifMatch });
    const failing = results.filter(({ pass }) => !pass).length;
    if (failing > 0)
      throw refuse(
        'unprocessable',
        `${failing} of ${results.length} examples fail, so it was not published. "cairn trails test" shows which; ` +
          '--skip-examples publishes anyway.',
      );
  }
  await deps.cairn.trails.publish(id, { ...key, ifMatch });
  return {};
}

async function archive({ cairn }: StepDeps, step: Of<'archive'>, key: Keys): Promise<StepResult> {
  await cairn.trails.archive(step.trail_id, { ...key, ifMatch: step.revision }).catch(async (thrown) => {
    if (!isCairnError(thrown, 'conflict') || (await cairn.trails.get(step.trail_id)).status !== 'archived')
      throw thrown;
  });
  return { gone: step.trail_id };
}

const documentOf = ({ lock }: StepDeps, document: TrailDocument): TrailDocument =>
  document.setup_guide === undefined
    ? document
    : { ...document, setup_guide: withUploads(document.setup_guide, lock.lock.applying?.uploads ?? {}) };

const lockedOf = (deps: StepDeps, images: Of<'save'>['images'], trail: Trail): LockedTrail => ({
  id: trail.id,
  revision: trail.revision,
  digest: documentDigest(trail.document),
  visibility: trail.visibility,
  images: lockedImages(images, deps.lock.lock.applying?.uploads ?? {}),
});

function lockedAt({ lock }: StepDeps, folder: string): LockedTrail {
  const locked = lock.lock.trails.get(folder);
  if (locked === undefined) throw refuse('conflict', `The lock file has no entry for ${folder}. Make a new plan.`);
  return locked;
}
