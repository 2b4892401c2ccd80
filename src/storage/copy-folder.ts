// Copies a folder that is in use.
import { constants } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere, makeFolder } from '../base/files.ts';
import { semaphore } from '../base/semaphore.ts';
import { reachDisk } from './reach-disk.ts';

/** More open files would not make a disk faster. */
const AT_ONCE = 32;

/**
 * Copies files and folders from `from` to `to`, creating it with `mode` if necessary. Resolves once everything has
 * reached the disk. Files removed during the copy are skipped, and files from an earlier copy stay.
 */
export async function copyFolder(from: string, to: string, mode?: number): Promise<void> {
  const entries = (await ifThere(readdir(from, { withFileTypes: true }))) ?? [];
  await makeFolder(to, mode);
  for (const { name } of entries.filter((entry) => entry.isDirectory()))
    await copyFolder(join(from, name), join(to, name), mode);
  const inTurn = semaphore(AT_ONCE);
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ name }) => inTurn(() => copyDurably(join(from, name), join(to, name)))));
  await reachDisk(to);
}

async function copyDurably(from: string, to: string): Promise<void> {
  const copying = copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL).then(() => true);
  const isCopied = await ifThere(copying).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'EEXIST') return false;
    throw thrown;
  });
  if (isCopied === true) await reachDisk(to);
}
