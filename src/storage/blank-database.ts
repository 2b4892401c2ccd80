// A migrated database without a row, made when the release was built: the first start begins from a copy of it instead
// of making one, which takes seconds and leaves much memory behind.
import { createHash } from 'node:crypto';
import { constants, type Dirent, existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../base/make-folder.ts';
import { semaphore } from '../base/semaphore.ts';
import { type Migration, migrations } from './migration-files.ts';
import { reachDisk } from './reach-disk.ts';

const BLANK = fileURLToPath(new URL('../../dist/blank-database/', import.meta.url));
/** Beside the files: the migrations that are in them. */
const STATE = 'state.txt';

/** The files of the database, `state` what it was made with. */
export const blankFolder = (root = BLANK): string => join(root, 'postgres');
export const stateFile = (root = BLANK): string => join(root, STATE);

export const stateOf = (known: readonly Migration[]): string =>
  createHash('sha256')
    .update(known.map(({ version, name, checksum }) => `${version} ${name} ${checksum}`).join())
    .digest('hex');

/**
 * Puts a copy into `folder` (to be `folder/postgres`) where there is nothing yet, and this build has one with the
 * migrations of this release; answers whether it did. A copy that is cut short leaves the place empty.
 */
export async function beginFromBlank(folder: string, root = BLANK): Promise<boolean> {
  const place = join(folder, 'postgres');
  if (existsSync(place) || !isCurrent(root)) return false;
  const copy = join(folder, 'postgres.partial');
  await rm(copy, { recursive: true, force: true });
  await copyDurably(blankFolder(root), copy);
  await rename(copy, place);
  return true;
}

const isCurrent = (root: string): boolean =>
  existsSync(stateFile(root)) && readFileSync(stateFile(root), 'utf8') === stateOf(migrations());

/** More open files than this are not needed to keep a disk at work. */
const AT_ONCE = 32;

async function copyDurably(from: string, to: string): Promise<void> {
  const inTurn = semaphore(AT_ONCE);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const placeOf = ({ parentPath, name }: Dirent): string => join(to, relative(from, join(parentPath, name)));
  await mkdir(to, { mode: 0o700 });
  const folders = entries.filter((entry) => entry.isDirectory()).map(placeOf);
  for (const folder of folders) await makeFolder(folder);
  const copied = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      inTurn(async () => {
        await copyFile(join(entry.parentPath, entry.name), placeOf(entry), constants.COPYFILE_FICLONE);
        await reachDisk(placeOf(entry));
      }),
    );
  await Promise.all(copied);
  await Promise.all([...folders, to].map((folder) => inTurn(() => reachDisk(folder))));
}
