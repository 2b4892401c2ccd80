// Folders of the tests. All that a test file makes are gone once it has ended (left-as-found.ts), and what a worker
// that was killed leaves goes with the run (global-setup.ts): a test that makes one does not remove it.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

const IN_MEMORY = '/dev/shm';
/** Containers have 64 MB there unless told otherwise, which one database fills. */
const ENOUGH_BYTES = 2 ** 30;

/** Where those of one run are. */
export interface RunFolders {
  readonly onDisk: string;
  /** On the disk too where the machine has no room in memory. */
  readonly inMemory: string;
}

/** Those of the test file that runs. */
const made: string[] = [];

/** A new folder, among those of the run unless told otherwise. */
export function temporaryFolder(name: string, parent = inject('runFolders').onDisk): string {
  const folder = mkdtempSync(join(parent, `cairn-${name}-`));
  made.push(folder);
  return folder;
}

/** A new folder for what is not about what reaches a disk: a database there waits for hundreds of fsyncs. */
export const memoryFolder = (name: string): string => temporaryFolder(name, inject('runFolders').inMemory);

/** Removes those that were made since it was called last. */
export const removeTemporaryFolders = (): void => remove(made.splice(0));

/** For the run itself. */
export function openRunFolders(): RunFolders & { remove(): void } {
  const below = (parent: string): string => {
    const folder = mkdtempSync(join(parent, 'cairn-tests-'));
    // Servers of the tests' own run as other users.
    chmodSync(folder, 0o711);
    return folder;
  };
  const [onDisk, inMemory] = [below(tmpdir()), below(hasRoom() ? IN_MEMORY : tmpdir())];
  return { onDisk, inMemory, remove: () => remove([onDisk, inMemory]) };
}

function remove(folders: readonly string[]): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
