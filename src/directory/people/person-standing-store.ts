// SQL for the standing of several people in a workspace.
import type { Db } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import { groupsOfMember, membersOfGroup } from '../fragments-store.ts';
import type { Role } from '../roles.ts';
import { standingOf } from '../views-store.ts';

export interface PersonStanding {
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
  /** True if the workspace lists the person, active or not. */
  readonly is_member: boolean;
  readonly is_active: boolean;
  /** Direct roles, and those from groups. */
  readonly roles: readonly Role[];
  readonly group_ids: readonly string[];
}

/** The standing of each of these people who has an account. */
export const selectStandings = (db: Db, teamId: string, accountIds: readonly string[]): Promise<PersonStanding[]> =>
  db.rows<PersonStanding>(sql`
    select s.account_id, s.person_name as name, s.person_email as email, s.is_active, s.roles,
      exists (
        select 1 from members m
        where m.team_id = ${teamId} and m.account_id = asked.account_id and m.left_at is null) as is_member,
      array(select g.group_id from ${groupsOfMember(sql`${teamId}`, sql`asked.account_id`)} g) as group_ids
    from unnest(${accountIds}::uuid[]) as asked (account_id)
      cross join lateral ${standingOf(sql`asked.account_id`, sql`${teamId}::uuid`)} s`);

/** The members of a group. */
export const selectGroupMembers = (db: Db, teamId: string, groupId: string): Promise<{ account_id: string }[]> =>
  db.rows(sql`select m.account_id from ${membersOfGroup(sql`${teamId}`, sql`${groupId}`)} m`);
