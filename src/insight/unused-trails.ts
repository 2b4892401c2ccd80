// Live trails that nobody has used for long: candidates to be reviewed, or to be taken back.
import { DAY_MS, dayOf, instant } from '../base/clock.ts';
import type { Db } from '../storage/database.ts';
import { type LiveTrail, listLivePublishedBefore } from '../trails/readers/visible-trails.ts';
import { usedTrailIds } from './delivery-store.ts';

/** So many days without a use make a trail unused, and so old it has to be. */
export const UNUSED_DAYS = 90;

/** Live trails of the workspace, published before these days and not used in them, the oldest first. Two queries. */
export async function unusedTrails(db: Db, teamId: string, now: number): Promise<LiveTrail[]> {
  const since = now - UNUSED_DAYS * DAY_MS;
  const old = await listLivePublishedBefore(db, teamId, instant(since));
  if (old.length === 0) return [];
  const used = new Set(await usedTrailIds(db, teamId, dayOf(since)));
  return old.filter(({ id }) => !used.has(id));
}
