// SQL for a workspace's directory sync overview: all connections in one statement, the days in another.
import { connectionSettings } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';

/** A connection and the problems that need attention. */
export interface ConnectionStanding {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly paused: boolean;
  /** Suspended people about whom an admin has to decide. */
  readonly suspended: number;
  /** Requests refused or failed since `since`, counted up to `mostTroubles`. */
  readonly troubles: number;
  /** Requests since `since` with a value that never takes effect, counted in the same way. */
  readonly repeated: number;
  readonly last_sync_at: string | null;
}

/** The connections of the workspace by name. Reads only the newest entries of each log. */
export const selectStandings = (db: Db, teamId: string, since: string, mostTroubles: number) => {
  const countOf = (condition: Sql): Sql => sql`(select count(*)::integer from (
        select l.at from provisioning_log l
        where l.team_id = ${teamId} and l.connection_id = c.connection_id and ${condition}
        order by l.entry_id desc ${limitOf(mostTroubles)}) newest
        where newest.at >= ${since}::timestamptz)`;
  return db.rows<ConnectionStanding>(sql`
    select c.connection_id as id, c.name, c.enabled, c.paused,
      (select count(*)::integer from suspensions s
        where s.team_id = ${teamId} and s.connection_id = c.connection_id and s.state = 'suspended') as suspended,
      ${countOf(sql`l.outcome <> 'ok'`)} as troubles, ${countOf(sql`l.repeated <> '[]'`)} as repeated,
      (select l.at from provisioning_log l
        where l.team_id = ${teamId} and l.connection_id = c.connection_id
        order by l.entry_id desc limit 1) as last_sync_at
    from ${connectionSettings} c where c.team_id = ${teamId} order by c.name, c.connection_id`);
};

export interface SyncDay {
  readonly day: string;
  readonly ok: number;
  readonly refused: number;
  readonly failed: number;
}

/** The days since that one on which there were requests. */
export const selectSyncDays = (db: Db, teamId: string, from: string): Promise<SyncDay[]> =>
  db.rows<SyncDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(sum(requests) filter (where outcome = 'ok'), 0)::bigint as ok,
      coalesce(sum(requests) filter (where outcome = 'refused'), 0)::bigint as refused,
      coalesce(sum(requests) filter (where outcome = 'failed'), 0)::bigint as failed
    from provisioning_days where team_id = ${teamId} and day >= ${from}::date
    group by day order by day`);

/** Deletes older days. Returns the number of deleted rows. */
export async function deleteSyncDays(db: Db, before: string): Promise<number> {
  const gone = await db.rows(sql`
    delete from provisioning_days where ${firstOver(
      db,
      sql`provisioning_days`,
      ['day', 'team_id', 'connection_id', 'outcome'],
      sql`day < ${before}::date`,
    )} returning day`);
  return gone.length;
}
