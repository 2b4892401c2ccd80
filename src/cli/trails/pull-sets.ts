// Pulls the sets of trails into sets.yaml.
import { join } from 'node:path';
import { unlike } from '../remote.ts';
import { digestOf, membersSince } from './audience-file.ts';
import { trailFolders } from './local-trail.ts';
import type { LockedSet } from './lock-file.ts';
import { lockedSet } from './plan-sets.ts';
import { readSets, SETS_FILE, type StatedSet, setKey, writeSets } from './sets-file.ts';
import { fileBytes } from './trail-files.ts';
import type { TrailsContext } from './trails-context.ts';

export interface PulledSets {
  readonly written: readonly string[];
  readonly left: readonly { readonly folder: string; readonly sentence: string }[];
}

const NOTHING: PulledSets = { written: [], left: [] };

/** Writes sets.yaml if the sets have changed on the server. A file that was removed stays away without --force. */
export async function pullSets(
  { cairn, root, lock, url }: TrailsContext,
  { force }: { readonly force?: boolean },
): Promise<PulledSets> {
  const { items: remote } = await cairn.sets();
  if (!Array.isArray(remote as unknown)) throw unlike(url, 200);
  const folderOf = new Map([...lock.lock.trails].map(([folder, { id }]) => [id, folder]));
  const known = new Set(folderOf.keys());
  const entries = remote.map((set) => lockedSet(set, known));
  const isThere = (await fileBytes(join(root, SETS_FILE))) !== undefined;
  if (!isThere && remote.length === 0) return NOTHING;
  if (force !== true) {
    const isMoved = JSON.stringify(entries) !== JSON.stringify(lock.lock.sets ?? []);
    if (isThere ? !isMoved : lock.lock.sets !== undefined) return NOTHING;
    if (isThere && (await hasOwnChanges({ root, lock }, entries))) return { ...NOTHING, left: [CHANGED] };
  }
  await writeSets(
    root,
    remote.map((set) => ({ ...set, trails: set.trail_ids.flatMap((id) => folderOf.get(id) ?? []) })),
  );
  await lock.write({ ...lock.lock, sets: entries });
  return { written: [SETS_FILE], left: [] };
}

const CHANGED = {
  folder: SETS_FILE,
  sentence: 'changed here and on the server. Merge it by hand, or use pull --force.',
};

/** True if the file has changes that are neither on the server nor in the lock file. */
async function hasOwnChanges(
  { root, lock }: Pick<TrailsContext, 'root' | 'lock'>,
  entries: readonly LockedSet[],
): Promise<boolean> {
  const stated = (await readSets(root, new Set(await trailFolders(root)))) ?? [];
  const idOf = new Map([...lock.lock.trails].map(([folder, { id }]) => [folder, id]));
  return isTouched(stated, lock.lock.sets ?? [], idOf) && isTouched(stated, entries, idOf);
}

/** True if the file states something else than the entries. */
function isTouched(
  stated: readonly StatedSet[],
  entries: readonly LockedSet[],
  idOf: ReadonlyMap<string, string>,
): boolean {
  if (stated.map(setKey).join('\n') !== entries.map(setKey).join('\n')) return true;
  return stated.some((set, index) => {
    const entry = entries[index];
    const ids = set.trails?.map((folder) => idOf.get(folder) ?? `${folder}/`);
    return (
      (set.description !== undefined && digestOf(set.description) !== entry?.description) ||
      (ids !== undefined && digestOf(ids.join()) !== entry?.trails) ||
      membersSince(set.audience, entry).length > 0
    );
  });
}
