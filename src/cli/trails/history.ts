// `cairn trails log` and `cairn trails restore`: the kept revisions of one trail.
import type { Revision } from '@cairn/client';
import { isUuid } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { aligned } from '../aligned.ts';
import { documentDifference } from './document-difference.ts';
import type { TrailsContext } from './trails-context.ts';

/** The kept revisions, newest first. `trail` is a folder or an id. Fails with `not-found`. */
export const trailLog = async (context: TrailsContext, trail: string): Promise<readonly Revision[]> =>
  context.cairn.trails.revisions.list(idOf(context, trail));

/** What a revision changed, compared with the kept one before it. Fails with `not-found`. */
export async function revisionChange(context: TrailsContext, trail: string, revision: number): Promise<string> {
  const { revisions } = context.cairn.trails;
  const id = idOf(context, trail);
  const { document } = await revisions.get(id, revision);
  const earlier = (await revisions.list(id)).find((one) => one.revision < revision);
  const before = earlier === undefined ? { title: '' } : (await revisions.get(id, earlier.revision)).document;
  return documentDifference(before, document);
}

/** Restores the revision into the draft, and returns the number of the new one. Fails with `not-found`. */
export const restoreRevision = async (context: TrailsContext, trail: string, revision: number): Promise<number> =>
  (await context.cairn.trails.revisions.restore(idOf(context, trail), revision)).revision;

function idOf({ lock }: TrailsContext, trail: string): string {
  const { trails } = lock.lock;
  const locked = trails.get(trail);
  if (locked !== undefined) return locked.id;
  if (isUuid(trail.toLowerCase())) return trail.toLowerCase();
  throw refuse('not-found', `There is no folder ${trail} in the lock file. Name a folder, or the id of a trail.`);
}

/** One line for each revision. */
export const logText = (revisions: readonly Revision[]): string =>
  aligned([
    ['revision', 'saved', 'by', 'changed', ''],
    ...revisions.map(({ revision, saved_at, saved_by, changed_fields, ...facts }) => [
      String(revision),
      `${saved_at.slice(0, 16).replace('T', ' ')} UTC`,
      saved_by?.name ?? '',
      changed_fields === null ? '' : changed_fields.join(', ') || 'nothing',
      marksOf(facts),
    ]),
  ]).join('\n');

const marksOf = ({ is_current, version }: Pick<Revision, 'is_current' | 'version'>): string =>
  [...(version === null ? [] : [`version ${version}`]), ...(is_current ? ['draft'] : [])].join(', ');
