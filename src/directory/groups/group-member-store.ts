// SQL for group members. Every change is a single statement on the people concerned and never reads the whole group.

import type { Db, Tx } from '../../storage/database.ts';
import { afterKey, amongKeys } from '../../storage/key-range.ts';
import { firstRows, limitOf } from '../../storage/limit.ts';
import { laterThan } from '../../storage/next-stamp.ts';
import { join, type Sql, sql, trusted } from '../../storage/sql.ts';
import type { Role } from '../roles.ts';
import { moveStamps } from '../stamps-store.ts';
import { groupMembers, isCurrent } from '../views-store.ts';
import type { GroupState } from './group.ts';

/** The people that a statement added or removed. */
export interface MovedMembers {
  readonly ids: readonly string[];
  /** The group's new state; undefined if no one was added or removed. */
  readonly group: GroupState | undefined;
}

/** The table and condition that define the current members, for the statements that change or read them. */
const members = (teamId: string, groupId: string): Sql => sql`group_memberships gm
  where gm.team_id = ${teamId} and gm.group_id = ${groupId} and ${isCurrent(teamId)}`;

/** Adds the people who are not yet in the group, and returns them. */
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
      insert into group_memberships (team_id, group_id, account_id)
      select ${teamId}::uuid, ${groupId}::uuid, account_id from unnest(${accountIds}::uuid[]) as given (account_id)
      on conflict do nothing returning account_id
    )`,
  );

/** Up to this many people are looked up individually. Larger sets are selected by key range. */
const MAX_INDIVIDUAL = 10;

/** Removes the people who are in the group, and returns them. */
export function deleteMembers(
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<MovedMembers> {
  const named = accountIds.length <= MAX_INDIVIDUAL ? accountIds.map((id) => [id]) : [accountIds];
  const parts = named.map(
    (ids, n) => sql`${trusted(`part${n}`)} as (
      delete from ${members(teamId, groupId)} and ${amongKeys(sql`account_id`, ids)} returning account_id)`,
  );
  const all = join(
    named.map((_, n) => trusted(`select account_id from part${n}`)),
    ' union all ',
  );
  return moved(tx, teamId, groupId, sql`${join(parts)}, changed as (${all})`);
}

/** Removes everyone except these people. Returns the people removed. */
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
      delete from ${members(teamId, groupId)} and account_id not in (select unnest(${accountIds}::uuid[]))
      returning account_id
    )`,
  );

/** Removes everyone from a group that is about to be deleted, so its version does not need to change. */
export const deleteAll = (tx: Tx, teamId: string, groupId: string): Promise<object[]> =>
  tx.rows(sql`
    with changed as (
      delete from ${members(teamId, groupId)} returning account_id
    )
    ${moveStamps(teamId, hasRoles(teamId, groupId))}`);

/**
 * Runs the `with` list that ends in `changed (account_id)`. If there are changes, updates the group's version, and the
 * authorization versions of these people if the group has roles.
 */
async function moved(tx: Tx, teamId: string, groupId: string, changing: Sql): Promise<MovedMembers> {
  const rows = await tx.rows<GroupState & { account_id: string }>(sql`
    with ${changing}, grown as (
      update groups g set version = g.version + 1, updated_at = ${laterThan(sql`g.updated_at`)}
      where g.team_id = ${teamId} and g.group_id = ${groupId} and exists (select 1 from changed)
      returning g.version, g.updated_at
    ), stamped as (${moveStamps(teamId, hasRoles(teamId, groupId))})
    select account_id, version, updated_at from changed cross join grown`);
  const [first] = rows;
  const group = first === undefined ? undefined : { version: first.version, updated_at: first.updated_at };
  return { ids: rows.map(({ account_id }) => account_id), group };
}

const hasRoles = (teamId: string, groupId: string): Sql => sql`
  exists (select 1 from group_roles r where r.team_id = ${teamId} and r.group_id = ${groupId})`;

/** The person's groups that are synced from the connection, sorted by id. */
export const selectGroupsOfMember = (tx: Tx, teamId: string, connectionId: string, accountId: string) =>
  tx.rows<{ group_id: string }>(sql`
    select g.group_id from ${groupMembers(teamId)} gm
      join groups g on g.team_id = gm.team_id and g.group_id = gm.group_id
    where gm.account_id = ${accountId} and g.connection_id = ${connectionId}
      order by g.group_id`);

export const selectAllMemberIds = async (tx: Tx, teamId: string, groupId: string): Promise<string[]> => {
  const rows = await tx.rows<{ account_id: string }>(sql`
    select account_id from ${members(teamId, groupId)}`);
  return rows.map(({ account_id }) => account_id);
};

export interface OtherRoles {
  readonly account_id: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

/** The roles that people get from groups other than this one. */
export const selectOtherRoles = (tx: Tx, teamId: string, groupId: string, accountIds: readonly string[]) =>
  tx.rows<OtherRoles>(sql`
    select a.account_id, a.name, coalesce(array_agg(distinct r.role order by r.role) filter (where r.role is not null),
      '{}') as roles
    from unnest(${accountIds}::uuid[]) as given (account_id)
    join accounts a on a.account_id = given.account_id
    left join ${groupMembers(teamId)} gm on gm.account_id = a.account_id and gm.group_id <> ${groupId}
    left join group_roles r on r.team_id = ${teamId} and r.group_id = gm.group_id
    group by a.account_id, a.name`);

export interface GroupMemberRow {
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly status: 'active' | 'deactivated';
  readonly added_at: string;
}

/** A page of a group's members, sorted by id, after the given id. */
export const selectMembers = (db: Db, teamId: string, groupId: string, after: string | null, limit: number) =>
  db.rows<GroupMemberRow>(
    firstRows(
      sql`select gm.account_id, a.name, a.email, m.status, gm.added_at from ${groupMembers(teamId)} gm
        join members m on m.team_id = gm.team_id and m.account_id = gm.account_id
        join accounts a on a.account_id = gm.account_id
        where gm.group_id = ${groupId} and m.left_at is null and ${afterKey(sql`gm.account_id`, after)}`,
      sql`account_id`,
      limit,
    ),
  );

/** The number of people in the group. Stops counting at `most`. */
export async function countMembers(db: Db, teamId: string, groupId: string, most: number): Promise<number> {
  const row = await db.row<{ total: number }>(sql`
    select count(*) as total from (
      select 1 from ${members(teamId, groupId)} ${limitOf(most)}) gm`);
  return row?.total ?? 0;
}

/** A text for each of these people that changes with their groups. */
export async function groupMarks(
  db: Db,
  teamId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ account_id: string; mark: string }>(sql`
    select p.account_id, (
      select coalesce(md5(string_agg(gm.group_id::text, ' ' order by gm.group_id)), '')
      from ${groupMembers(sql`${teamId}`)} gm where gm.account_id = p.account_id
    ) as mark
    from unnest(${accountIds}::uuid[]) as p (account_id)`);
  return new Map(rows.map(({ account_id, mark }) => [account_id, mark]));
}
