// SQL for the attributes that identity providers sent about a person.
import { connectionSettings } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';

export interface PersonRecordRow {
  readonly connection_id: string;
  readonly connection_name: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly active: boolean;
  readonly last_modified: string;
  /** JSON. */
  readonly attributes: string;
  /** A JSON array, or null. */
  readonly extra_emails: string | null;
  /** The mapping that was last applied. */
  readonly mapping: string | null;
  readonly attribute_mapping: string | null;
  readonly declared_attributes: string;
}

/** Ordered by the connection's name; at most one per connection. */
export const selectPersonRecords = (db: Db, teamId: string, accountId: string): Promise<PersonRecordRow[]> =>
  db.rows<PersonRecordRow>(sql`
    select r.connection_id, c.name as connection_name, r.user_name, r.external_id, r.active, r.last_modified,
      r.attributes, r.extra_emails, r.mapping, c.attribute_mapping, c.declared_attributes
    from scim_user_records r
      join ${connectionSettings} c on c.team_id = r.team_id and c.connection_id = r.connection_id
    where r.team_id = ${teamId} and r.account_id = ${accountId}
    order by c.name, r.connection_id`);

/** The job titles that identity providers sent, by account. */
export const selectTitles = (db: Db, teamId: string, accountIds: readonly string[]) =>
  db.rows<{ readonly account_id: string; readonly title: string }>(sql`
    select r.account_id, r.attributes ->> 'title' as title from scim_user_records r
    where r.team_id = ${teamId} and r.account_id = any(${accountIds}::uuid[]) and r.attributes ->> 'title' is not null
    order by r.account_id, r.connection_id`);
