// Reads an image to serve. The address is enough unless the catalog asks for a credential: browsers and AI tools fetch
// the images of a guide without one.
import type { Readable } from 'node:stream';
import type { Db } from '../storage/database.ts';
import { type FoundAsset, findAssetRow } from './asset-store.ts';
import type { Blobs } from './blob.ts';
import { isBlobKey } from './blob-key.ts';

export { keysOfCatalog } from './asset-store.ts';

/** An image on its way out; `size` in bytes. The reader reads `stream` to its end or destroys it. */
export interface ServedAsset {
  readonly stream: Readable;
  readonly size: number;
  readonly content_type: string;
}

/** The image of a key and its catalog; undefined for a malformed key and for an image that no catalog owns. */
export const findAsset = async (db: Db, key: string): Promise<FoundAsset | undefined> =>
  isBlobKey(key) ? findAssetRow(db, key) : undefined;

/** Opens the bytes of an image, or returns undefined if they are missing. They never change. */
export async function openAsset(blobs: Blobs, asset: FoundAsset): Promise<ServedAsset | undefined> {
  const blob = await blobs.find(asset.key);
  return blob && { ...blob, content_type: asset.content_type };
}
