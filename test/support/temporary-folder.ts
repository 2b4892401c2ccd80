// Temporary folders for tests. The folders of a test file are removed when it ends (left-as-found.ts), and those of a
// killed worker at the end of the run (global-setup.ts). Tests do not remove their folders themselves.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

const IN_MEMORY = '/dev/shm';
/** Containers have 64 MB there by default, which a single database fills. */
const ENOUGH_BYTES = 2 ** 30;

/** The parent folders of one run. */
export interface RunFolders {
  readonly onDisk: string;
  /** Also on disk if the machine does not have enough memory. */
  readonly inMemory: string;
}

/** The folders of the current test file. */
const made: string[] = [];

/** Creates a folder, by default inside the run's folders. */
export function temporaryFolder(name: string, parent = inject('runFolders').onDisk): string {
  const folder = mkdtempSync(join(parent, `cairn-${name}-`));
  made.push(folder);
  return folder;
}

/** Creates a folder for tests that are not about disk writes. A database on disk waits for hundreds of fsyncs. */
export const memoryFolder = (name: string): string => temporaryFolder(name, inject('runFolders').inMemory);

/** Removes the folders created since the last call. */
export const removeTemporaryFolders = (): void => remove(made.splice(0));

/** Creates the folders of the whole run. */
export function openRunFolders(): RunFolders & { remove(): void } {
  const below = (parent: string): string => {
    const folder = mkdtempSync(join(parent, 'cairn-tests-'));
    // Servers started by tests run as other users.
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
