// Fragments of SQL on the directory's tables, for the statements of higher rooms. They let a statement read a group's
// record and its members together, while only this file names the tables. Each is fenced with `offset 0` and finds its
// rows by their full key, so that a planner without statistics cannot scan a whole workspace. The workspace is a
// parameter, never a column of another table (docs/scale.md).
import { afterKey, LEAST } from '../storage/key-range.ts';
import { limitOf } from '../storage/limit.ts';
import { type Sql, sql } from '../storage/sql.ts';
import { groupWithRoles } from './groups/group-store.ts';
import { groupMembers } from './views-store.ts';

/** A subselect of (account_id): the group's members. The group is a column or a parameter. */
export const membersOfGroup = (teamId: Sql, groupId: Sql): Sql => sql`(
  select gm.account_id from ${groupMembers(teamId)} gm where gm.group_id = ${groupId} offset 0)`;

/** A subselect of (account_id): up to `limit` members, sorted by id, that follow `after`. */
export const membersOfGroupAfter = (teamId: Sql, groupId: Sql, after: string | null, limit: number): Sql => sql`(
  select gm.account_id from ${groupMembers(teamId)} gm
  where gm.group_id = ${groupId} and ${afterKey(sql`gm.account_id`, after)}
  order by gm.account_id ${limitOf(limit)})`;

/** True if the person is in the group. */
export const isInGroup = (teamId: Sql, groupId: Sql, accountId: Sql): Sql => sql`exists (
  select 1 from ${groupMembers(teamId)} gm where gm.group_id = ${groupId} and gm.account_id = ${accountId})`;

/** A subselect of (group_id): the person's groups. */
export const groupsOfMember = (teamId: Sql, accountId: Sql): Sql => sql`(
  select gm.group_id from ${groupMembers(teamId)} gm where gm.account_id = ${accountId} offset 0)`;

/** True if the prepared change (group-change.ts) will add that person to the group. */
export const isToJoin = (teamId: Sql, groupId: string, changeId: string, accountId: Sql): Sql => sql`exists (
  select 1 from group_memberships gm
  where gm.team_id = ${teamId} and gm.group_id = ${groupId} and gm.account_id = ${accountId}
    and gm.change_id = ${changeId} and gm.joins)`;

/** A subselect of one row (display_name, version, updated_at) for the group. */
export const groupOf = (teamId: Sql, groupId: Sql): Sql => sql`(
  select g.display_name, g.version, g.updated_at from groups g
  where g.team_id = ${teamId} and g.group_id = ${groupId} offset 0)`;

/** A subselect of one row (display_name, connection_id, connection_name): the group and its connection. */
export const groupWithSource = (teamId: Sql, groupId: Sql): Sql => sql`(
  select g.display_name, g.connection_id, (
    select c.name from connections c where c.team_id = ${teamId} and c.connection_id = g.connection_id
  ) as connection_name
  from groups g where g.team_id = ${teamId} and g.group_id = ${groupId} offset 0)`;

/** A statement that locks the connection's group until the transaction ends. Returns a row if the group exists. */
export const holdOwnGroup = (teamId: string, groupId: string, connectionId: string): Sql => sql`
  select 1 as held from groups
  where team_id = ${teamId} and group_id = ${groupId} and connection_id = ${connectionId} for no key update`;

/** A subselect of one `LockedGroup` (group.ts): the connection's group. Read it only after locking it. */
export const ownGroup = (teamId: string, groupId: string, connectionId: string): Sql =>
  sql`(${groupWithRoles(teamId, sql`g.group_id = ${groupId} and g.connection_id = ${connectionId}`)})`;

/**
 * A subselect of one row (connection_id, joined_at, email, is_owner, is_operator): the membership's source, its
 * beginning, the account's address, and whether the person is the Owner or an operator.
 */
export const membershipOf = (teamId: Sql, accountId: Sql): Sql => sql`(
  select m.connection_id, m.joined_at,
    (select a.email from accounts a where a.account_id = m.account_id) as email,
    exists (select 1 from teams t where t.team_id = ${teamId} and t.owner_id = m.account_id) as is_owner,
    exists (select 1 from accounts a where a.account_id = m.account_id and a.is_operator) as is_operator
  from members m where m.team_id = ${teamId} and m.account_id = ${accountId} offset 0)`;

/** The position after which a page of `awaitedNames` starts. */
export interface AwaitedName {
  readonly team_id: string;
  readonly manager_ref: string;
  readonly connection_id: string;
}

/**
 * A subselect of (team_id, manager_ref, connection_id, account_id): up to `limit` names of managers that members are
 * waiting for, each with one of these members, sorted and following `after`.
 */
export const awaitedNames = (after: AwaitedName | undefined, limit: number): Sql => sql`(
  select m.team_id, m.manager_ref, m.connection_id, min(m.account_id::text)::uuid as account_id from members m
  where m.manager_id is null and m.manager_ref is not null and m.connection_id is not null
    and (m.team_id, m.manager_ref, m.connection_id)
      > (${after?.team_id ?? LEAST}::uuid, ${after?.manager_ref ?? ''}::text, ${after?.connection_id ?? LEAST}::uuid)
  group by m.team_id, m.manager_ref, m.connection_id
  order by m.team_id, m.manager_ref, m.connection_id ${limitOf(limit)})`;

/** True if the connection exists. */
export const isConnection = (teamId: Sql, connectionId: Sql): Sql => sql`exists (
  select 1 from connections c where c.team_id = ${teamId} and c.connection_id = ${connectionId})`;
