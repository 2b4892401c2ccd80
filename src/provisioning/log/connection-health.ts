// The health of a connection: its last request, recent errors, and the number of provisioned users and groups.
import { DAY_MS, instant } from '../../base/clock.ts';
import { listScimTokens } from '../../credentials/scim-tokens.ts';
import { countSyncedGroups, getConnection } from '../../directory/connections/connections.ts';
import type { Db } from '../../storage/database.ts';
import { countRecords, type RecordCounts } from '../users/user-record-store.ts';
import { selectLogHealth, type Trouble } from './provisioning-log-store.ts';

export interface ConnectionHealth extends RecordCounts {
  readonly last_sync_at: string | null;
  /** Based on the entries that the log still contains. */
  readonly last_ok_at: string | null;
  readonly last_trouble_at: string | null;
  readonly last_trouble: Trouble | null;
  /** Requests refused or failed in the last 24 hours. */
  readonly recent_troubles: number;
  readonly groups: number;
}

/** The health at `now` (milliseconds). Fails with `not-found`. */
export async function connectionHealth(
  db: Db,
  teamId: string,
  connectionId: string,
  now: number,
): Promise<ConnectionHealth> {
  await getConnection(db, teamId, connectionId);
  const log = await selectLogHealth(db, teamId, connectionId, instant(now - DAY_MS));
  const tokens = await listScimTokens(db, teamId, connectionId, now);
  const heard = [log.last_at, ...tokens.map(({ last_used_at }) => last_used_at)].filter((at) => at !== null);
  return {
    last_sync_at: heard.sort().at(-1) ?? null,
    last_ok_at: log.last_ok_at,
    last_trouble_at: log.last_trouble?.at ?? null,
    last_trouble: log.last_trouble,
    recent_troubles: log.recent_troubles,
    ...(await countRecords(db, teamId, connectionId)),
    groups: await countSyncedGroups(db, teamId, connectionId),
  };
}
