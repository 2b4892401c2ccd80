// The overview of a workspace's directory sync: problems that need attention, and requests over time.
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
/** Refused requests of a connection are counted only up to this number. */
export const MAX_TROUBLES = 1000;

export interface SyncOverview {
  readonly connections: readonly ConnectionStanding[];
  /** The days since `from` that had requests. */
  readonly by_day: readonly SyncDay[];
}

/** Every connection with its errors in the last 24 hours, and the requests per day. Takes two queries. */
export const syncOverview = async (db: Db, teamId: string, from: string, now: number): Promise<SyncOverview> => ({
  connections: await selectStandings(db, teamId, instant(now - DAY_MS), MAX_TROUBLES),
  by_day: await selectSyncDays(db, teamId, from),
});

/** Deletes counts older than 13 months. Returns the number of deleted rows. */
export const sweepSyncDays = (db: Db, now: number): Promise<number> =>
  deleteSyncDays(db, instant(now - KEPT_MS).slice(0, 10));
