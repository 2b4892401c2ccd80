// The SQL of who reports to whom, and of the Manager role that sync grants.
import type { Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { moveStamps } from './member-role-store.ts';

export interface ManagerChange {
  readonly name: string;
  readonly before_id: string | null;
  readonly before_ref: string | null;
}

/** Sets the manager of a member; undefined when that is what it was. */
export const updateManager = (
  tx: Tx,
  teamId: string,
  accountId: string,
  managerId: string | null,
  ref: string | null,
): Promise<ManagerChange | undefined> =>
  tx.row<ManagerChange>(sql`
    update members m set manager_id = ${managerId}, manager_ref = ${ref}
    from (
      select b.manager_id, b.manager_ref, a.name from members b join accounts a on a.account_id = b.account_id
      where b.team_id = ${teamId} and b.account_id = ${accountId} for update of b
    ) before
    where m.team_id = ${teamId} and m.account_id = ${accountId}
      and (before.manager_id, before.manager_ref) is distinct from (${managerId}::uuid, ${ref}::text)
    returning before.name, before.manager_id as before_id, before.manager_ref as before_ref`);

/** Gives `managerId` to the connection's members that have waited for somebody of one of these names. */
export const updateAwaiting = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  refs: readonly string[],
  managerId: string,
): Promise<{ account_id: string; name: string }[]> =>
  tx.rows(sql`
    update members m set manager_id = ${managerId}
    from accounts a
    where m.team_id = ${teamId} and m.manager_id is null and m.manager_ref = any(${refs}::text[])
      and m.connection_id = ${connectionId} and a.account_id = m.account_id
    returning m.account_id, a.name`);

/** Lets a person whose last report is gone be granted the Manager role by sync once more. */
export async function forgetDecline(tx: Tx, teamId: string, managerId: string): Promise<void> {
  await tx.rows(sql`
    update members m set manager_declined = false
    where m.team_id = ${teamId} and m.account_id = ${managerId} and m.manager_declined
      and not exists (select from members r where r.team_id = m.team_id and r.manager_id = m.account_id)`);
}

/** Everybody with a direct report that the connection provisioned. */
export const selectManagersOf = (tx: Tx, teamId: string, connectionId: string): Promise<{ account_id: string }[]> =>
  tx.rows(sql`
    select distinct manager_id as account_id from members
    where team_id = ${teamId} and connection_id = ${connectionId} and manager_id is not null`);

/**
 * Grants the Manager role to those of the managers who are members, do not hold it, are not the Owner and did not have
 * it taken back, if the connection shows managers. Answers who got it.
 */
export const insertManagerRoles = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  managerIds: readonly string[],
): Promise<{ account_id: string; name: string }[]> =>
  tx.rows(sql`
    with changed as (
      insert into member_roles (team_id, account_id, role, origin)
      select m.team_id, m.account_id, 'manager', 'sync' from members m
      join connections c on c.team_id = m.team_id and c.connection_id = ${connectionId} and c.manager_visibility
      join teams t on t.team_id = m.team_id and t.owner_id <> m.account_id
      where m.team_id = ${teamId} and m.account_id = any(${managerIds}::uuid[]) and not m.manager_declined
      on conflict do nothing returning account_id
    ), moved as (${moveStamps(teamId)})
    select g.account_id, a.name from changed g join accounts a on a.account_id = g.account_id`);
