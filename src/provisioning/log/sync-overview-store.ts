// The SQL of how directory sync fares in a workspace as a whole: every connection in one statement, days in another.
import { connectionSettings } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { sql } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';

/** A connection, and what of it needs a hand. */
export interface ConnectionStanding {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly paused: boolean;
  /** People whose deactivation waits for an admin. */
  readonly held: number;
  /** Requests refused or failed from `since` on; counted up to `mostTroubles`. */
  readonly troubles: number;
  readonly last_sync_at: string | null;
}

/** The connections of the workspace by name. Of each log only the newest entries are read. */
export const selectStandings = (
  db: Db,
  teamId: string,
  since: string,
  mostTroubles: number,
): Promise<ConnectionStanding[]> =>
  db.rows<ConnectionStanding>(sql`
    select c.connection_id as id, c.name, c.enabled, c.paused,
      (select count(*)::integer from held_deactivations h
        where h.team_id = ${teamId} and h.connection_id = c.connection_id and h.state = 'waiting') as held,
      (select count(*)::integer from (
        select l.at from provisioning_log l
        where l.team_id = ${teamId} and l.connection_id = c.connection_id and l.outcome <> 'ok'
        order by l.entry_id desc ${limitOf(mostTroubles)}) newest
        where newest.at >= ${since}::timestamptz) as troubles,
      (select l.at from provisioning_log l
        where l.team_id = ${teamId} and l.connection_id = c.connection_id
        order by l.entry_id desc limit 1) as last_sync_at
    from ${connectionSettings} c where c.team_id = ${teamId} order by c.name, c.connection_id`);

/** Requests of all connections on one day. */
export interface SyncDay {
  readonly day: string;
  readonly ok: number;
  readonly refused: number;
  readonly failed: number;
}

/** The days since that one on which something was asked. */
export const selectSyncDays = (db: Db, teamId: string, from: string): Promise<SyncDay[]> =>
  db.rows<SyncDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(sum(requests) filter (where outcome = 'ok'), 0)::bigint as ok,
      coalesce(sum(requests) filter (where outcome = 'refused'), 0)::bigint as refused,
      coalesce(sum(requests) filter (where outcome = 'failed'), 0)::bigint as failed
    from provisioning_days where team_id = ${teamId} and day >= ${from}::date
    group by day order by day`);

/** Forgets days of before; answers how many rows went. */
export async function deleteSyncDays(db: Db, before: string): Promise<number> {
  const gone = await db.rows(sql`
    delete from provisioning_days where ${firstOver(
      sql`provisioning_days`,
      ['day', 'team_id', 'connection_id', 'outcome'],
      sql`day < ${before}::date`,
    )} returning day`);
  return gone.length;
}
