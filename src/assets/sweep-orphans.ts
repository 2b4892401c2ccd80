// Cleans up after crashes and deletions: image rows without trails, bytes without rows, and partial files. One process
// runs it from time to time, possibly during uploads.
import { buffer } from 'node:stream/consumers';
import { type Clock, HOUR_MS } from '../base/clock.ts';
import { doEach } from '../base/slices.ts';
import type { Database } from '../storage/database.ts';
import { catalogsWithLooseAssets, ownedKeys } from './asset-store.ts';
import type { Blobs } from './blob.ts';
import { contentTypeOf } from './blob-key.ts';
import { forgetUnusedImages } from './forget-images.ts';

const BATCH = 500;

/**
 * Returns the number of blobs removed. Skips blobs younger than an hour, because their rows may not be committed yet.
 */
export async function sweepOrphans(database: Database, blobs: Blobs, clock: Clock): Promise<number> {
  const before = clock() - HOUR_MS;
  let removed = 0;
  const loose = async () =>
    doEach(await catalogsWithLooseAssets(database), (catalogId) =>
      database.inTransaction((tx) => forgetUnusedImages(tx, catalogId)),
    );
  const unowned = () =>
    doEach(unownedKeys(database, blobs, before), async (key) => {
      if (await removeOrphan(database, blobs, key)) removed += 1;
    });
  await doEach([loose, () => blobs.removeUnfinished(before), unowned], (part) => part());
  return removed;
}

async function* unownedKeys(database: Database, blobs: Blobs, before: number): AsyncGenerator<string> {
  for await (const keys of oldKeys(blobs, before)) {
    const owned = await ownedKeys(database, keys);
    yield* keys.filter((key) => !owned.has(key));
  }
}

async function* oldKeys(blobs: Blobs, before: number): AsyncGenerator<string[]> {
  let keys: string[] = [];
  for await (const { key, modifiedAt } of blobs.list()) {
    if (modifiedAt >= before) continue;
    keys.push(key);
    if (keys.length < BATCH) continue;
    yield keys;
    keys = [];
  }
  if (keys.length > 0) yield keys;
}

// No lock covers both a bucket and a database. After removing the bytes, the sweep checks whether a row was added in
// the meantime, and if so restores the bytes. An upload that commits its row after that check finds its bytes missing
// and stores them again.
async function removeOrphan(database: Database, blobs: Blobs, key: string): Promise<boolean> {
  const blob = await blobs.find(key);
  if (blob === undefined) return false;
  const bytes = await buffer(blob.stream);
  await blobs.delete(key);
  if (!(await ownedKeys(database, [key])).has(key)) return true;
  await blobs.put(key, bytes, contentTypeOf(key));
  return false;
}
