// Changes the properties of a trail outside its document: its place in the catalog and its visibility (contract 2.7
// UpdateTrailBody).
import { type By, differenceOf } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { requireWidening, wouldWiden } from '../approval/approved-audience.ts';
import { nextStatus } from '../lifecycle.ts';
import type { UpdateTrailBody } from '../trail.ts';
import { recordTrail } from '../trail-audit-event.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import { noteLiveChange, setOrderAndVisibility } from '../trail-write-store.ts';
import { getLockedTrail, noSuchTrail } from '../trails.ts';

/**
 * Applies the given members. Values of absent and null members stay unchanged. Setting the current values is not a
 * change. Fails with `conflict` if archived, and like `requireWidening` if a live trail would be opened to everyone.
 */
export async function updateTrail(
  tx: Tx,
  catalogId: string,
  trailId: string,
  change: UpdateTrailBody,
  by: By,
): Promise<TrailDetailRow> {
  const trail = await getLockedTrail(tx, catalogId, trailId);
  nextStatus(trail.status, 'edit');
  const before = { sort_order: trail.sort_order, visibility: trail.visibility };
  const after = {
    sort_order: change.sort_order ?? before.sort_order,
    visibility: change.visibility ?? before.visibility,
  };
  if (before.sort_order === after.sort_order && before.visibility === after.visibility) return trail;
  if (wouldWiden(trail, after.visibility)) await requireWidening(tx, catalogId, trail);
  const changed =
    (await setOrderAndVisibility(tx, catalogId, trailId, after.sort_order, after.visibility)) ?? noSuchTrail();
  if (trail.status === 'live' && before.visibility !== after.visibility) await noteLiveChange(tx, catalogId, trailId);
  const differing = [
    { kind: 'trail.moved', difference: differenceOf(['sort_order'], before, after) },
    { kind: 'trail.visibility_changed', difference: differenceOf(['visibility'], before, after) },
  ] as const;
  for (const { kind, difference } of differing)
    if (difference !== undefined) await recordTrail(tx, catalogId, changed, kind, by, difference);
  return changed;
}
