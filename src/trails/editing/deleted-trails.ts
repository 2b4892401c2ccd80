// Deleted trails that admins can restore for 30 days, if the catalog keeps them. Other people cannot see that they
// exist.
import type { By } from '../../audit/audit-log.ts';
import { DAY_MS, instant } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { recordTrail } from '../trail-audit-event.ts';
import {
  countDeleted,
  type DeletedTrailRow,
  reinsertDeleted,
  selectDeleted,
  sweepDeletedRows,
} from './deleted-trail-store.ts';

/** How long a deleted trail can be restored. */
export const RESTORABLE_DAYS = 30;

/** How many deleted trails to list: more than a page of the console shows. */
const MAX_LISTED = 200;

export interface DeletedTrails {
  readonly total: number;
  readonly items: readonly (DeletedTrailRow & { readonly restorable_until: string })[];
}

/** The deleted trails, most recently deleted first. */
export async function listDeletedTrails(db: Db, catalogId: string): Promise<DeletedTrails> {
  const rows = await selectDeleted(db, catalogId, MAX_LISTED);
  const total = rows.length < MAX_LISTED ? rows.length : await countDeleted(db, catalogId);
  const until = (deletedAt: string): string => instant(Date.parse(deletedAt) + RESTORABLE_DAYS * DAY_MS);
  return { total, items: rows.map((row) => ({ ...row, restorable_until: until(row.deleted_at) })) };
}

/** Restores a deleted trail as a draft, with its versions and grants. Fails with `not-found`. */
export async function restoreDeletedTrail(tx: Tx, catalogId: string, trailId: string, by: By): Promise<void> {
  const restored = await reinsertDeleted(tx, catalogId, trailId);
  if (restored === undefined) throw refuse('not-found', 'There is no deleted trail of this id to restore.');
  await recordTrail(tx, catalogId, { trail_id: trailId, title: restored.title }, 'trail.undeleted', by);
}

/** Permanently removes trails that were deleted more than 30 days ago, and returns how many. */
export const sweepDeletedTrails = (db: Db, now: number): Promise<number> =>
  sweepDeletedRows(db, instant(now - RESTORABLE_DAYS * DAY_MS));
