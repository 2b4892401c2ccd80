// The state of logs that may be partitioned by month, and the definition of a table that replaces another.
import type { Db } from '../database.ts';
import { type Sql, sql } from '../sql.ts';

/** Append-only tables, ordered by id. */
const LOGS = ['audit_entries', 'provisioning_log'];

export interface LogPartition {
  readonly name: string;
  /** The exclusive upper bound of the partition's ids; undefined if it is not bounded by ids. */
  readonly until: string | undefined;
  /** The approximate number of rows, from statistics. */
  readonly rows: number;
}

export interface LogState {
  readonly table: string;
  /** `whole`: one table. `divided`: partitioned by id into months. `other`: partitioned in an unknown way. */
  readonly kind: 'whole' | 'divided' | 'other';
  readonly partitions: readonly LogPartition[];
  /** The lower bound of the ids that a running or failed division keeps out of a whole log. */
  readonly cut: string | undefined;
}

/** The check constraint with which a division keeps new rows above the cut. */
export const boundOf = (table: string): string => `${table}_bound`;

export async function logStates(db: Db): Promise<readonly LogState[]> {
  const rows = await db.rows<{
    table: string;
    strategy: string | null;
    name: string | null;
    bound: string | null;
    rows: number;
    cut: string | null;
  }>(
    sql`
    select p.relname::text as table, s.partstrat::text as strategy, c.relname::text as name,
      pg_get_expr(c.relpartbound, c.oid) as bound, greatest(c.reltuples, 0)::bigint as rows,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = p.oid and k.conname = p.relname || '_bound') as cut
    from pg_class p
    left join pg_partitioned_table s on s.partrelid = p.oid
    left join pg_inherits i on i.inhparent = p.oid
    left join pg_class c on c.oid = i.inhrelid
    where p.relname = any(${LOGS}::text[]) and p.relnamespace = current_schema()::regnamespace
    order by p.relname, c.relname`,
  );
  return LOGS.map((table): LogState => {
    const own = rows.filter((row) => row.table === table);
    const strategy = own[0]?.strategy ?? null;
    const partitions = own.flatMap(({ name, bound, rows }) =>
      name === null ? [] : [{ name, until: /TO \('([0-9a-f-]{36})'\)/.exec(bound ?? '')?.[1], rows }],
    );
    const kind = strategy === null ? 'whole' : strategy === 'r' ? 'divided' : 'other';
    return { table, kind, partitions, cut: /'([0-9a-f-]{36})'/.exec(own[0]?.cut ?? '')?.[1] };
  });
}

/** A table's indexes, keys and triggers as statements for another table with its name. */
export interface Fittings {
  /** Names of its indexes, including those of keys. */
  readonly indexes: readonly string[];
  readonly statements: readonly string[];
}

export async function fittingsOf(db: Db, table: string): Promise<Fittings> {
  const indexes = await db.rows<{ name: string; statement: string }>(sql`
    select c.relname::text as name, coalesce(
      'alter table ' || i.indrelid::regclass || ' add constraint ' || quote_ident(k.conname) || ' ' ||
        pg_get_constraintdef(k.oid),
      pg_get_indexdef(i.indexrelid)) as statement
    from pg_index i join pg_class c on c.oid = i.indexrelid
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
    where i.indrelid = ${oidOf(table)} order by c.relname`);
  const keys = await db.rows<{ statement: string }>(sql`
    select 'alter table ' || conrelid::regclass || ' add constraint ' || quote_ident(conname) || ' ' ||
      pg_get_constraintdef(oid) as statement
    from pg_constraint where conrelid = ${oidOf(table)} and contype = 'f' order by conname`);
  const statements = [...indexes, ...keys].map(({ statement }) => statement);
  return { indexes: indexes.map(({ name }) => name), statements: [...statements, ...(await triggersOf(db, table))] };
}

/** The statements that create its triggers, except internal ones. */
export const triggersOf = async (db: Db, table: string): Promise<readonly string[]> =>
  (
    await db.rows<{ statement: string }>(sql`
      select pg_get_triggerdef(oid) as statement from pg_trigger
      where tgrelid = ${oidOf(table)} and not tgisinternal and tgparentid = 0 order by tgname`)
  ).map(({ statement }) => statement);

const oidOf = (table: string): Sql => sql`${table}::text::regclass`;
