// Finds a record by a key. The queries are written so that the planner always picks that key's index, even without
// statistics. The workspace and the key are the only conditions that an index can use, and only one index has both. The
// connection is compared as text, which no index contains, and `offset 0` keeps the subselect intact.
import { roundedLimit } from '../../storage/limit.ts';
import { join, type Sql, sql, trusted } from '../../storage/sql.ts';
import type { RowRange } from './row-range.ts';

type Scope = { readonly team_id: string; readonly connection_id: string };
type RecordTable = 'scim_user_records' | 'scim_group_records';

/** A subselect of the connection's whole rows that satisfy `condition`, which may use columns of `r`. */
export const lookedUp = (table: RecordTable, { team_id, connection_id }: Scope, condition: Sql): Sql => sql`(
  select r.* from ${trusted(table)} r
  where r.team_id = ${team_id}::uuid and ${condition} and r.connection_id::text = ${connection_id}::text offset 0)`;

/** The records `r` of the connection, or those found by `key`. */
export const recordsOf = (table: RecordTable, scope: Scope, key: Sql | undefined): Sql =>
  key === undefined ? trusted(table) : lookedUp(table, scope, key);

/** Restricts records `r` to this connection. */
export const inScope = ({ team_id, connection_id }: Scope): Sql =>
  sql`r.team_id = ${team_id} and r.connection_id = ${connection_id}`;

/** Restricts records `r` to a range. */
export const rangeConditions = (scope: Scope, { where, after }: Partial<RowRange>): Sql =>
  join(
    [
      inScope(scope),
      ...(where === undefined ? [] : [where]),
      ...(after === undefined ? [] : [sql`r.record_id > ${after}::uuid`]),
    ],
    ' and ',
  );

/** A subselect of whole user records `r` that satisfy `condition`. The connection is a column. */
export const recordOf = (teamId: Sql, connectionId: Sql, condition: Sql): Sql => sql`(
  select r.* from scim_user_records r
  where r.team_id = ${teamId} and ${condition} and r.connection_id::text = ${connectionId}::text offset 0)`;

/** A subselect of (record_id): an account's record in `connectionId`. The last two arguments are columns. */
export const recordOfAccount = (teamId: Sql, connectionId: Sql, accountId: Sql): Sql => sql`(
  select u.record_id from scim_user_records u
  where u.team_id = ${teamId} and u.account_id = ${accountId}
    and u.connection_id::text = ${connectionId}::text offset 0)`;

/** A subselect of (record_id, display_name_key): a group's record. The last two arguments are columns. */
export const recordOfGroup = (teamId: Sql, connectionId: Sql, groupId: Sql): Sql => sql`(
  select gr.record_id, gr.display_name_key from scim_group_records gr
  where gr.team_id = ${teamId} and gr.group_id = ${groupId}
    and gr.connection_id::text = ${connectionId}::text offset 0)`;

/** Limits a page of ordered records. The enclosing statement applies `limit` exactly. */
export const cutOf = (offset: number, limit: number): Sql =>
  offset === 0 ? roundedLimit(limit) : sql`offset ${offset} limit ${limit}`;
