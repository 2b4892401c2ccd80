// Deletes and restores trails with their images (Decision 25).
import type { By } from '../audit/audit-log.ts';
import type { Tx } from '../storage/database.ts';
import { deleteTrail } from '../trails/editing/delete-trail.ts';
import { restoreDeletedTrail } from '../trails/editing/deleted-trails.ts';
import { forgetUnusedImages } from './forget-images.ts';

/**
 * Deletes the trail, whatever its status, with the images that nothing else uses. Fails for the same reasons as
 * `deleteTrail`.
 */
export async function deleteTrailWithImages(
  tx: Tx,
  catalogId: string,
  trailId: string,
  by: By,
  mayPublish: boolean,
): Promise<void> {
  await deleteTrail(tx, catalogId, trailId, by, mayPublish);
  await forgetUnusedImages(tx, catalogId);
}

/** Restores a deleted trail as a draft, with the images that it shows. Fails with `not-found`. */
export async function restoreTrailWithImages(tx: Tx, catalogId: string, trailId: string, by: By): Promise<void> {
  await restoreDeletedTrail(tx, catalogId, trailId, by);
  await forgetUnusedImages(tx, catalogId);
}
