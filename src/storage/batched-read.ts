// A read that many requests repeat, as a value. Its statement takes many keys at once, so that all who wait at one
// moment are answered by one query (coalesced-reads.ts), and it tells by a token whether an answer that is remembered
// still holds.
import { BindParameter, compiledStatement, join, nothing, type Sql, sql, trusted } from './sql.ts';

type KeyType = 'uuid' | 'text' | 'integer' | 'timestamptz';
/** The members of a key, by name, with their SQL types. */
export type KeyTypes = Readonly<Record<string, KeyType>>;
export type KeyOf<Types extends KeyTypes> = { readonly [Name in keyof Types]: string | number };

export interface BatchedRead<Types extends KeyTypes = KeyTypes, Row extends object = object, Answer = unknown> {
  /** What the answer is about; no two reads share it. */
  readonly name: string;
  readonly key: Types;
  /**
   * The member of the key that is the tenant. A batch is about one tenant, which its statement names as a parameter: on
   * an engine that distributes by tenant it goes to one place.
   */
  readonly tenant?: string;
  /**
   * Selects these columns of the Rows for the key in the row `asked`, which has every member but the tenant, e.g.
   * `` (columns, tenant) => sql`select ${columns} from trails t
   *   where t.catalog_id = ${tenant} and t.trail_id = asked.trail_id` ``.
   */
  select(columns: Sql, tenant: Sql): Sql;
  /** True: there is one row of a key at most. */
  readonly isOne?: boolean;
  /** The columns of a Row. They arrive as JSON has them: a timestamp or a stored document is cast to text there. */
  readonly columns: Sql;
  /**
   * A text, never empty, that is another as soon as anything was written that the row is made of. Where there may be
   * several rows, a hash of 64 bits (bigint) of that and of which row it is: the rows' hashes are combined by xor.
   */
  readonly version: Sql;
  /** The answer out of its rows, none where there is nothing of that key. Shared by all who ask: never changed. */
  answer(rows: readonly Row[]): Answer;
  /** About how many bytes of memory the answer takes. */
  bytes(answer: Answer): number;
}

/** A scalar that is selected beside answers, to check that the caller's rights have not changed (version-check.ts). */
export interface AuthorizationVersion {
  readonly key: KeyTypes;
  /** The member of the key that is the tenant, as of a batched read. */
  readonly tenant?: string;
  /** The scalar for the key in the row `caller`, which has every member but the tenant. */
  select(tenant: Sql): Sql;
}

/** A check of one caller: the values of the version's key, in order. */
export interface VersionCheck {
  readonly authorizationVersion: AuthorizationVersion;
  readonly key: readonly string[];
}

/** Names the type of the rows, which no value bears: `batchedRead<TrailRow>()({ … })`. */
export const batchedRead =
  <Row extends object>() =>
  <Types extends KeyTypes, Answer>(asked: BatchedRead<Types, Row, Answer>): BatchedRead<Types, Row, Answer> =>
    asked;

/** Keys as columns: the values of each member, in the order of the key. */
export type Columns = readonly unknown[];

/** A row of a batch: one of each caller, and one of each key whose answer is another than the one that is held. */
export interface BatchRow {
  /** The number of the caller, from 1; 0 in the row of the snapshot (snapshots.ts), null in that of a key. */
  readonly caller: number | null;
  /** The number of the key, from 1; null in other rows. */
  readonly n: number | null;
  /** Of a caller: the authorization version. Of a key: another one whenever its rows are; empty where it has none. */
  readonly token: string | null;
  /** The rows as a JSON array; null where there are none. */
  readonly rows: string | null;
}

/** The tenants of a batch: of its keys, and of those who ask. */
export interface BatchTenants {
  readonly asked: unknown;
  readonly callers: unknown;
}

/** What a batch is asked: the keys, each with the token that is held in the last column, and those who ask. */
export type BatchQuestion = (keys: Columns, callers: Columns, tenants: BatchTenants) => Sql;

/** The statement of a batch, as `batchTemplate` has it, and rows that stand `beside` it; its text is made once. */
export function batchStatement(
  asked: BatchedRead,
  authorizationVersion: AuthorizationVersion | undefined,
  beside?: Sql,
): BatchQuestion {
  const callerCount = authorizationVersion === undefined ? 0 : membersOf(authorizationVersion).length;
  const keyCount = membersOf(asked).length + 1;
  const columns = Array.from({ length: callerCount + keyCount }, (_, at) => new BindParameter(at + 2));
  const tenants = { asked: new BindParameter(0), callers: new BindParameter(1) };
  const template = batchTemplate(asked, authorizationVersion);
  const batch = template(columns.slice(callerCount), columns.slice(0, callerCount), tenants);
  const statements = compiledStatement(beside === undefined ? batch : sql`${batch} union all ${beside}`);
  return (keys, callers, tenants) => statements([tenants.asked, tenants.callers, ...callers, ...keys]);
}

/**
 * The statement of a batch: a row for each caller, and one for each key whose token is another than the one that is
 * held. What stays as it is has no row, and its columns are not looked at.
 */
const batchTemplate =
  (asked: BatchedRead, authorizationVersion: AuthorizationVersion | undefined): BatchQuestion =>
  (keys, callers, tenants) => {
    const ofKeys = changedKeys(asked, keys, tenantOf(asked, tenants.asked));
    if (authorizationVersion === undefined) return ofKeys;
    const version = authorizationVersion.select(tenantOf(authorizationVersion, tenants.callers));
    const ofCallers = sql`
      select caller.n as caller, null::bigint as n, ${version} as token, null::json as rows
      from ${asRows('caller', withoutTenant(authorizationVersion), callers)}`;
    return asked === nothingElse ? ofCallers : sql`${ofCallers} union all ${ofKeys}`;
  };

const changedKeys = (asked: BatchedRead, keys: Columns, tenant: Sql): Sql => sql`
  select null::bigint as caller, asked.n, coalesce(now.token, '') as token,
    (select json_agg(found) from (${asked.select(asked.columns, tenant)}) found) as rows
  from ${asRows('asked', { ...withoutTenant(asked), held: 'text' }, keys)}
  left join lateral (
    select ${asked.isOne === true ? sql`version` : sql`bit_xor(version)::text`} as token
    from (${asked.select(sql`${asked.version} as version`, tenant)}) found
    ${asked.isOne === true ? LOOKED_UP : nothing}
  ) now on true
  where coalesce(now.token, '') is distinct from asked.held`;

/** A planner who does not know how many rows there are would read the whole table for a join without it. */
const LOOKED_UP = sql`limit 1`;

/** A read of nothing, for the check alone. */
export const nothingElse: BatchedRead = batchedRead()({
  name: 'authorization',
  key: {},
  select: () => nothing,
  columns: nothing,
  version: nothing,
  answer: () => undefined,
  bytes: () => 0,
});

/** A condition for any statement: what the caller's rights rest on is still of that version. */
export function versionHolds({ authorizationVersion, key }: VersionCheck, version: string): Sql {
  const names = Object.keys(authorizationVersion.key);
  const keyOf = (name: string): unknown => key[names.indexOf(name)];
  const columns = Object.entries(withoutTenant(authorizationVersion)).map(
    ([name, type]) => sql`${keyOf(name)}${trusted(`::${type} as ${name}`)}`,
  );
  const now = authorizationVersion.select(tenantOf(authorizationVersion, keyOf(authorizationVersion.tenant ?? '')));
  return sql`exists (select from (select ${join(columns)}) caller where ${now} = ${version}::text)`;
}

interface Keyed {
  readonly key: KeyTypes;
  readonly tenant?: string;
}

/** The types of a key's members but the tenant. */
const withoutTenant = ({ key, tenant }: Keyed): KeyTypes =>
  Object.fromEntries(Object.entries(key).filter(([name]) => name !== tenant));

const membersOf = (keyed: Keyed): readonly string[] => Object.keys(withoutTenant(keyed));

/** The tenant as a parameter; null where the key has none. */
const tenantOf = ({ key, tenant }: Keyed, value: unknown): Sql =>
  tenant === undefined ? sql`null` : sql`${value}${trusted(`::${key[tenant]}`)}`;

/**
 * Columns as rows of that name, numbered by `n`. Each column stands behind a select of its own: a planner who knew how
 * many there are would plan every batch anew.
 */
export function asRows(name: string, types: Readonly<Record<string, string>>, columns: Columns): Sql {
  const lists = Object.values(types).map((type, place) => sql`(select ${columns[place]}${trusted(`::${type}[]`)})`);
  const names = trusted(`${name} (${[...Object.keys(types), 'n'].join(', ')})`);
  return sql`unnest(${lists.reduce((all, list) => sql`${all}, ${list}`)}) with ordinality as ${names}`;
}
