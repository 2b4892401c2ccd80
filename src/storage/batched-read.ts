// Defines a frequent read as a value. Its statement takes many keys, so that one query serves all concurrent requests
// (coalesced-reads.ts). It also returns a token that shows whether a cached result is still valid.
import { BindParameter, compiledStatement, join, nothing, type Sql, sql, trusted } from './sql.ts';

/** The tables whose writes are recorded. */
export const MOVING_TABLES = [
  ...['trails', 'accounts', 'members', 'teams', 'api_credentials'],
  ...['connections', 'scim_tokens', 'scim_client_secrets', 'scim_workload_identities'],
] as const;
/** A row or a set of rows that a result depends on: a table, and the id in its `row_id` or `catalog_id`. */
export type Source = `${(typeof MOVING_TABLES)[number]} ${string}`;

type KeyType = 'uuid' | 'text' | 'integer' | 'timestamptz';
/** The members of a key, by name, with their SQL types. */
export type KeyTypes = Readonly<Record<string, KeyType>>;
export type KeyOf<Types extends KeyTypes> = { readonly [Name in keyof Types]: string | number };

export interface BatchedRead<Types extends KeyTypes = KeyTypes, Row extends object = object, Answer = unknown> {
  /** The unique name of the read. */
  readonly name: string;
  readonly key: Types;
  /**
   * The key member that is the tenant. Each batch is for one tenant, whose id is a parameter of the statement, so that
   * an engine that distributes by tenant sends it to one node.
   */
  readonly tenant?: string;
  /**
   * Selects these columns for the key in the row `asked`, which has every member but the tenant, e.g.
   * `` (columns, tenant) => sql`select ${columns} from trails t
   *   where t.catalog_id = ${tenant} and t.trail_id = asked.trail_id` ``.
   */
  select(columns: Sql, tenant: Sql): Sql;
  /** True if a key has at most one row. */
  readonly isOne?: boolean;
  /** The columns of a Row. They arrive as JSON, so cast timestamps and stored documents to text. */
  readonly columns: Sql;
  /**
   * A non-empty text that changes whenever any source of the row is written. If several rows are possible, a 64-bit
   * hash (bigint) of that and the row's identity; the hashes of all rows are combined with xor.
   */
  readonly version: Sql;
  /** Builds the answer from its rows; none if the key does not exist. Answers are shared, so never modify one. */
  answer(rows: readonly Row[]): Answer;
  /** All rows that the result for the key depends on, including rows that do not exist yet. */
  sources(key: readonly unknown[], answer: Answer): readonly Source[];
  /** The approximate memory use of the answer in bytes. */
  bytes(answer: Answer): number;
}

/** A scalar selected together with answers, to check that the caller's rights have not changed (version-check.ts). */
export interface AuthorizationVersion {
  readonly key: KeyTypes;
  /** The key member that is the tenant, as in a batched read. */
  readonly tenant?: string;
  /** The scalar for a caller. `member` returns a key member other than the tenant, as a column or a parameter. */
  select(tenant: Sql, member: (name: string) => Sql): Sql;
  /** All rows that the scalar depends on. Gets the key's values in order. */
  sources(key: readonly string[]): readonly Source[];
}

/** A check of one caller, with the values of the version's key in order. */
export interface VersionCheck {
  readonly authorizationVersion: AuthorizationVersion;
  readonly key: readonly string[];
}

/** Sets the type of the rows, which cannot be inferred: `batchedRead<TrailRow>()({ … })`. */
export const batchedRead =
  <Row extends object>() =>
  <Types extends KeyTypes, Answer>(asked: BatchedRead<Types, Row, Answer>): BatchedRead<Types, Row, Answer> =>
    asked;

/** Keys as columns: the values of each member, in the order of the key. */
export type Columns = readonly unknown[];

/** A row of a batch's result. There is one per caller, and one per key whose answer differs from the cached one. */
export interface BatchRow {
  /** The number of the caller, from 1; 0 in the row of moves (moves.ts), null in rows of keys. */
  readonly caller: number | null;
  /** The number of the key, from 1; null in other rows. */
  readonly n: number | null;
  /** For callers: the authorization version. For keys: changes whenever its rows change; empty without rows. */
  readonly token: string | null;
  /** The rows as a JSON array; null without rows. */
  readonly rows: string | null;
}

/** The tenants of a batch's keys and callers. */
export interface BatchTenants {
  readonly asked: unknown;
  readonly callers: unknown;
}

/**
 * The statement of a batch: the keys, with the cached token in the last column, the callers, and a value for the
 * additional rows.
 */
export type BatchStatement = (keys: Columns, callers: Columns, tenants: BatchTenants, also?: unknown) => Sql;

/**
 * Selects a row per caller, a row per key whose token differs from the cached one, and the rows of `beside`. For
 * unchanged keys the columns are not evaluated. The text is built once.
 */
export function batchStatement(
  asked: BatchedRead,
  authorizationVersion: AuthorizationVersion | undefined,
  beside?: (also: BindParameter) => Sql,
): BatchStatement {
  const callerCount = authorizationVersion === undefined ? 0 : membersOf(authorizationVersion).length;
  const keyCount = membersOf(asked).length + 1;
  const columns = Array.from({ length: callerCount + keyCount }, (_, at) => new BindParameter(at + 2));
  const selects: Sql[] = [];
  if (authorizationVersion !== undefined)
    selects.push(versionsOf(authorizationVersion, columns.slice(0, callerCount), new BindParameter(1)));
  if (asked !== nothingElse) selects.push(changedKeys(asked, columns.slice(callerCount), new BindParameter(0)));
  if (beside !== undefined) selects.push(beside(new BindParameter(columns.length + 2)));
  const statements = compiledStatement(join(selects, ' union all '));
  return (keys, callers, tenants, also) => statements([tenants.asked, tenants.callers, ...callers, ...keys, also]);
}

const versionsOf = (asked: AuthorizationVersion, callers: Columns, tenant: unknown): Sql => sql`
  select caller.n as caller, null::bigint as n,
    ${asked.select(tenantOf(asked, tenant), (name) => trusted(`caller.${name}`))} as token, null::json as rows
  from ${asRows('caller', withoutTenant(asked), callers)}`;

const changedKeys = (asked: BatchedRead, keys: Columns, tenantId: unknown): Sql => {
  const tenant = tenantOf(asked, tenantId);
  return sql`
  select null::bigint as caller, asked.n, coalesce(now.token, '') as token,
    (select json_agg(found) from (${asked.select(asked.columns, tenant)}) found) as rows
  from ${asRows('asked', { ...withoutTenant(asked), held: 'text' }, keys)}
  left join lateral (
    select ${asked.isOne === true ? sql`version` : sql`bit_xor(version)::text`} as token
    from (${asked.select(sql`${asked.version} as version`, tenant)}) found
    ${asked.isOne === true ? LOOKED_UP : nothing}
  ) now on true
  where coalesce(now.token, '') is distinct from asked.held`;
};

/** Without it, a planner without row counts would read the whole table for a join. */
const LOOKED_UP = sql`limit 1`;

/** Reads nothing. Used to perform only the check. */
export const nothingElse: BatchedRead = batchedRead()({
  name: 'authorization',
  key: {},
  select: () => nothing,
  columns: nothing,
  version: nothing,
  answer: () => undefined,
  sources: () => [],
  bytes: () => 0,
});

/** A condition for any statement: the caller's authorization version is unchanged. */
export function versionHolds({ authorizationVersion, key }: VersionCheck, version: string): Sql {
  const names = Object.keys(authorizationVersion.key);
  const keyOf = (name: string): unknown => key[names.indexOf(name)];
  const tenant = tenantOf(authorizationVersion, keyOf(authorizationVersion.tenant ?? ''));
  const now = authorizationVersion.select(
    tenant,
    (name) => sql`${keyOf(name)}${trusted(`::${authorizationVersion.key[name]}`)}`,
  );
  return sql`${now} = ${version}::text`;
}

interface Keyed {
  readonly key: KeyTypes;
  readonly tenant?: string;
}

/** The types of the key's members other than the tenant. */
const withoutTenant = ({ key, tenant }: Keyed): KeyTypes =>
  Object.fromEntries(Object.entries(key).filter(([name]) => name !== tenant));

const membersOf = (keyed: Keyed): readonly string[] => Object.keys(withoutTenant(keyed));

/** The tenant as a parameter; null if the key has none. */
const tenantOf = ({ key, tenant }: Keyed, value: unknown): Sql =>
  tenant === undefined ? sql`null` : sql`${value}${trusted(`::${key[tenant]}`)}`;

/**
 * Turns columns into rows with that name, numbered by `n`. Each column is a subselect, because a planner that knows the
 * row count would replan every batch.
 */
export function asRows(name: string, types: Readonly<Record<string, string>>, columns: Columns): Sql {
  const lists = Object.values(types).map((type, place) => sql`(select ${columns[place]}${trusted(`::${type}[]`)})`);
  const names = trusted(`${name} (${[...Object.keys(types), 'n'].join(', ')})`);
  return sql`unnest(${lists.reduce((all, list) => sql`${all}, ${list}`)}) with ordinality as ${names}`;
}
