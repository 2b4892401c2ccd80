// Renames the folder of a trail together with its entry in the lock file.
import { lstat, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../../base/files.ts';
import { refuse } from '../../base/refusal.ts';
import { faultIn } from '../../base/shape.ts';
import { FOLDER, openOwnLock } from './lock-file.ts';

/**
 * Renames the folder `from` to `to`. If git has already renamed it, only the lock file changes. Needs no server. Fails
 * with `not-found` if there is neither folder, and with `conflict` if `to` is taken.
 */
export async function moveFolder(root: string, lockName: string, from: string, to: string): Promise<void> {
  const [before, after] = [folderIn(from), folderIn(to)];
  const file = await openOwnLock(join(root, lockName));
  const entry = file?.lock.trails.get(before);
  const isBefore = await isThere(root, before);
  if (!isBefore && (entry === undefined || !(await isThere(root, after))))
    throw refuse('not-found', `There is no folder ${before} in ${root}.`);
  if (before === after) return;
  // On file systems that ignore case, both names may be the same folder.
  const isFree = !isBefore || before.toLowerCase() === after.toLowerCase() || !(await isThere(root, after));
  if (!isFree || file?.lock.trails.has(after) === true)
    throw refuse('conflict', `There is already a trail in the folder ${after}. Choose another name.`);
  if (isBefore) await rename(join(root, before), join(root, after));
  if (file === undefined || entry === undefined) return;
  const trails = new Map(file.lock.trails);
  trails.delete(before);
  await file.write({ ...file.lock, trails: trails.set(after, entry) });
}

/** The name without a slash at the end, which shells add. */
function folderIn(text: string): string {
  const name = text.replace(/[/\\]$/, '');
  if (faultIn(FOLDER, name) === undefined) return name;
  throw refuse('bad-request', `${text} is not the name of a folder next to the lock file.`);
}

const isThere = async (root: string, name: string): Promise<boolean> =>
  (await ifThere(lstat(join(root, name)))) !== undefined;
