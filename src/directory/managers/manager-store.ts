// SQL for reporting lines and of the Manager role that sync grants.
import type { Tx } from '../../storage/database.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { moveStamps } from '../stamps-store.ts';

export interface ManagerChange {
  readonly name: string;
  readonly before_id: string | null;
  readonly before_ref: string | null;
  readonly after_id: string | null;
}

/**
 * Sets a member's manager. Undefined if nothing changed. A manager who is not a member, or is being removed, is stored
 * only by name. A manager who is a member cannot be removed until the transaction ends.
 */
export const updateManager = (
  tx: Tx,
  teamId: string,
  accountId: string,
  managerId: string | null,
  ref: string | null,
): Promise<ManagerChange | undefined> =>
  tx.row<ManagerChange>(sql`
    with manager as (${heldMember(teamId, managerId)}), before as (
      select b.manager_id, b.manager_ref, a.name, (select account_id from manager) as next_id
      from members b join accounts a on a.account_id = b.account_id
      where b.team_id = ${teamId} and b.account_id = ${accountId} for no key update of b
    )
    update members m set manager_id = before.next_id, manager_ref = ${ref}, former_manager_id = null from before
    where m.team_id = ${teamId} and m.account_id = ${accountId}
      and (before.manager_id, before.manager_ref) is distinct from (before.next_id, ${ref}::text)
    returning before.name, before.manager_id as before_id, before.manager_ref as before_ref, m.manager_id as after_id`);

/** The member, who cannot be removed until the transaction ends. No row if there is none. */
const heldMember = (teamId: string, accountId: string | null): Sql => sql`
  select account_id from members where team_id = ${teamId} and account_id = ${accountId} for key share`;

/** Assigns `managerId` to the connection's members who await a manager with one of these names. */
export const updateAwaiting = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  refs: readonly string[],
  managerId: string,
): Promise<{ account_id: string; name: string }[]> =>
  tx.rows(sql`
    with manager as (${heldMember(teamId, managerId)})
    update members m set manager_id = manager.account_id, former_manager_id = null
    from manager, accounts a
    where m.team_id = ${teamId} and m.manager_id is null and m.manager_ref = any(${refs}::text[])
      and m.connection_id = ${connectionId} and a.account_id = m.account_id
    returning m.account_id, a.name`);

/** Members of the connection who reported to that account until it was removed, and have no manager now. */
export const selectFormerReports = (tx: Tx, teamId: string, connectionId: string, managerId: string) =>
  tx.rows<{ account_id: string }>(sql`
    select account_id from members
    where team_id = ${teamId} and connection_id = ${connectionId} and former_manager_id = ${managerId}
      and manager_id is null
    order by account_id`);

/**
 * Call this after a person has lost a report. If that was the last one, sync may again grant a Manager role that was
 * revoked by hand.
 */
export async function forgetManager(tx: Tx, teamId: string, managerId: string): Promise<void> {
  await tx.rows(sql`
    update members m set manager_declined = false
    where m.team_id = ${teamId} and m.account_id = ${managerId} and m.manager_declined
      and not exists (select 1 from members r where r.team_id = ${teamId} and r.manager_id = m.account_id)`);
}

/** Everyone who has a direct report provisioned by the connection. */
export const selectManagersOf = (tx: Tx, teamId: string, connectionId: string): Promise<{ account_id: string }[]> =>
  tx.rows(sql`
    select distinct manager_id as account_id from members
    where team_id = ${teamId} and connection_id = ${connectionId} and manager_id is not null`);

/**
 * If the connection shows managers, grants the Manager role to those managers who are members, don't have the role, are
 * not the Owner, and did not have it revoked by hand. Returns the people who got it. Locks the connection, so that a
 * concurrent change of manager visibility either sees these reports or is seen here.
 */
export const insertManagerRoles = (tx: Tx, teamId: string, connectionId: string, managerIds: readonly string[]) =>
  tx.rows<{ account_id: string; name: string }>(sql`
    with connection as (
      select manager_visibility from connections
      where team_id = ${teamId} and connection_id = ${connectionId} for share
    ), changed as (
      insert into member_roles (team_id, account_id, role, origin)
      select m.team_id, m.account_id, 'manager', 'sync' from members m
      join connection c on c.manager_visibility
      join teams t on t.team_id = m.team_id and t.owner_id <> m.account_id
      where m.team_id = ${teamId} and m.account_id = any(${managerIds}::uuid[]) and not m.manager_declined
      on conflict do nothing returning account_id
    ), moved as (${moveStamps(teamId)})
    select g.account_id, a.name from changed g join accounts a on a.account_id = g.account_id`);
