// The SQL of people who left in one identity provider while another keeps them (Decision 56).
import { isToJoin } from '../directory/fragments-store.ts';
import type { PreparedChange } from '../directory/group-change.ts';
import { connectionSettings, memberships } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { sql, trusted } from '../storage/sql.ts';
import type { ScimContext } from './scim-context.ts';

export interface LeftElsewhere {
  readonly connection_id: string;
  readonly name: string;
}

/** Remembers that the connection deleted the record of the person. */
export async function insertDeparture(
  tx: Tx,
  { team_id, connection_id }: Pick<ScimContext, 'team_id' | 'connection_id'>,
  { account_id, record_id }: { readonly account_id: string; readonly record_id: string },
): Promise<void> {
  await tx.rows(sql`
    insert into scim_departures (team_id, connection_id, account_id, record_id)
    values (${team_id}, ${connection_id}, ${account_id}, ${record_id})
    on conflict (team_id, account_id, connection_id)
      do update set record_id = excluded.record_id, left_at = clock_timestamp()`);
}

/**
 * The connections that deactivated or deleted this active member, whose membership somebody else manages. By name. One
 * that has a record again says by it whether the person is there.
 */
export const selectLeftElsewhere = (db: Db, teamId: string, accountId: string): Promise<LeftElsewhere[]> =>
  db.rows<LeftElsewhere>(sql`
    select c.connection_id, c.name from (
      select r.connection_id from scim_user_records r
      where r.team_id = ${teamId} and r.account_id = ${accountId} and not r.active
      union all
      select d.connection_id from scim_departures d
      where d.team_id = ${teamId} and d.account_id = ${accountId} and not exists (
        select from scim_user_records r
        where r.team_id = d.team_id and r.connection_id = d.connection_id and r.account_id = d.account_id)
    ) l
      join ${memberships} m on m.team_id = ${teamId} and m.account_id = ${accountId}
      join ${connectionSettings} c on c.team_id = ${teamId} and c.connection_id = l.connection_id
    where m.status = 'active' and m.connection_id is distinct from l.connection_id
    order by c.name, c.connection_id`);

/** Whether the change is to bring somebody into a group whose record the connection has deleted. */
export async function bringsBack(
  tx: Tx,
  { team_id, connection_id }: Pick<ScimContext, 'team_id' | 'connection_id'>,
  { group_id, change_id }: Pick<PreparedChange, 'group_id' | 'change_id'>,
): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 as found from scim_departures d
    where d.team_id = ${team_id} and d.connection_id = ${connection_id}
      and ${isToJoin(trusted('d.team_id'), group_id, change_id, trusted('d.account_id'))}
      and not exists (
        select from scim_user_records r
        where r.team_id = d.team_id and r.connection_id = d.connection_id and r.account_id = d.account_id) limit 1`);
  return row !== undefined;
}
