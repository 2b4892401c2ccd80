// The state of the tables on a distributing engine (Citus), and the requirements for distributing them.
import { refuse } from '../../base/refusal.ts';
import type { Db } from '../database.ts';
import { countServiceSessions } from '../process-sessions.ts';
import { sql } from '../sql.ts';
import { TABLE_KINDS, type TableKind } from './table-kinds.ts';

export interface TableState {
  readonly table: string;
  /** Undefined if the engine does not know the table. */
  readonly kind: TableKind['kind'] | undefined;
  /** The distribution column. */
  readonly by: string | null;
  /** Tables in the same group are colocated. */
  readonly group: number | null;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  readonly definition: string;
}

/** The table in which the command stores the foreign keys that it has dropped. */
const KEPT = 'distribution_foreign_keys';
const ENGINE_KINDS: Readonly<Record<string, TableKind['kind']>> = {
  distributed: 'distributed',
  reference: 'replicated',
  local: 'local',
};

/** Every table of the schema, as the engine sees it. */
export async function stateOfTables(db: Db): Promise<readonly TableState[]> {
  const rows = await db.rows<{ table: string; type: string | null; by: string | null; group: number | null }>(sql`
    select c.relname::text as table, d.citus_table_type as type, d.distribution_column as by, d.colocation_id as group
    from pg_class c left join citus_tables d on d.table_name = c.oid::regclass
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
      and c.relname <> ${KEPT}
    order by c.relname`);
  return rows.map(({ table, type, by, group }) => ({ table, kind: ENGINE_KINDS[type ?? ''], by, group }));
}

export const foreignKeys = (db: Db): Promise<readonly ForeignKey[]> =>
  db.rows<ForeignKey>(sql`
    select c.relname::text as table, k.conname::text as name, t.relname::text as target,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace
    order by c.relname, k.conname`);

/** Foreign keys that an earlier run dropped but did not restore. */
export async function keptForeignKeys(db: Db): Promise<readonly ForeignKey[]> {
  const table = await db.row(sql`select 1 where to_regclass(${KEPT}) is not null`);
  if (table === undefined) return [];
  return db.rows<ForeignKey>(sql`
    select "table", name, target, definition from distribution_foreign_keys order by "table", name`);
}

/** The version of Citus in the database; undefined without the extension. */
export async function engineVersion(db: Db): Promise<string | undefined> {
  const row = await db.row<{ version: string }>(sql`
    select extversion as version from pg_extension where extname = 'citus'`);
  return row?.version;
}

/** Tables that are not in the place that the release requires. The engine does not have to know a local table. */
export async function misplacedTables(db: Db): Promise<readonly string[]> {
  return (await stateOfTables(db))
    .filter(({ table, kind, by }) => {
      const wanted = TABLE_KINDS.get(table);
      if (wanted === undefined || (wanted.kind === 'local' && kind === undefined)) return false;
      return kind !== wanted.kind || (wanted.kind === 'distributed' && by !== wanted.by);
    })
    .map(({ table }) => table);
}

/** Fails with `conflict` and a remedy if the server is not a coordinator. */
export async function requireEngine(db: Db): Promise<void> {
  if ((await engineVersion(db)) === undefined)
    throw refuse(
      'conflict',
      'The database has no Citus extension. Install it on every server, and run "create extension citus" in the ' +
        'database.',
    );
  const coordinator = await db.row(sql`select 1 from pg_dist_node where groupid = 0`);
  if (coordinator === undefined)
    throw refuse(
      'conflict',
      'The coordinator is not among the nodes. Run "select citus_set_coordinator_host(\'its-host\')" first.',
    );
}

/** The same if the schema cannot be distributed, or the service is running. */
export async function requireDistributable(db: Db): Promise<void> {
  await requireEngine(db);
  const keys = await keysWithoutTenant(db);
  if (keys.length > 0) throw refuse('conflict', `These unique keys lack the tenant: ${keys.join(', ')}.`);
  const running = await countServiceSessions(db);
  if (running > 0)
    throw refuse(
      'conflict',
      `${running} connections of running processes are open. Stop them: foreign keys are dropped temporarily.`,
    );
}

/** Unique keys of distributed tables that lack the tenant. The engine rejects them. */
export async function keysWithoutTenant(db: Db): Promise<readonly string[]> {
  const keys = await db.rows<{ table: string; name: string; columns: readonly string[] }>(sql`
    select t.relname::text as table, c.relname::text as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace
    order by c.relname`);
  return keys
    .filter(({ table, columns }) => {
      const kind = TABLE_KINDS.get(table);
      return kind?.kind === 'distributed' && !columns.includes(kind.by);
    })
    .map(({ name }) => name);
}
