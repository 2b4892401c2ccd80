// SQL for the requests of identity providers about one person, in all connections of a workspace.
import { connectionSettings } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { firstRows } from '../../storage/limit.ts';
import { sql, trusted } from '../../storage/sql.ts';

/** A request that changed or tried to change the person's record. */
export interface RequestAbout {
  readonly id: string;
  readonly at: string;
  readonly connection_id: string;
  readonly connection_name: string;
  readonly operation: string;
  readonly outcome: 'ok' | 'refused' | 'failed';
  readonly status: number;
  readonly explanation: string | null;
  readonly warnings: readonly string[];
  readonly request_id: string;
}

/** A page, newest first, after the entry `after`. Also finds deleted records that are kept. */
export const selectRequestsAbout = (
  db: Db,
  teamId: string,
  accountId: string,
  after: string | null,
  limit: number,
): Promise<RequestAbout[]> =>
  db.rows<RequestAbout>(
    firstRows(
      sql`
        select l.entry_id as id, l.at, l.connection_id, c.name as connection_name, l.operation, l.outcome, l.status,
          l.explanation, l.warnings, l.request_id
        from (
          select connection_id, record_id from scim_user_records
          where team_id = ${teamId} and account_id = ${accountId}
          union select connection_id, record_id from scim_departures
          where team_id = ${teamId} and account_id = ${accountId}
          union select connection_id, record_id from suspensions
          where team_id = ${teamId} and account_id = ${accountId}) r
        join ${connectionSettings} c on c.team_id = ${teamId} and c.connection_id = r.connection_id
        join provisioning_log l on l.team_id = ${teamId} and l.connection_id = r.connection_id
          and l.resource_id = r.record_id::text
        where l.resource = 'User' and l.operation in ('create', 'replace', 'update', 'delete')
          and ${after === null ? trusted('true') : sql`l.entry_id < ${after}::uuid`}`,
      sql`id desc`,
      limit,
    ),
  );

/** The suspension of a person about whom an admin has to decide. */
export interface PendingSuspension {
  readonly connection_id: string;
  readonly connection_name: string;
  readonly suspended_at: string;
}

export const findPending = (db: Db, teamId: string, accountId: string): Promise<PendingSuspension | undefined> =>
  db.row<PendingSuspension>(sql`
    select s.connection_id, c.name as connection_name, s.ended_at as suspended_at
    from suspensions s join ${connectionSettings} c on c.team_id = ${teamId} and c.connection_id = s.connection_id
    where s.team_id = ${teamId} and s.account_id = ${accountId} and s.state = 'suspended'
    order by s.ended_at desc limit 1`);
