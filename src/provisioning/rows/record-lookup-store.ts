// How a record is found by one of its keys, so that no planner can go astray, with statistics or without: the workspace
// and the key are the only conditions that an index can take, and the index of that key is the only one that takes
// both. The connection is compared as text, which no index holds; `offset 0` keeps the look-up whole.
import { roundedLimit } from '../../storage/limit.ts';
import { join, type Sql, sql, trusted } from '../../storage/sql.ts';
import type { RowRange } from './row-range.ts';

type Scope = { readonly team_id: string; readonly connection_id: string };
type RecordTable = 'scim_user_records' | 'scim_group_records';

/** A subselect of the whole rows of this connection for which `condition`, on columns of `r`, holds. */
export const lookedUp = (table: RecordTable, { team_id, connection_id }: Scope, condition: Sql): Sql => sql`(
  select r.* from ${trusted(table)} r
  where r.team_id = ${team_id}::uuid and ${condition} and r.connection_id::text = ${connection_id}::text offset 0)`;

/** The records of the connection `r`, or those that a look-up by `key` leaves. */
export const recordsOf = (table: RecordTable, scope: Scope, key: Sql | undefined): Sql =>
  key === undefined ? trusted(table) : lookedUp(table, scope, key);

/** A condition on records `r`: they are of this connection. */
export const inScope = ({ team_id, connection_id }: Scope): Sql =>
  sql`r.team_id = ${team_id} and r.connection_id = ${connection_id}`;

/** The conditions on records `r` of a range. */
export const rangeConditions = (scope: Scope, { where, after }: Partial<RowRange>): Sql =>
  join(
    [
      inScope(scope),
      ...(where === undefined ? [] : [where]),
      ...(after === undefined ? [] : [sql`r.record_id > ${after}::uuid`]),
    ],
    ' and ',
  );

/** A subselect of whole rows `r` of users' records for which `condition` holds. The first two arguments are columns. */
export const recordOf = (teamId: Sql, connectionId: Sql, condition: Sql): Sql => sql`(
  select r.* from scim_user_records r
  where r.team_id = ${teamId} and ${condition} and r.connection_id::text = ${connectionId}::text offset 0)`;

/** A subselect of (record_id): the record in `connectionId` of an account. The arguments are columns. */
export const recordOfAccount = (teamId: Sql, connectionId: Sql, accountId: Sql): Sql => sql`(
  select u.record_id from scim_user_records u
  where u.team_id = ${teamId} and u.account_id = ${accountId}
    and u.connection_id::text = ${connectionId}::text offset 0)`;

/** A subselect of (record_id, display_name_key): the record in `connectionId` of a group. The arguments are columns. */
export const recordOfGroup = (teamId: Sql, connectionId: Sql, groupId: Sql): Sql => sql`(
  select gr.record_id, gr.display_name_key from scim_group_records gr
  where gr.team_id = ${teamId} and gr.group_id = ${groupId}
    and gr.connection_id::text = ${connectionId}::text offset 0)`;

/** Where a page of records is cut, in their order. The statement around cuts it at `limit` itself. */
export const cutOf = (offset: number, limit: number): Sql =>
  offset === 0 ? roundedLimit(limit) : sql`offset ${offset} limit ${limit}`;
