// Reads an image to serve. Anybody who knows the address may read it: the address is the digest of the bytes, and
// browsers fetch the images of a guide without a credential.
import type { Readable } from 'node:stream';
import type { Db } from '../storage/database.ts';
import { findAssetRow } from './asset-store.ts';
import type { Blobs } from './blob.ts';
import { isBlobKey } from './blob-key.ts';

/** An image on its way out; `size` in bytes. The reader reads `stream` to its end or destroys it. */
export interface ServedAsset {
  readonly stream: Readable;
  readonly size: number;
  readonly content_type: string;
}

/**
 * The image of a key, or undefined: for a malformed key, for an image that no catalog owns (any more), and where the
 * bytes are missing. The bytes of a key never change, so an answer may be cached for ever.
 */
export async function findAsset(db: Db, blobs: Blobs, key: string): Promise<ServedAsset | undefined> {
  if (!isBlobKey(key)) return undefined;
  const row = await findAssetRow(db, key);
  if (row === undefined) return undefined;
  const blob = await blobs.find(key);
  return blob && { ...blob, content_type: row.content_type };
}
