// A folder that a command fills from empty. Another command may have found it empty at the same moment, and would take
// away as its own what the first has brought there.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/make-folder.ts';

/** Among images the service sweeps it after a command that was killed, as it does halves of uploads. */
const CLAIM = 'begun.unfinished';

/**
 * Makes the folder, and a file in it that only one can make, and only where nothing else is; rejects with `taken()`
 * otherwise. Answers how to remove the file, once what was to come is there.
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
