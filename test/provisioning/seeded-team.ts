// Writes thousands of people of a workspace and one group directly to the tables, which takes only moments.
import { newId } from '../../src/base/id.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';

export interface SeededTeam {
  readonly group_id: string;
  /** People sorted by name, starting with `u1`. The first ones are the group's members. */
  readonly account_ids: readonly string[];
  readonly record_ids: readonly string[];
}

/** Creates the people `u1` … `u<people>` of a connection, and a group with the first `members` of them. */
export async function seedTeam(
  database: Database,
  { team_id, connection_id }: { readonly team_id: string; readonly connection_id: string },
  people: number,
  members: number,
): Promise<SeededTeam> {
  const account_ids = Array.from({ length: people }, newId);
  const record_ids = Array.from({ length: people }, newId);
  const group_id = newId();
  await database.rows(sql`
    insert into accounts (account_id, name) select id, 'P' from unnest(${account_ids}::uuid[]) as t(id)`);
  await database.rows(sql`
    insert into members (team_id, account_id, status, connection_id)
    select ${team_id}::uuid, id, 'active', ${connection_id}::uuid from unnest(${account_ids}::uuid[]) as t(id)`);
  await database.rows(sql`
    insert into scim_user_records (team_id, connection_id, record_id, account_id, user_name, user_name_key, external_id,
      email, email_key)
    select ${team_id}::uuid, ${connection_id}::uuid, record, account, 'u' || i, 'u' || i, 'e' || i, 'm' || i, 'm' || i
    from unnest(${record_ids}::uuid[], ${account_ids}::uuid[]) with ordinality as t(record, account, i)`);
  await database.rows(sql`
    insert into groups (team_id, group_id, display_name, name_key, connection_id)
    values (${team_id}, ${group_id}, 'G', 'g', ${connection_id})`);
  await database.rows(sql`
    insert into scim_group_records (team_id, connection_id, record_id, group_id)
    values (${team_id}, ${connection_id}, ${group_id}, ${group_id})`);
  await database.rows(sql`
    insert into group_memberships (team_id, group_id, account_id)
    select ${team_id}::uuid, ${group_id}::uuid, id from unnest(${account_ids.slice(0, members)}::uuid[]) as t(id)`);
  return { group_id, account_ids, record_ids };
}
