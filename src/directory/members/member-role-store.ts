// SQL for direct roles, and of all roles that a person has.

import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import type { Role } from '../roles.ts';
import { moveStamps } from '../stamps-store.ts';
import { groupMembers } from '../views-store.ts';

export const insertRole = (tx: Tx, teamId: string, accountId: string, role: Role) =>
  tx.row<{ role: Role }>(sql`
    with changed as (
      insert into member_roles (team_id, account_id, role) values (${teamId}, ${accountId}, ${role})
      on conflict do nothing returning account_id, role
    ), moved as (${moveStamps(teamId)})
    select role from changed`);

export const deleteRole = (tx: Tx, teamId: string, accountId: string, role: Role) =>
  tx.row<{ origin: 'service' | 'sync' }>(sql`
    with changed as (
      delete from member_roles where team_id = ${teamId} and account_id = ${accountId} and role = ${role}
      returning account_id, origin
    ), moved as (${moveStamps(teamId)})
    select origin from changed`);

/** Records that the Manager role was revoked by hand, if the person has reports for which sync would grant it again. */
export async function declineManagerRole(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await tx.rows(sql`
    update members m set manager_declined = true
    where team_id = ${teamId} and account_id = ${accountId}
      and exists (select 1 from members r where r.team_id = ${teamId} and r.manager_id = m.account_id)`);
}

export interface HeldRole {
  readonly role: Role;
  /** Null if the role was granted directly. */
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly origin: 'service' | 'sync';
}

/** A member's roles with their sources: direct ones first, then those from groups by name. */
export const heldRoles = (db: Db, teamId: string, accountId: string): Promise<HeldRole[]> =>
  db.rows<HeldRole>(sql`
    select 'owner' as role, null::uuid as group_id, null::text as group_name, 'service' as origin from teams
      where team_id = ${teamId} and owner_id = ${accountId}
    union all
    select role, null, null, origin from member_roles where team_id = ${teamId} and account_id = ${accountId}
    union all
    select r.role, g.group_id, g.display_name, 'service' from ${groupMembers(teamId)} gm
      join group_roles r on r.team_id = gm.team_id and r.group_id = gm.group_id
      join groups g on g.team_id = gm.team_id and g.group_id = gm.group_id
      where gm.account_id = ${accountId}
    order by group_name nulls first, role`);
