// The SQL of who is in a group. Every change is one statement over the people concerned: none reads the group.

import type { Db, Tx } from '../../storage/database.ts';
import { afterKey, amongKeys } from '../../storage/key-range.ts';
import { firstRows, limitOf } from '../../storage/limit.ts';
import { laterThan } from '../../storage/next-stamp.ts';
import { join, type Sql, sql, trusted } from '../../storage/sql.ts';
import type { Role } from '../roles.ts';
import { moveStamps } from '../stamps-store.ts';
import type { GroupState } from './group.ts';

/** Whom a statement brought in or took out. */
export interface MovedMembers {
  readonly ids: readonly string[];
  /** How the group is since; undefined where nobody came or went. */
  readonly group: GroupState | undefined;
}

/** Adds the people who are not in the group yet; answers those. */
export const insertMembers = (
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<MovedMembers> =>
  moved(
    tx,
    teamId,
    groupId,
    sql`changed as (
      insert into group_members (team_id, group_id, account_id)
      select ${teamId}::uuid, ${groupId}::uuid, account_id from unnest(${accountIds}::uuid[]) as given (account_id)
      on conflict do nothing returning account_id
    )`,
  );

/** So few people are looked up one by one; more by what lies between the first and the last of them. */
const MOST_BY_NAME = 10;

/** Removes the people who are in the group; answers those. */
export function deleteMembers(
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<MovedMembers> {
  const named = accountIds.length <= MOST_BY_NAME ? accountIds.map((id) => [id]) : [accountIds];
  const parts = named.map(
    (ids, n) => sql`${trusted(`part${n}`)} as (
      delete from group_members
      where team_id = ${teamId} and group_id = ${groupId} and ${amongKeys(sql`account_id`, ids)} returning account_id)`,
  );
  const all = join(
    named.map((_, n) => trusted(`select account_id from part${n}`)),
    ' union all ',
  );
  return moved(tx, teamId, groupId, sql`${join(parts)}, changed as (${all})`);
}

/** Removes everybody but these; answers who went. */
export const deleteOthers = (
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<MovedMembers> =>
  moved(
    tx,
    teamId,
    groupId,
    sql`changed as (
      delete from group_members
      where team_id = ${teamId} and group_id = ${groupId} and account_id not in (select unnest(${accountIds}::uuid[]))
      returning account_id
    )`,
  );

/** Removes everybody from a group that is about to go: nobody reads its version any more. */
export const deleteAll = (tx: Tx, teamId: string, groupId: string): Promise<object[]> =>
  tx.rows(sql`
    with changed as (
      delete from group_members where team_id = ${teamId} and group_id = ${groupId} returning account_id
    )
    ${moveStamps(teamId, hasRoles(teamId, groupId))}`);

/**
 * Runs the `with` list that ends in `changed (account_id)`. With these people the group's version moves, and theirs
 * where the group has roles.
 */
async function moved(tx: Tx, teamId: string, groupId: string, changing: Sql): Promise<MovedMembers> {
  const rows = await tx.rows<GroupState & { account_id: string }>(sql`
    with ${changing}, grown as (
      update groups g set version = g.version + 1, updated_at = ${laterThan(sql`g.updated_at`)}
      where g.team_id = ${teamId} and g.group_id = ${groupId} and exists (select from changed)
      returning g.version, g.updated_at
    ), stamped as (${moveStamps(teamId, hasRoles(teamId, groupId))})
    select account_id, version, updated_at from changed cross join grown`);
  const [first] = rows;
  const group = first === undefined ? undefined : { version: first.version, updated_at: first.updated_at };
  return { ids: rows.map(({ account_id }) => account_id), group };
}

const hasRoles = (teamId: string, groupId: string): Sql => sql`
  exists (select from group_roles r where r.team_id = ${teamId} and r.group_id = ${groupId})`;

/** The groups synced from the connection that the person is in, by id. */
export const selectGroupsOfMember = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  accountId: string,
): Promise<{ group_id: string }[]> =>
  tx.rows(sql`
    select g.group_id from group_members gm join groups g on g.team_id = gm.team_id and g.group_id = gm.group_id
    where gm.team_id = ${teamId} and gm.account_id = ${accountId} and g.connection_id = ${connectionId}
      order by g.group_id`);

export const selectAllMemberIds = async (tx: Tx, teamId: string, groupId: string): Promise<string[]> => {
  const rows = await tx.rows<{ account_id: string }>(sql`
    select account_id from group_members where team_id = ${teamId} and group_id = ${groupId}`);
  return rows.map(({ account_id }) => account_id);
};

export interface RolesBeside {
  readonly account_id: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

/** The roles that people hold through other groups than this one. */
export const selectRolesBeside = (
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<RolesBeside[]> =>
  tx.rows<RolesBeside>(sql`
    select a.account_id, a.name, coalesce(array_agg(distinct r.role order by r.role) filter (where r.role is not null),
      '{}') as roles
    from unnest(${accountIds}::uuid[]) as given (account_id)
    join accounts a on a.account_id = given.account_id
    left join group_members gm on gm.team_id = ${teamId} and gm.account_id = a.account_id and gm.group_id <> ${groupId}
    left join group_roles r on r.team_id = gm.team_id and r.group_id = gm.group_id
    group by a.account_id, a.name`);

export interface GroupMemberRow {
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly status: 'active' | 'deactivated';
  readonly added_at: string;
}

/** A page of a group's members in the order of their ids, from after that id. */
export const selectMembers = (
  db: Db,
  teamId: string,
  groupId: string,
  after: string | null,
  limit: number,
): Promise<GroupMemberRow[]> =>
  db.rows<GroupMemberRow>(
    firstRows(
      sql`select gm.account_id, a.name, a.email, m.status, gm.added_at from group_members gm
        join members m on m.team_id = gm.team_id and m.account_id = gm.account_id
        join accounts a on a.account_id = gm.account_id
        where gm.team_id = ${teamId} and gm.group_id = ${groupId} and ${afterKey(sql`gm.account_id`, after)}`,
      sql`account_id`,
      limit,
    ),
  );

/** How many people are in the group; it stops counting at `most`. */
export async function countMembers(db: Db, teamId: string, groupId: string, most: number): Promise<number> {
  const row = await db.row<{ total: number }>(sql`
    select count(*) as total from (
      select from group_members gm where gm.team_id = ${teamId} and gm.group_id = ${groupId} ${limitOf(most)}) gm`);
  return row?.total ?? 0;
}
