// Cleans up what crashes and deletions leave: rows of images whose trails are gone, bytes that no row owns, halves of
// files. To be run now and then, by one process; an upload may run at any point of it.
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../storage/database.ts';
import { catalogsWithLooseAssets, ownedKeys } from './asset-store.ts';
import type { Blobs } from './blob.ts';
import { contentTypeOf } from './blob-key.ts';
import { forgetUnusedImages } from './forget-images.ts';

const hour = 3_600_000;
const batchSize = 500;

/** Answers how many blobs it removed. A blob younger than an hour is left alone: its row may be on its way. */
export async function sweepOrphans(database: Database, blobs: Blobs, clock: Clock): Promise<number> {
  for (const catalog_id of await catalogsWithLooseAssets(database)) {
    await database.inTransaction((tx) => forgetUnusedImages(tx, catalog_id));
  }
  const before = clock() - hour;
  await blobs.removeUnfinished(before);

  let removed = 0;
  for await (const keys of oldKeys(blobs, before)) {
    const owned = await ownedKeys(database, keys);
    for (const key of keys) {
      if (!owned.has(key) && (await removeOrphan(database, blobs, key))) removed += 1;
    }
  }
  return removed;
}

async function* oldKeys(blobs: Blobs, before: number): AsyncGenerator<string[]> {
  let keys: string[] = [];
  for await (const { key, modifiedAt } of blobs.list()) {
    if (modifiedAt >= before) continue;
    keys.push(key);
    if (keys.length < batchSize) continue;
    yield keys;
    keys = [];
  }
  if (keys.length > 0) yield keys;
}

// No lock spans a bucket and a database. So the sweep looks again after it removed the bytes, and brings them back for
// a row that came meanwhile; an upload whose row comes later still looks for its bytes afterwards, and stores them
// again.
async function removeOrphan(database: Database, blobs: Blobs, key: string): Promise<boolean> {
  const blob = await blobs.find(key);
  if (blob === undefined) return false;
  const bytes = await buffer(blob.stream);
  await blobs.delete(key);
  if (!(await ownedKeys(database, [key])).has(key)) return true;
  await blobs.put(key, bytes, contentTypeOf(key));
  return false;
}
