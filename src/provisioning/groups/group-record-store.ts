// SQL for group records. The directory owns the memberships; this file only reads them, as ids of the connection's
// users.

import type { Filter } from '@cairn/scim-protocol/filter';
import { ScimError } from '@cairn/scim-protocol/scim-error';
import {
  groupOf,
  holdOwnGroup,
  membersOfGroup,
  membersOfGroupAfter,
  ownGroup,
} from '../../directory/fragments-store.ts';
import type { LockedGroup } from '../../directory/groups/group.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { violatedConstraint } from '../../storage/database.ts';
import { LEAST } from '../../storage/key-range.ts';
import { limitOf } from '../../storage/limit.ts';
import { nothing, type Sql, sql, trusted } from '../../storage/sql.ts';
import { elementSql } from '../rows/filter-sql.ts';
import { cutOf, inScope, rangeConditions, recordOfAccount, recordsOf } from '../rows/record-lookup-store.ts';
import type { RowRange } from '../rows/row-range.ts';
import type { ScimContext } from '../scim-context.ts';
import type { StoredJson } from '../stored-json.ts';
import { memberElement, provisionedMembers } from './group-attribute-store.ts';

/** A group as returned to clients. */
export interface GroupRow {
  readonly record_id: string;
  /** JSON of the attributes, without members. */
  readonly attributes: string;
  readonly version: string;
  readonly created_at: string;
  readonly last_modified: string;
  /** JSON array of ids; null if empty or not requested. */
  readonly members: string | null;
}

/** How many members to read: none, all, or at most this number. */
export type MemberReach = 'none' | 'all' | number;

export interface GroupColumns extends StoredJson {
  readonly external_id: string | null;
  readonly display_name_key: string;
}

/** The records in the scope (or only those found by a look-up), with their groups. */
const from = (context: ScimContext, key: Sql | undefined): Sql => sql`
  ${recordsOf('scim_group_records', context, key)} r
  cross join lateral ${groupOf(sql`${context.team_id}::uuid`, trusted('r.group_id'))} g`;
const FIELDS = trusted(
  'r.connection_id, r.group_id, r.record_id, r.attributes, g.version, r.created_at, g.updated_at as ' + 'last_modified',
);

const shown = (context: Team, reach: MemberReach): Sql =>
  sql`r.record_id, r.attributes, r.version::text as version, r.created_at, r.last_modified,
    ${membersColumn(context, reach)} as members`;

type Team = Pick<ScimContext, 'team_id'>;

const membersColumn = (context: Team, reach: MemberReach): Sql => {
  if (reach === 'none') return sql`null`;
  const cut = reach === 'all' ? nothing : limitOf(reach);
  const ids = sql`select u.record_id from ${provisionedMembers(context)} ${cut}`;
  return sql`(select json_agg(ids.record_id) from (${ids}) ids)`;
};

/** Reads only the members of one group, in the form of `GroupRow`. */
export async function selectMemberIds(
  tx: Tx,
  { team_id, connection_id }: ScimContext,
  groupId: string,
  reach: Exclude<MemberReach, 'none'>,
): Promise<string | null> {
  const group = sql`select ${connection_id}::uuid as connection_id, ${groupId}::uuid as group_id`;
  const row = await tx.row<Pick<GroupRow, 'members'>>(sql`
    select ${membersColumn({ team_id }, reach)} as members from (${group}) r`);
  return row?.members ?? null;
}

export const findGroup = (db: Db, context: ScimContext, recordId: string, reach: MemberReach) =>
  db.row<GroupRow>(sql`
    select ${shown(context, reach)} from (
      select ${FIELDS} from ${from(context, undefined)} where ${inScope(context)} and r.record_id = ${recordId}
    ) r`);

/**
 * A page of the group's members, ordered by account, after the given one. Members without a record are not users of
 * this connection.
 */
export const selectMembersAfter = (
  db: Db,
  context: ScimContext,
  recordId: string,
  after: string | null,
  limit: number,
): Promise<{ account_id: string; record_id: string | null }[]> => {
  const [team, connection] = [sql`${context.team_id}::uuid`, trusted('r.connection_id')];
  return db.rows(sql`
    select gm.account_id, u.record_id from scim_group_records r
    cross join lateral ${membersOfGroupAfter(team, trusted('r.group_id'), after, limit)} gm
    left join lateral ${recordOfAccount(team, connection, trusted('gm.account_id'))} u on true
    where ${inScope(context)} and r.record_id = ${recordId} order by gm.account_id`);
};

export interface RecordedGroup extends Pick<ScimContext, 'team_id' | 'connection_id'> {
  readonly group_id: string;
}

/** A page of the groups of all connections, ordered by key, after the given one. */
export const selectRecordedGroups = (
  db: Db,
  after: RecordedGroup | undefined,
  limit: number,
): Promise<RecordedGroup[]> => {
  const { team_id, connection_id, group_id } = after ?? { team_id: LEAST, connection_id: LEAST, group_id: LEAST };
  return db.rows(sql`
    select team_id, connection_id, record_id as group_id from scim_group_records
    where (team_id, connection_id, record_id) > (${team_id}::uuid, ${connection_id}::uuid, ${group_id}::uuid)
    order by team_id, connection_id, record_id ${limitOf(limit)}`);
};

/** The group's members that are not users of its connection. */
export const selectMembersWithoutRecord = (
  db: Db,
  { team_id, connection_id, group_id }: RecordedGroup,
): Promise<{ account_id: string }[]> => {
  const [team, connection] = [sql`${team_id}::uuid`, sql`${connection_id}::uuid`];
  return db.rows(sql`
    select gm.account_id from ${membersOfGroup(team, sql`${group_id}::uuid`)} gm
    left join lateral ${recordOfAccount(team, connection, trusted('gm.account_id'))} u on true
    where u.record_id is null and not exists (
      select 1 from suspensions s
      where s.team_id = ${team} and s.connection_id = ${connection} and s.account_id = gm.account_id
        and s.record is not null)
    order by gm.account_id`);
};

export interface GroupRange extends RowRange {
  readonly reach: MemberReach;
}

/** A page of groups, oldest first. The page is limited before members are looked up. */
export const selectGroups = (db: Db, context: ScimContext, page: GroupRange): Promise<GroupRow[]> =>
  db.rows<GroupRow>(sql`
    select ${shown(context, page.reach)} from (
      select ${FIELDS} from ${from(context, page.key)}
      where ${rangeConditions(context, page)} order by r.record_id ${cutOf(page.offset, page.limit)}
    ) r order by r.record_id limit ${page.limit}`);

export async function countGroups(
  db: Db,
  context: ScimContext,
  { where, key }: Pick<GroupRange, 'where' | 'key'>,
): Promise<number> {
  const row = await db.row<{ total: number }>(sql`
    select count(*) as total from ${from(context, key)} where ${rangeConditions(context, { where })}`);
  return row?.total ?? 0;
}

/** A locked group, with the attributes that the connection sent; null without a record. */
export interface HeldGroup extends LockedGroup {
  readonly attributes: string | null;
  readonly recorded_at: string | null;
}

/**
 * Locks the group until the transaction ends. This also protects its record, which is only changed under this lock. The
 * data is read in a second statement: a single one would return the state from before it waited.
 */
export async function lockGroupRecord(
  tx: Tx,
  { team_id, connection_id }: ScimContext,
  recordId: string,
): Promise<HeldGroup | undefined> {
  const held = await tx.row(holdOwnGroup(team_id, recordId, connection_id));
  if (held === undefined) return undefined;
  return tx.row<HeldGroup>(sql`
    select g.*, r.attributes, r.created_at as recorded_at from ${ownGroup(team_id, recordId, connection_id)} g
    left join scim_group_records r
      on r.team_id = ${team_id} and r.connection_id = ${connection_id} and r.record_id = g.group_id`);
}

/** The ids that are groups of this connection. */
export const selectGroupIds = (db: Db, { team_id, connection_id }: ScimContext, ids: readonly string[]) =>
  db.rows<{ record_id: string }>(sql`
    select r.record_id from scim_group_records r
    where r.team_id = ${team_id} and r.connection_id = ${connection_id} and r.record_id = any(${ids}::uuid[])`);

/**
 * Inserts the record of an existing group, under the group's own id. Until the first change, last_modified equals
 * created_at (RFC 7643 3.1). Fails with 409 `uniqueness`.
 */
export async function insertGroup(tx: Tx, context: ScimContext, groupId: string, columns: GroupColumns): Promise<void> {
  await tx
    .rows(sql`
      insert into scim_group_records (team_id, connection_id, record_id, group_id, external_id, display_name_key,
        attributes, folded, created_at)
      select ${context.team_id}::uuid, ${context.connection_id}::uuid, ${groupId}::uuid, ${groupId}::uuid,
        ${columns.external_id}, ${columns.display_name_key},
        ${columns.attributes}::text::json, ${columns.folded}::text::jsonb, g.updated_at
      from ${groupOf(sql`${context.team_id}::uuid`, sql`${groupId}::uuid`)} g`)
    .catch(refuseTaken);
}

/** Saves the record. Fails with 409 `uniqueness`. */
export async function updateGroup(tx: Tx, context: ScimContext, groupId: string, columns: GroupColumns): Promise<void> {
  await tx
    .rows(sql`
      update scim_group_records r set external_id = ${columns.external_id},
        display_name_key = ${columns.display_name_key},
        attributes = ${columns.attributes}::text::json, folded = ${columns.folded}::text::jsonb
      where ${inScope(context)} and r.record_id = ${groupId}`)
    .catch(refuseTaken);
}

/** Deletes the record of a group. */
export const deleteGroupRecord = (tx: Tx, teamId: string, groupId: string): Promise<object[]> =>
  tx.rows(sql`delete from scim_group_records where team_id = ${teamId} and group_id = ${groupId}`);

/** Deletes the records of several groups. */
export const deleteGroupRecords = (tx: Tx, teamId: string, groupIds: readonly string[]): Promise<object[]> =>
  tx.rows(sql`delete from scim_group_records where team_id = ${teamId} and group_id = any(${groupIds}::uuid[])`);

/** The people in the group whose `members` element matches the filter. `offset 0` builds each element only once. */
export const selectMembersWhere = (tx: Tx, context: ScimContext, groupId: string, where: Filter) =>
  tx.rows<{ account_id: string }>(sql`
    select gm.account_id from scim_group_records r cross join lateral (select *
      from ${provisionedMembers(context)}) gm (account_id, record_id)
    cross join lateral (select gm.record_id) u
    cross join lateral (
      select ${memberElement(context, false)} as exact, ${memberElement(context, true)} as folded offset 0) el
    where ${inScope(context)} and r.record_id = ${groupId} and ${elementSql(where)}`);

function refuseTaken(thrown: unknown): never {
  if (violatedConstraint(thrown) !== 'scim_group_records_external_id') throw thrown;
  const sentence = 'Another group of this connection has this externalId.';
  throw new ScimError(409, 'uniqueness', `${sentence} Send another value, or change or delete the other group first.`);
}
