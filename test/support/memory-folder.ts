// Folders for tests that are not about what reaches a disk.
import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Containers have 64 MB there unless told otherwise, which one database fills. */
const ENOUGH_BYTES = 2 ** 30;

/** A new folder, in memory where the machine has room for it there: a database on a disk waits for hundreds of fsyncs. */
export const memoryFolder = (name: string): string =>
  mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), `cairn-${name}-`));

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
