// The end of a trail together with its images (Decision 25).
import type { By } from '../audit/audit-log.ts';
import type { Tx } from '../storage/database.ts';
import { deleteTrail } from '../trails/editing/delete-trail.ts';
import { forgetUnusedImages } from './forget-images.ts';

/** Deletes the trail in any status, and the images that nothing else uses. Refuses with `not-found`. */
export async function deleteTrailWithImages(tx: Tx, catalogId: string, trailId: string, by: By): Promise<void> {
  await deleteTrail(tx, catalogId, trailId, by);
  await forgetUnusedImages(tx, catalogId);
}
