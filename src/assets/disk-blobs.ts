// Blobs in a folder: `<folder>/9f/86/9f86….png`. A blob appears under its name only when it is complete and synced.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../base/files.ts';
import { reachDisk } from '../storage/reach-disk.ts';
import type { BlobEntry, Blobs } from './blob.ts';
import { assertBlobKey, isBlobKey } from './blob-key.ts';

const UNFINISHED = '.unfinished';

/** Opens a folder for blobs. Creates it with its parents if missing. */
export async function openDiskBlobs(path: string): Promise<Blobs> {
  const folder = resolve(path);
  await makeFolder(folder).catch((failure: Error) => {
    throw new Error(
      `CAIRN_ASSETS=${path} is not a usable folder: ${failure.message}. Choose one that this user can write to.`,
    );
  });
  const pathOf = (key: string): string => {
    assertBlobKey(key);
    return join(folder, key.slice(0, 2), key.slice(2, 4), key);
  };
  return {
    put: async (key, bytes) => writeWhole(pathOf(key), bytes, folder),
    find: async (key) => findFile(pathOf(key)),
    has: async (key) => (await stat(pathOf(key)).catch(undefinedWhenMissing)) !== undefined,
    delete: async (key) => rm(pathOf(key), { force: true }),
    list: () => listFolder(folder),
    removeUnfinished: (before) => removeUnfinished(folder, before),
    check: () => checkFolder(folder),
  };
}

// Temporary files are in the root folder: on the same file system as their destination, but apart from the blobs.
async function writeWhole(path: string, bytes: Uint8Array, folder: string): Promise<void> {
  const unfinished = join(folder, `${randomUUID()}${UNFINISHED}`);
  try {
    const file = await open(unfinished, 'wx', 0o640);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await makeFolder(dirname(path));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // A new name survives a power failure only if every parent folder is synced too.
  for (const on of [dirname(path), dirname(dirname(path)), folder]) await reachDisk(on);
}

async function findFile(path: string) {
  const file = await open(path, 'r').catch(undefinedWhenMissing);
  if (file === undefined) return undefined;
  const { size } = await file.stat();
  return { stream: file.createReadStream(), size };
}

async function* listFolder(folder: string): AsyncGenerator<BlobEntry> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile() || !isBlobKey(entry.name)) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(undefinedWhenMissing);
    if (found !== undefined) yield { key: entry.name, modifiedAt: found.mtimeMs };
  }
}

async function removeUnfinished(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(undefinedWhenMissing);
    if (found !== undefined && found.mtimeMs < before) await rm(path, { force: true });
  }
}

async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new Error(`CAIRN_ASSETS: the folder ${folder} cannot be read and written by this process.`, { cause: error });
  });
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
