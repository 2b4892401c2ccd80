// Disk space that is kept for a start. After a crash, PostgreSQL must write before it can read, which is impossible on
// a full disk. The file is removed then, and created again once there is room.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes, MIN_FREE_BYTES } from './free-space.ts';

const MEGABYTE = 1_048_576;
/** Two segments of the log. */
const RESERVE_BYTES = 32 * MEGABYTE;
const LOOK_EVERY_MS = 30_000;

const fileOf = (folder: string): string => join(folder, 'reserve');

/** Frees the reserve if the disk is full. Call before PostgreSQL starts. */
export async function releaseReserve(folder: string): Promise<void> {
  if ((await freeBytes(folder)) < RESERVE_BYTES) await rm(fileOf(folder), { force: true });
}

/** Creates the reserve if it is missing, and would not take space that changes need. Never throws. */
export async function keepReserve(folder: string): Promise<void> {
  if (existsSync(fileOf(folder)) || (await freeBytes(folder)) < RESERVE_BYTES + 2 * MIN_FREE_BYTES) return;
  await fill(fileOf(folder)).catch(() => undefined);
}

/** Keeps a reserve while the process runs. Commands end before it is created. */
export function keepingReserve(folder: string, everyMs = LOOK_EVERY_MS): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const look = async (): Promise<void> => {
    await keepReserve(folder);
    if (!isStopped) wait();
  };
  const wait = (): void => {
    timer = setTimeout(() => void look(), everyMs).unref();
  };
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Random bytes, because some file systems store no zeros. */
async function fill(path: string): Promise<void> {
  const partial = `${path}.partial`;
  try {
    const bytes = randomBytes(MEGABYTE);
    const file = await open(partial, 'w', 0o600);
    try {
      for (let written = 0; written < RESERVE_BYTES; written += MEGABYTE) await file.write(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (thrown) {
    await rm(partial, { force: true });
    throw thrown;
  }
}
