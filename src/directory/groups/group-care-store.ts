// SQL for a group's roles and managers, which the service adds.

import type { Db, Tx } from '../../storage/database.ts';
import { nextStamp } from '../../storage/next-stamp.ts';
import { sql } from '../../storage/sql.ts';
import type { Role } from '../roles.ts';
import { groupMembers } from '../views-store.ts';

/** Replaces a group's roles. A change updates the authorization versions of its members. */
export async function replaceRoles(tx: Tx, teamId: string, groupId: string, roles: readonly Role[]): Promise<void> {
  const moved = sql`
    update members m set stamp = ${nextStamp} from ${groupMembers(teamId)} g
    where g.group_id = ${groupId} and m.team_id = ${teamId} and m.account_id = g.account_id
      and exists (select 1 from changed)`;
  await tx.rows(sql`
    with changed as (
      delete from group_roles where team_id = ${teamId} and group_id = ${groupId} and role <> all (${roles}::text[])
      returning role
    ) ${moved}`);
  await tx.rows(sql`
    with changed as (
      insert into group_roles (team_id, group_id, role)
      select ${teamId}::uuid, ${groupId}::uuid, role from unnest(${roles}::text[]) as given (role)
      on conflict do nothing returning role
    ) ${moved}`);
}

/** Records whether the group's admin role awaits an admin's confirmation. */
export async function markAdminWaits(tx: Tx, teamId: string, groupId: string, waits: boolean): Promise<void> {
  await tx.rows(sql`
    update groups set admin_waits = ${waits}
    where team_id = ${teamId} and group_id = ${groupId} and admin_waits <> ${waits}`);
}

export interface GroupManager {
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
}

/** A group's managers, sorted by name. */
export const groupManagers = (db: Db, teamId: string, groupId: string): Promise<GroupManager[]> =>
  db.rows<GroupManager>(sql`
    select gm.account_id, a.name, a.email from group_managers gm join accounts a on a.account_id = gm.account_id
    where gm.team_id = ${teamId} and gm.group_id = ${groupId} order by lower(a.name), gm.account_id`);

/** Replaces a group's managers with those of `accountIds` who are members of the team. */
export async function replaceManagers(
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    delete from group_managers
    where team_id = ${teamId} and group_id = ${groupId} and account_id <> all (${accountIds}::uuid[])`);
  await tx.rows(sql`
    insert into group_managers (team_id, group_id, account_id)
    select m.team_id, ${groupId}::uuid, m.account_id from members m
    where m.team_id = ${teamId} and m.account_id = any (${accountIds}::uuid[]) on conflict do nothing`);
}
