// The order in which employees see a catalog's trails. It is read as a whole and changed by moving trails.
import type { Announcement } from '../../audit/announcement.ts';
import type { By } from '../../audit/audit-log.ts';
import { announce } from '../../audit/outbox.ts';
import { refuse } from '../../base/refusal.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { nextStatus } from '../lifecycle.ts';
import { placeBetween } from '../place-between.ts';
import { recordTrail } from '../trail-audit-event.ts';
import { getTrail } from '../trails.ts';
import { lockOrder, type MovedTrail, type OrderedTrail, orderedTrails, setOrderNumbers } from './order-store.ts';

/** A trail's current place: `position` from 1, among the `total` trails that are not archived. */
export interface PlacedTrail {
  readonly trail_id: string;
  readonly position: number;
  readonly total: number;
}

/** All trails of the catalog that are not archived, in order. */
export const listOrder = (db: Db, catalogId: string): Promise<OrderedTrail[]> => orderedTrails(db, catalogId);

/**
 * Moves the trail directly after `after`, or (null) to the top. Fails with `not-found` for an unknown trail or
 * `after`, and with `conflict` for an archived one, which has no place. Concurrent moves take turns and see each
 * other's result.
 */
export async function moveTrail(
  tx: Tx,
  catalogId: string,
  trailId: string,
  after: string | null,
  by: By,
): Promise<PlacedTrail> {
  await lockOrder(tx, catalogId);
  const moved = await getTrail(tx, catalogId, trailId);
  nextStatus(moved.status, 'edit');
  const items = await orderedTrails(tx, catalogId);
  const from = items.findIndex(({ id }) => id === trailId);
  const rest = items.filter(({ id }) => id !== trailId);
  const to = after === null ? 0 : rest.findIndex(({ id }) => id === after) + 1;
  if (after !== null && to === 0) throw refuse('not-found', 'There is no trail with the id `after` in this order.');
  const changes = placeBetween(items, from, to);
  if (changes.length > 0) {
    const renumbered = await setOrderNumbers(tx, catalogId, changes);
    const sort_order = changes.find(({ id }) => id === trailId)?.sort_order ?? moved.sort_order;
    const change = { before: { sort_order: moved.sort_order }, after: { sort_order } };
    await recordTrail(tx, catalogId, moved, 'trail.moved', by, change);
    await announce(tx, othersMoved(catalogId, renumbered, trailId, by));
  }
  return { trail_id: trailId, position: to + 1, total: items.length };
}

/** Trails that made room. No one moved them, so the audit log leaves them out. */
const othersMoved = (
  team_id: string,
  moved: readonly MovedTrail[],
  movedId: string,
  { actor }: By,
): readonly Announcement[] =>
  moved
    .filter(({ trail_id }) => trail_id !== movedId)
    .map(({ trail_id, title, updated_at }) => ({
      ...{ team_id, kind: 'trail.moved', at: updated_at, actor, details: {} },
      subject: { kind: 'trail', id: trail_id, name: title },
    }));
