// Reads images to serve. The URL alone is enough unless the catalog requires a credential, because browsers and AI
// tools send no credential when they fetch the images of a guide.
import type { Readable } from 'node:stream';
import type { Db } from '../storage/database.ts';
import { type FoundAsset, findAssetRow } from './asset-store.ts';
import type { Blobs } from './blob.ts';
import { isBlobKey } from './blob-key.ts';

export { keysOfCatalog } from './asset-store.ts';

/** An image to serve, with its `size` in bytes. The caller reads `stream` to its end or destroys it. */
export interface ServedAsset {
  readonly stream: Readable;
  readonly size: number;
  readonly content_type: string;
}

/** Finds the image and its catalog. Undefined if the key is malformed or no catalog owns the image. */
export const findAsset = async (db: Db, key: string): Promise<FoundAsset | undefined> =>
  isBlobKey(key) ? findAssetRow(db, key) : undefined;

/** Opens the bytes of an image, which never change. Undefined if they are missing. */
export async function openAsset(blobs: Blobs, asset: FoundAsset): Promise<ServedAsset | undefined> {
  const blob = await blobs.find(asset.key);
  return blob && { ...blob, content_type: asset.content_type };
}
