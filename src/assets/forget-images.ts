// Lets go of images that were uploaded for trails that are gone (Decision 25). Only rows: the bytes wait for the sweep.
import type { Tx } from '../storage/database.ts';
import { deleteLooseAssets, holdLooseAssets, passOnToReaders } from './asset-store.ts';

/**
 * To be called in the transaction that deletes trails of the catalog, after the deletion. An image that another trail
 * shows passes on to that trail; one that was uploaded without a trail stays; the rest is served no more once this
 * commits.
 */
export async function forgetUnusedImages(tx: Tx, catalogId: string): Promise<void> {
  const keys = await holdLooseAssets(tx, catalogId);
  if (keys.length === 0) return;
  await passOnToReaders(tx, catalogId, keys);
  await deleteLooseAssets(tx, catalogId, keys);
}
