// Deletes a trail (contract 3.1, Decision 25) with its revisions, versions, grants and tests. Its audit entries stay. A
// catalog can keep deleted trails for a while (deleted-trails.ts).
import type { By } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import type { Tx } from '../../storage/database.ts';
import { getCatalogRules } from '../catalog/catalog-rules.ts';
import { deleteFavouritesOf } from '../readers/favourite-store.ts';
import { recordTrail } from '../trail-audit-event.ts';
import { noteLiveChange, removeTrail } from '../trail-write-store.ts';
import { getLockedTrail } from '../trails.ts';
import { keepDeleted } from './deleted-trail-store.ts';

/**
 * Deletes the trail in any status. Fails with `not-found`, and with `forbidden` for a live trail if the catalog
 * requires the right to publish.
 */
export async function deleteTrail(
  tx: Tx,
  catalogId: string,
  trailId: string,
  by: By,
  mayPublish: boolean,
): Promise<void> {
  const trail = await getLockedTrail(tx, catalogId, trailId);
  const rules = await getCatalogRules(tx, catalogId);
  if (trail.status === 'live' && rules.publish_to_delete && !mayPublish) throw publishersOnly();
  if (rules.keep_deleted) await keepDeleted(tx, catalogId, trailId, by.account_id);
  await removeTrail(tx, catalogId, trailId);
  await deleteFavouritesOf(tx, catalogId, trailId);
  if (trail.status === 'live') await noteLiveChange(tx, catalogId, trailId);
  await recordTrail(tx, catalogId, trail, 'trail.deleted', by, {
    before: { status: trail.status, revision: trail.revision },
  });
}

const publishersOnly = (): Error =>
  refuse('forbidden', 'Employees see this trail, and only people who may publish can delete it. Ask one of them.');
