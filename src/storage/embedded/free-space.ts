// Space on the disk of the embedded database. PostgreSQL ends itself where its log of changes has none, and opens again
// only once there is some: changes are refused before, so that reads go on.
import { statfs } from 'node:fs/promises';
import { noRoom } from '../failures.ts';

/** Two segments of the log, and what may be written until the next look. */
const LEAST_BYTES = 48 * 1_048_576;
const LOOK_EVERY_MS = 200;

/** Refuses with `not-ready` while the disk of `folder` is all but full. Looks five times a second at most. */
export function requiringSpace(folder: string): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let look: Promise<number> = Promise.resolve(Number.POSITIVE_INFINITY);
  return async () => {
    if (performance.now() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = performance.now();
      look = freeBytes(folder);
    }
    const free = await look;
    if (free < LEAST_BYTES) throw noRoom(tooLittle(folder, free));
  };
}

/** Without bound where the file system does not say. */
const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );

function tooLittle(folder: string, free: number): Error {
  const [left, least] = [free, LEAST_BYTES].map((bytes) => Math.floor(bytes / 1_048_576));
  return new Error(
    `No space left on device: the disk of ${folder} has ${left} MB left, and changes are made from ${least} MB on.`,
  );
}
