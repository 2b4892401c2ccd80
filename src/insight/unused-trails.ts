// Live trails that have not been used for a long time: candidates for review or withdrawal.
import { DAY_MS, dayOf, instant } from '../base/clock.ts';
import type { Db } from '../storage/database.ts';
import { type LiveTrail, listLivePublishedBefore } from '../trails/readers/visible-trails.ts';
import { usedTrailIds } from './delivery-store.ts';

/** A trail counts as unused if it was published at least this many days ago and has not been used since. */
export const UNUSED_DAYS = 90;

/**
 * The workspace's live trails that were published before this period and not used during it, oldest first. Makes two
 * queries.
 */
export async function unusedTrails(db: Db, teamId: string, now: number): Promise<LiveTrail[]> {
  const since = now - UNUSED_DAYS * DAY_MS;
  const old = await listLivePublishedBefore(db, teamId, instant(since));
  if (old.length === 0) return [];
  const used = new Set(await usedTrailIds(db, teamId, dayOf(since)));
  return old.filter(({ id }) => !used.has(id));
}
