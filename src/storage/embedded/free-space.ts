// Watches the disk space of the embedded database. PostgreSQL exits if its log runs out of space and starts only once
// there is space again. Refusing changes before that keeps reads working.
import { statfs } from 'node:fs/promises';
import { noRoom } from '../failures.ts';

/** Two segments of the log, plus writes until the next check. */
export const MIN_FREE_BYTES = 48 * 1_048_576;
const LOOK_EVERY_MS = 200;

/** Fails with `not-ready` while the disk of `folder` is almost full. Checks at most five times per second. */
export function requiringSpace(folder: string): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let look: Promise<number> = Promise.resolve(Number.POSITIVE_INFINITY);
  return async () => {
    if (performance.now() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = performance.now();
      look = freeBytes(folder);
    }
    const free = await look;
    if (free < MIN_FREE_BYTES) throw noRoom(tooLittle(folder, free));
  };
}

/** Infinite if the file system does not report it. */
export const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );

function tooLittle(folder: string, free: number): Error {
  const [left, least] = [free, MIN_FREE_BYTES].map((bytes) => Math.floor(bytes / 1_048_576));
  return new Error(
    `No space left on device: the disk of ${folder} has ${left} MB left, and changes require at least ${least} MB.`,
  );
}
