// A read that many requests repeat, as a value. Its statement takes many keys at once, so that all who wait at one
// moment are answered by one query (coalesced-reads.ts), and it tells by a token whether an answer that is remembered
// still holds.
import { join, Place, type Sql, sql, statementsOf, trusted } from '../sql.ts';

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
  /** The columns of a Row. They arrive as JSON has them: a timestamp or a stored document is cast to text there. */
  readonly columns: Sql;
  /** A text that is another as soon as anything was written that the row is made of. */
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

/** A row of a batch: what holds for the key of number `n`, from 1. */
export interface BatchRow {
  readonly n: number;
  readonly authorization_version?: string | null;
  /** Another one whenever the rows are. */
  readonly token: string;
  /** The rows as a JSON array; null where there are none, or where the asker holds those of that token. */
  readonly rows: string | null;
}

/** The tenants of a batch: of its keys, and of those who ask. */
export interface BatchTenants {
  readonly asked: unknown;
  readonly callers: unknown;
}

/** The statement of a batch, as `batchTemplate` has it; its text is made once. */
export function batchStatement(
  asked: BatchedRead,
  authorizationVersion: AuthorizationVersion | undefined,
): (keys: Columns, callers: Columns, tenants: BatchTenants) => Sql {
  const isChecked = authorizationVersion !== undefined;
  const callerCount = isChecked ? Object.keys(withoutTenant(authorizationVersion)).length : 0;
  const keyCount = Object.keys(withoutTenant(asked)).length + (isChecked ? 2 : 1);
  const columns = Array.from({ length: callerCount + keyCount }, (_, at) => new Place(at + 2));
  const tenants = { asked: new Place(0), callers: new Place(1) };
  const template = batchTemplate(asked, authorizationVersion);
  const statements = statementsOf(template(columns.slice(callerCount), columns.slice(0, callerCount), tenants));
  return (keys, callers, tenants) => statements([tenants.asked, tenants.callers, ...callers, ...keys]);
}

/**
 * The statement of a batch. `keys` have every member of the key but the tenant; they end with the tokens that are held
 * and, where there is an authorization version, with the number of each asker among `callers`. The columns are looked
 * at only where the token is not held.
 */
function batchTemplate(
  asked: BatchedRead,
  authorizationVersion: AuthorizationVersion | undefined,
): (keys: Columns, callers: Columns, tenants: BatchTenants) => Sql {
  const own = { ...withoutTenant(asked), held: 'text' };
  const answer = (tenant: Sql): Sql => sql`left join lateral (
    select now.token, case when now.token is distinct from asked.held then (
      select json_agg(found) from (${asked.select(asked.columns, tenant)}) found
    ) end as rows
    from (
      select coalesce(md5(string_agg(version, ',')), '') as token
      from (${asked.select(sql`${asked.version} as version`, tenant)}) found
    ) now
  ) answer on true`;
  if (authorizationVersion === undefined) {
    return (keys, _, tenants) => sql`
      select asked.n, answer.token, answer.rows from ${asRows('asked', own, keys)}
      ${answer(tenantOf(asked, tenants.asked))}`;
  }
  const caller = withoutTenant(authorizationVersion);
  return (keys, callers, tenants) => sql`
    with callers as materialized (
      select caller.n,
        ${authorizationVersion.select(tenantOf(authorizationVersion, tenants.callers))} as authorization_version
        from ${asRows('caller', caller, callers)}
    )
    select asked.n, callers.authorization_version, answer.token, answer.rows
      from ${asRows('asked', { ...own, caller: 'integer' }, keys)}
    left join callers on callers.n = asked.caller ${answer(tenantOf(asked, tenants.asked))}`;
}

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

/** The tenant as a parameter; null where the key has none. */
const tenantOf = ({ key, tenant }: Keyed, value: unknown): Sql =>
  tenant === undefined ? sql`null` : sql`${value}${trusted(`::${key[tenant]}`)}`;

/**
 * Columns as rows of that name, numbered by `n`. Each column stands behind a select of its own: a planner who knew how
 * many there are would plan every batch anew.
 */
function asRows(name: string, types: Readonly<Record<string, string>>, columns: Columns): Sql {
  const lists = Object.values(types).map((type, place) => sql`(select ${columns[place]}${trusted(`::${type}[]`)})`);
  const names = trusted(`${name} (${[...Object.keys(types), 'n'].join(', ')})`);
  return sql`unnest(${lists.reduce((all, list) => sql`${all}, ${list}`)}) with ordinality as ${names}`;
}
