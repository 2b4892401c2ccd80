// SQL for rehearsals: what a connection has provisioned.
import type { Db } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
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
