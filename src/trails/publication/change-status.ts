// The other status changes (Decision 21): unpublish, archive, unarchive.
import type { By } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { nextStatus } from '../lifecycle.ts';
import { recordTrail, type TrailAuditEvent } from '../trail-audit-event.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import { noteLiveChange, setHidden } from '../trail-write-store.ts';
import { getLockedTrail, noSuchTrail } from '../trails.ts';

type Transition = 'unpublish' | 'archive' | 'unarchive';

const EVENTS: Readonly<Record<Transition, TrailAuditEvent>> = {
  unpublish: 'trail.unpublished',
  archive: 'trail.archived',
  unarchive: 'trail.unarchived',
};

/**
 * Changes the status to one that employees cannot see. Fails with `conflict` if the current status does not permit
 * it.
 */
export async function changeStatus(
  tx: Tx,
  catalogId: string,
  trailId: string,
  transition: Transition,
  by: By,
): Promise<TrailDetailRow> {
  const trail = await getLockedTrail(tx, catalogId, trailId);
  const status = nextStatus(trail.status, transition) === 'archived' ? 'archived' : 'draft';
  const changed = (await setHidden(tx, catalogId, trailId, status)) ?? noSuchTrail();
  if (trail.status === 'live') await noteLiveChange(tx, catalogId, trailId);
  await recordTrail(tx, catalogId, changed, EVENTS[transition], by, {
    before: { status: trail.status },
    after: { status },
  });
  return changed;
}
