// SQL for rehearsals: what a connection has provisioned, and the requests that its log keeps.
import type { Db } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { sql } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';
import type { Scope } from '../guard/guard-store.ts';
import { inScope } from '../rows/record-lookup-store.ts';

export interface KnownUser {
  readonly record_id: string;
  readonly user_name_key: string;
  readonly external_id: string | null;
  readonly active: boolean;
}

/** The connection's users, oldest first. */
export const selectKnownUsers = (db: Db, scope: Scope): Promise<KnownUser[]> =>
  db.rows<KnownUser>(sql`
    select r.record_id, r.user_name_key, r.external_id, r.active from scim_user_records r
    where ${inScope(scope)} order by r.record_id`);

export interface KnownGroup {
  readonly record_id: string;
  readonly display_name_key: string;
}

/** The connection's groups, oldest first. */
export const selectKnownGroups = (db: Db, scope: Scope): Promise<KnownGroup[]> =>
  db.rows<KnownGroup>(sql`
    select r.record_id, r.display_name_key from scim_group_records r
    where ${inScope(scope)} order by r.record_id`);

/** The accounts of people who are suspended. */
export const selectSuspendedAccounts = (db: Db, { team_id, connection_id }: Scope) =>
  db.rows<{ account_id: string }>(sql`
    select account_id from suspensions
    where team_id = ${team_id} and connection_id = ${connection_id} and state = 'suspended'`);

/** A change in the log. */
export interface LoggedChange {
  readonly at: string;
  readonly resource: 'User' | 'Group';
  readonly operation: 'create' | 'replace' | 'update' | 'delete';
  readonly resource_id: string | null;
  readonly outcome: 'ok' | 'refused' | 'failed';
  /** JSON; null if it was not kept. */
  readonly sent: string | null;
}

export interface LogRange {
  /** RFC 3339; `from` is inclusive, `until` exclusive. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** The newest changes in the log, newest first. */
export const selectLoggedChanges = (db: Db, { team_id, connection_id }: Scope, range: LogRange, limit: number) =>
  db.rows<LoggedChange>(sql`
    select at, resource, operation, resource_id, outcome, sent from provisioning_log
    where team_id = ${team_id} and connection_id = ${connection_id}
      and resource in ('User', 'Group') and operation in ('create', 'replace', 'update', 'delete')
      and at >= coalesce(${range.from ?? null}::timestamptz, '-infinity')
      and at < coalesce(${range.until ?? null}::timestamptz, 'infinity')
    order by entry_id desc ${limitOf(limit)}`);

/** Deletes the content of requests from before that time. Returns the number of requests. */
export async function forgetContent(db: Db, before: string): Promise<number> {
  const order = ['at', 'team_id', 'connection_id', 'entry_id'];
  const isOld = sql`sent is not null and at < ${before}::timestamptz`;
  const forgotten = await db.rows(sql`
    update provisioning_log set sent = null where ${firstOver(db, sql`provisioning_log`, order, isOld)}
    returning entry_id`);
  return forgotten.length;
}
