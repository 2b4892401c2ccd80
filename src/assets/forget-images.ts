// Removes image rows of deleted trails (Decision 25). The sweep removes the bytes later.
import type { Tx } from '../storage/database.ts';
import { deleteLooseAssets, holdLooseAssets, passOnToReaders } from './asset-store.ts';

/**
 * Call it in the transaction that deletes trails, after the deletion. An image that another trail shows is assigned to
 * that trail, and images uploaded without a trail stay. All other images are no longer served after the commit.
 */
export async function forgetUnusedImages(tx: Tx, catalogId: string): Promise<void> {
  const keys = await holdLooseAssets(tx, catalogId);
  if (keys.length === 0) return;
  await passOnToReaders(tx, catalogId, keys);
  await deleteLooseAssets(tx, catalogId, keys);
}
