// The end of a trail (contract 3.1, Decision 25): revisions, versions, grants and tests go with it, the audit entry
// stays.
import type { By } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { deleteFavouritesOf } from '../readers/favourite-store.ts';
import { recordTrail } from '../trail-audit-event.ts';
import { noteLiveChange, removeTrail } from '../trail-write-store.ts';
import { getLockedTrail } from '../trails.ts';

/** Deletes the trail in any status. Refuses with `not-found`. */
export async function deleteTrail(tx: Tx, catalogId: string, trailId: string, by: By): Promise<void> {
  const trail = await getLockedTrail(tx, catalogId, trailId);
  await removeTrail(tx, catalogId, trailId);
  await deleteFavouritesOf(tx, catalogId, trailId);
  if (trail.status === 'live') await noteLiveChange(tx, catalogId, trailId);
  await recordTrail(tx, catalogId, trail, 'trail.deleted', by, {
    before: { status: trail.status, revision: trail.revision },
  });
}
