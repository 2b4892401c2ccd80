// SQL for the account of a SCIM user.
import { connectionSettings } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';

/** Looks the user up in each connection, because only the whole key has an index. */
export const selectAccountOfRecord = (db: Db, teamId: string, recordId: string) =>
  db.row<{ account_id: string }>(sql`
    select r.account_id from ${connectionSettings} c cross join lateral (
      select u.account_id from scim_user_records u
      where u.team_id = ${teamId} and u.connection_id = c.connection_id and u.record_id = ${recordId} offset 0) r
    where c.team_id = ${teamId} limit 1`);
