// SQL that checks if any record of a connection has a given attribute outside the schemas.
import type { Db } from '../../storage/database.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import type { ScimContext } from '../scim-context.ts';

/** An attribute by case-insensitive name, at the top level or in its extension object. */
export interface StoredMember {
  readonly extension: string | undefined;
  readonly name: string;
}

const TABLES: Readonly<Record<'User' | 'Group', Sql>> = {
  User: trusted('scim_user_records'),
  Group: trusted('scim_group_records'),
};

/**
 * Stops at the first record with the attribute. If there is none, it scans all records of the connection, like a filter
 * on the attribute.
 */
export async function isStored(
  db: Db,
  { team_id, connection_id }: ScimContext,
  type: 'User' | 'Group',
  { extension, name }: StoredMember,
): Promise<boolean> {
  const holder =
    extension === undefined
      ? trusted('r.folded')
      : sql`(case when jsonb_typeof(r.folded -> ${extension}::text) = 'object' then r.folded -> ${extension}::text
          else '{}'::jsonb end)`;
  const row = await db.row(sql`
    select 1 as found from ${TABLES[type]} r
    where r.team_id = ${team_id} and r.connection_id = ${connection_id}
      and exists (select 1 from jsonb_object_keys(${holder}) k where lower(k) = ${name.toLowerCase()}::text)
    limit 1`);
  return row !== undefined;
}
