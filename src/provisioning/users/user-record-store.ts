// SQL for user records.

import { ScimError } from '@cairn/scim-protocol/scim-error';
import { membershipOf } from '../../directory/fragments-store.ts';
import { memberships, people } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { violatedConstraint } from '../../storage/database.ts';
import { laterThan } from '../../storage/next-stamp.ts';
import { nothing, type Sql, sql, trusted } from '../../storage/sql.ts';
import { cutOf, inScope, lookedUp, rangeConditions, recordsOf } from '../rows/record-lookup-store.ts';
import type { RowRange } from '../rows/row-range.ts';
import type { ScimContext } from '../scim-context.ts';
import { groupsOfUser, versionOfUser } from './user-attribute-store.ts';
import type { UserColumns } from './user-record.ts';

/** A user as returned to clients. */
export interface UserRow {
  readonly record_id: string;
  /** JSON. */
  readonly attributes: string;
  /** The version number in the ETag. */
  readonly version: string;
  readonly created_at: string;
  readonly last_modified: string;
  /** JSON of `{value, display}`; null if empty or not requested. */
  readonly groups: string | null;
}

/** A user locked for a change. */
export interface LockedUser extends UserRow {
  readonly account_id: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly email: string | null;
  readonly active: boolean;
  /** A JSON array, or null. */
  readonly extra_emails: string | null;
  /** The mapping that was last applied (`Mapping.text`). */
  readonly mapping: string | null;
  /** The connection that manages the membership, which may be another one. */
  readonly membership_connection_id: string | null;
  /** The account's address. */
  readonly account_email: string | null;
  readonly is_owner: boolean;
  readonly is_operator: boolean;
  /** When the person joined the workspace. */
  readonly joined_at: string;
  /** True if the membership ended and can be restored, or was restored by an admin (suspension-guard.ts). */
  readonly has_suspension: boolean;
}

const COLUMNS = trusted('r.record_id, r.attributes, r.created_at, r.last_modified');
const COMPLETE = sql`${COLUMNS}, ${versionOfUser(trusted('gs.groups'))} as version, gs.groups`;
// `offset 0` keeps the planner from repeating the look-up for every use of `gs.groups`.
const groupsIn = (context: ScimContext): Sql =>
  sql`left join lateral (select ${groupsOfUser(context)} as groups offset 0) gs on true`;

export const findUser = (db: Db, context: ScimContext, recordId: string): Promise<UserRow | undefined> =>
  db.row<UserRow>(sql`
    select ${COMPLETE} from scim_user_records r ${groupsIn(context)}
    where ${inScope(context)} and r.record_id = ${recordId}`);

/**
 * Locks the user until the transaction ends. The data is read in a second statement: a single one would return the
 * membership's manager and groups from before it waited.
 */
export async function lockUser(tx: Tx, context: ScimContext, recordId: string): Promise<LockedUser | undefined> {
  const held = await tx.row(sql`
    select 1 as held from scim_user_records r where ${inScope(context)} and r.record_id = ${recordId} for update`);
  if (held === undefined) return undefined;
  return tx.row<LockedUser>(sql`
    select ${COMPLETE}, r.account_id, r.user_name, r.external_id, r.email, r.active, r.extra_emails, r.mapping,
      m.connection_id as membership_connection_id, m.email as account_email, m.is_owner, m.is_operator,
      m.joined_at,
      exists (
        select 1 from suspensions h
        where h.team_id = ${context.team_id} and h.connection_id = r.connection_id
          and h.account_id = r.account_id) as has_suspension
    from scim_user_records r
    cross join lateral ${membershipOf(sql`${context.team_id}::uuid`, trusted('r.account_id'))} m ${groupsIn(context)}
    where ${inScope(context)} and r.record_id = ${recordId}`);
}

export interface UserRange extends RowRange {
  /** Whether to read the groups and the version, which depends on them. */
  readonly withGroups: boolean;
}

/** A page of users, oldest first. The page is limited before the groups are looked up. */
export const selectUsers = (db: Db, context: ScimContext, page: UserRange): Promise<UserRow[]> =>
  db.rows<UserRow>(sql`
    select ${page.withGroups ? COMPLETE : sql`${COLUMNS}, r.version::text as version, null as groups`}
    from (
      select r.* from ${recordsOf('scim_user_records', context, page.key)} r
      where ${rangeConditions(context, page)} order by r.record_id ${cutOf(page.offset, page.limit)}
    ) r ${page.withGroups ? groupsIn(context) : nothing} order by r.record_id limit ${page.limit}`);

export async function countUsers(
  db: Db,
  context: ScimContext,
  { where, key }: Pick<UserRange, 'where' | 'key'>,
): Promise<number> {
  const [records, conditions] = [recordsOf('scim_user_records', context, key), rangeConditions(context, { where })];
  const row = await db.row<{ total: number }>(sql`
    select count(*) as total from ${records} r where ${conditions}`);
  return row?.total ?? 0;
}

export interface RecordCounts {
  readonly users: number;
  /** Users who are active members. */
  readonly active_users: number;
  /** Active users without an email address. */
  readonly active_without_email: number;
}

/** The number of users that the connection provisioned, and of those who are active members. */
export async function countRecords(db: Db, teamId: string, connectionId: string): Promise<RecordCounts> {
  const row = await db.row<RecordCounts>(sql`
    select count(*) as users, count(m.account_id) as active_users,
      count(*) filter (where m.account_id is not null and a.email is null) as active_without_email
    from scim_user_records r left join ${memberships} m
      on m.team_id = r.team_id and m.account_id = r.account_id and m.status = 'active'
      left join ${people} a on a.account_id = m.account_id
    where r.team_id = ${teamId} and r.connection_id = ${connectionId}`);
  return row ?? { users: 0, active_users: 0, active_without_email: 0 };
}

/** Values that the database adds to a new record. */
export type InsertedUser = Pick<UserRow, 'record_id' | 'version' | 'created_at' | 'last_modified'>;

/** Inserts a member's record. Fails with 409 `uniqueness`. */
export async function insertUser(
  tx: Tx,
  context: ScimContext,
  ids: { readonly record_id: string; readonly account_id: string },
  columns: UserColumns,
): Promise<InsertedUser> {
  const row = await tx
    .row<InsertedUser>(sql`${insertion(context, [{ ...ids, columns }])} ${INSERTED}`)
    .catch(refuseTaken);
  if (row === undefined) throw new Error('An insert returned no row.');
  return row;
}

/**
 * Admits people (`new_member` of accounts/account-link.ts) and inserts their records in one statement. Returns those
 * created. On 409 `uniqueness` or a full team, no one is admitted.
 */
export const insertNewMembers = (
  db: Db,
  context: ScimContext,
  records: readonly NewRecord[],
  newMembers: Sql,
): Promise<InsertedUser[]> =>
  db
    .rows<InsertedUser>(sql`
      with ${newMembers} ${insertion(context, records)} join new_member m on m.account_id = r.account_id ${INSERTED}`)
    .catch(refuseTaken);

/** A record to insert. */
export interface NewRecord {
  readonly record_id: string;
  readonly account_id: string;
  readonly columns: UserColumns;
}

const INSERTED = trusted('returning record_id, version::text, created_at, last_modified');

const insertion = ({ team_id, connection_id }: ScimContext, records: readonly NewRecord[]): Sql => sql`
  insert into scim_user_records (team_id, connection_id, record_id, account_id, user_name, user_name_key, external_id,
    active,
    email, email_key, display_name, display_name_key, attributes, folded, extra_emails, mapping, created_at,
    last_modified)
  select ${team_id}::uuid, ${connection_id}::uuid, r.record_id, r.account_id, r.user_name, r.user_name_key,
    r.external_id, r.active, r.email, r.email_key, r.display_name, r.display_name_key, r.attributes::json,
    r.folded::jsonb, r.extra_emails::json, r.mapping::json, moment.at, moment.at
  from jsonb_to_recordset(${JSON.stringify(records.map(rowOf))}::text::jsonb) as r (
      record_id uuid, account_id uuid, user_name text, user_name_key text, external_id text, active boolean, email text,
      email_key text, display_name text, display_name_key text, attributes text, folded text, extra_emails text,
      mapping text
    ) cross join (select clock_timestamp() as at offset 0) moment`;

const rowOf = ({ record_id, account_id, columns }: NewRecord) => ({ record_id, account_id, ...columns });

/**
 * Saves the record. The version increases only if the change is visible in responses (Decision 36). Fails with 409
 * `uniqueness`.
 */
export async function updateUser(
  tx: Tx,
  context: ScimContext,
  recordId: string,
  columns: UserColumns,
  isVisible: boolean,
): Promise<void> {
  await tx
    .rows(sql`
      update scim_user_records r set user_name = ${columns.user_name}, user_name_key = ${columns.user_name_key},
        external_id = ${columns.external_id}, active = ${columns.active}, email = ${columns.email},
          email_key = ${columns.email_key},
        display_name = ${columns.display_name}, display_name_key = ${columns.display_name_key},
        attributes = ${columns.attributes}::text::json, folded = ${columns.folded}::text::jsonb,
        extra_emails = ${columns.extra_emails}::text::json, mapping = ${columns.mapping}::text::json,
        version = version + ${isVisible ? 1 : 0},
        last_modified = ${isVisible ? laterThan(sql`last_modified`) : sql`last_modified`}
      where ${inScope(context)} and r.record_id = ${recordId}`)
    .catch(refuseTaken);
}

/**
 * Locks the connection's records until the transaction ends; take this lock before the lock of any group. Use `shared`
 * to read which people are users and add them to groups, and `alone` to delete the record of a person who stays a
 * member.
 */
export const holdRecords = (tx: Tx, { connection_id }: Pick<ScimContext, 'connection_id'>, how: 'shared' | 'alone') =>
  tx.rows<object>(sql`
    select ${trusted(how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')}(
      hashtextextended(${`records of ${connection_id}`}, 0))`);

export async function deleteUser(tx: Tx, context: ScimContext, recordId: string): Promise<void> {
  await tx.rows(sql`delete from scim_user_records r where ${inScope(context)} and r.record_id = ${recordId}`);
}

/** The accounts of record ids in this connection; unknown ids are skipped. */
export const selectAccounts = (db: Db, context: ScimContext, recordIds: readonly string[]) =>
  db.rows<{ record_id: string; account_id: string }>(sql`
    select r.record_id, r.account_id from unnest(${recordIds}::uuid[]) as sent (record_id)
    cross join lateral (
      select r.record_id, r.account_id from scim_user_records r
      where ${inScope(context)} and r.record_id = sent.record_id offset 0) r`);

/** The person with that name in the connection: by record id, or else userName, externalId or email. */
export const findPersonNamed = (
  db: Db,
  context: ScimContext,
  name: { readonly id: string | null; readonly key: string; readonly exact: string },
): Promise<{ account_id: string } | undefined> =>
  db.row(sql`
    select n.account_id from (
      select 1 as place, r.account_id, r.record_id from scim_user_records r
      where ${inScope(context)} and r.record_id = ${name.id}::uuid
      union all select 2, r.account_id, r.record_id from ${byKey(context, sql`r.user_name_key = ${name.key}`)} r
      union all select 3, r.account_id, r.record_id from ${byKey(context, sql`r.external_id = ${name.exact}`)} r
      union all select 3, r.account_id, r.record_id from ${byKey(context, sql`r.email_key = ${name.key}`)} r
    ) n order by n.place, n.record_id limit 1`);

type Scope = Pick<ScimContext, 'team_id' | 'connection_id'>;

const byKey = (context: Scope, condition: Sql): Sql => lookedUp('scim_user_records', context, condition);

/** For names that another request took a moment ago. taken-names.ts has the usual errors. */
const TAKEN: Readonly<Record<string, string>> = {
  scim_user_records_user_name: 'Another user in this connection has this userName',
  scim_user_records_external_id: 'Another user in this connection has this externalId',
  scim_user_records_account: 'Another user in this connection has this email address (emails)',
};

function refuseTaken(thrown: unknown): never {
  const sentence = TAKEN[violatedConstraint(thrown) ?? ''];
  if (sentence === undefined) throw thrown;
  const detail = `${sentence}. Send another value, or change or delete the other user first.`;
  throw new ScimError(409, 'uniqueness', detail);
}

/** The record of an account in this connection. */
export const findRecordOfAccount = (db: Db, context: Scope, accountId: string) =>
  db.row<{ record_id: string }>(sql`
    select r.record_id from ${byKey(context, sql`r.account_id = ${accountId}`)} r`);

/** Skips this many versions of every record, for a database restored to an earlier state (start/skip-numbers.ts). */
export const skipRecordVersions = (tx: Tx, count: number): Promise<object[]> =>
  tx.rows(sql`update scim_user_records set version = version + ${count}::integer`);
