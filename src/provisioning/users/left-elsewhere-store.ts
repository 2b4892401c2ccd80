// SQL for people who left in one identity provider while another one keeps them (Decision 56).
import { isToJoin } from '../../directory/fragments-store.ts';
import type { PreparedChange } from '../../directory/groups/group-change.ts';
import { connectionSettings, memberships } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import type { ScimContext } from '../scim-context.ts';

export interface LeftElsewhere {
  readonly connection_id: string;
  readonly name: string;
}

/** Remembers that the connection deleted the person's record. */
export async function insertDeparture(
  tx: Tx,
  { team_id, connection_id }: Pick<ScimContext, 'team_id' | 'connection_id'>,
  { account_id, record_id }: { readonly account_id: string; readonly record_id: string },
): Promise<void> {
  await tx.rows(sql`
    insert into scim_departures (team_id, connection_id, account_id, record_id)
    values (${team_id}, ${connection_id}, ${account_id}, ${record_id})
    on conflict (team_id, account_id, connection_id)
      do update set record_id = excluded.record_id, left_at = excluded.left_at`);
}

/**
 * The connections, by name, that deactivated or deleted this active member, whose membership has another manager. If a
 * connection has a record again, that record shows whether the person is active.
 */
export const leftElsewhere = (db: Db, teamId: string, accountId: string): Promise<LeftElsewhere[]> =>
  db.rows<LeftElsewhere>(sql`
    select c.connection_id, c.name from (
      select r.connection_id from scim_user_records r
      where r.team_id = ${teamId} and r.account_id = ${accountId} and not r.active
      union all
      select d.connection_id from scim_departures d
      where d.team_id = ${teamId} and d.account_id = ${accountId} and not exists (
        select 1 from scim_user_records r
        where r.team_id = ${teamId} and r.connection_id = d.connection_id and r.account_id = d.account_id)
    ) l
      join ${memberships} m on m.team_id = ${teamId} and m.account_id = ${accountId}
      join ${connectionSettings} c on c.team_id = ${teamId} and c.connection_id = l.connection_id
    where m.status = 'active' and m.connection_id is distinct from l.connection_id
    order by c.name, c.connection_id`);

/** Records `r` in other connections of people whom this connection (`gone`) also provisions. */
const elsewhere = (teamId: string, connectionId: string): Sql => sql`
  scim_user_records gone join scim_user_records r
    on r.team_id = gone.team_id and r.account_id = gone.account_id and r.connection_id <> gone.connection_id
  where gone.team_id = ${teamId} and gone.connection_id = ${connectionId}`;

/** Locks the records until the transaction ends, so that concurrent changes see who manages the membership. */
export const holdElsewhere = (tx: Tx, teamId: string, connectionId: string): Promise<object[]> =>
  tx.rows(sql`
    select count(*) from (
      select r.record_id from ${elsewhere(teamId, connectionId)} order by r.record_id for update of r) held`);

/** A subselect of (account_id, connection_id, active): the newest such record per person. */
export const newestElsewhere = (teamId: string, connectionId: string): Sql => sql`(
  select distinct on (r.account_id) r.account_id, r.connection_id, r.active from ${elsewhere(teamId, connectionId)}
  order by r.account_id, r.created_at desc, r.connection_id)`;

/** True if the change adds a person whose record the connection has deleted. */
export async function bringsBack(
  tx: Tx,
  { team_id, connection_id }: Pick<ScimContext, 'team_id' | 'connection_id'>,
  { group_id, change_id }: Pick<PreparedChange, 'group_id' | 'change_id'>,
): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 as found from scim_departures d
    where d.team_id = ${team_id} and d.connection_id = ${connection_id}
      and ${isToJoin(sql`${team_id}::uuid`, group_id, change_id, trusted('d.account_id'))}
      and not exists (
        select 1 from scim_user_records r
        where r.team_id = ${team_id} and r.connection_id = d.connection_id and r.account_id = d.account_id) limit 1`);
  return row !== undefined;
}
