// Copies all images from one store to another, e.g. from a folder to a bucket.
import { buffer } from 'node:stream/consumers';
import { semaphore } from '../base/semaphore.ts';
import type { Blobs } from './blob.ts';
import { contentTypeOf } from './blob-key.ts';

/** The number of concurrent requests to a bucket. */
const AT_ONCE = 8;

/** Also copies blobs that already exist, which is harmless because the same key always has the same bytes. */
export async function copyBlobs(from: Blobs, to: Blobs): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of from.list()) keys.push(key);
  const inTurn = semaphore(AT_ONCE);
  await Promise.all(keys.map((key) => inTurn(() => copyBlob(from, to, key))));
}

async function copyBlob(from: Blobs, to: Blobs, key: string): Promise<void> {
  const blob = await from.find(key);
  if (blob !== undefined) await to.put(key, await buffer(blob.stream), contentTypeOf(key));
}
