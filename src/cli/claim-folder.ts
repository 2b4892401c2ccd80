// Claims an empty folder for one command. Otherwise two commands could find the folder empty at the same time, and the
// one that fails would delete the files of the other.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/files.ts';

/** The suffix makes the service's sweep of unfinished uploads remove this file if the command was killed. */
const CLAIM = 'begun.unfinished';

/**
 * Creates the folder and a lock file in it. Rejects with `taken()` if the folder contains anything else. Returns a
 * function that removes the lock file. Call it once the content is complete.
 */
export async function claimFolder(folder: string, taken: () => Error, mode?: number): Promise<() => Promise<void>> {
  const claim = join(folder, CLAIM);
  const release = (): Promise<void> => rm(claim);
  await makeFolder(folder, mode);
  await writeFile(claim, '', { flag: 'wx' }).catch((thrown: NodeJS.ErrnoException) => {
    throw thrown.code === 'EEXIST' ? taken() : thrown;
  });
  if ((await readdir(folder)).length === 1) return release;
  await release();
  throw taken();
}
