// How directory sync fares in a workspace as a whole: what of it needs a hand, and its requests over time.
import { DAY_MS, instant } from '../../base/clock.ts';
import type { Db } from '../../storage/database.ts';
import {
  type ConnectionStanding,
  deleteSyncDays,
  type SyncDay,
  selectStandings,
  selectSyncDays,
} from './sync-overview-store.ts';

export type { ConnectionStanding, SyncDay };

const KEPT_MS = 396 * DAY_MS;
/** Refused requests of a connection are counted up to this many. */
export const MOST_TROUBLES = 1000;

export interface SyncOverview {
  readonly connections: readonly ConnectionStanding[];
  /** The days from `from` on that had requests. */
  readonly by_day: readonly SyncDay[];
}

/** Every connection with its troubles of the last 24 hours, and the requests a day. Two queries. */
export const syncOverview = async (db: Db, teamId: string, from: string, now: number): Promise<SyncOverview> => ({
  connections: await selectStandings(db, teamId, instant(now - DAY_MS), MOST_TROUBLES),
  by_day: await selectSyncDays(db, teamId, from),
});

/** Forgets what was counted more than thirteen months ago; answers how many rows went. */
export const sweepSyncDays = (db: Db, now: number): Promise<number> =>
  deleteSyncDays(db, instant(now - KEPT_MS).slice(0, 10));
