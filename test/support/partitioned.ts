// The migrated schema with every distributed table hash-partitioned by its tenant, in plain PostgreSQL, derived from
// the database catalog. As with the shards of a distributed engine, the names of partitions and their indexes end in a
// number, and a tenant's rows in all tables are in partitions with the same number.
import type pg from 'pg';
import { TABLE_KINDS } from '../../src/storage/tables/table-kinds.ts';

/** The number of partitions per table, large enough that two tenants rarely share one. */
export const PARTITIONS = 8;
const FIRST_NUMBER = 102_000;

interface Piece {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** The name of a table's partition at `place`. */
const partitionOf = (name: string, place: number): string => `${name}_${FIRST_NUMBER + place}`;

/** The table and number of a partition, or undefined if the relation is not a partition. */
export function placeOf(relation: string): { readonly table: string; readonly place: number } | undefined {
  const [, table = '', digits = ''] = /^(\w+)_(102\d{3})$/.exec(relation) ?? [];
  return TABLE_KINDS.has(table) ? { table, place: Number(digits) - FIRST_NUMBER } : undefined;
}

/** Partitions the tables. Returns the unique keys without the tenant, which PostgreSQL refuses. */
export async function partition(client: pg.Client): Promise<string[]> {
  const refused: string[] = [];
  const perform = async (name: string, statement: string): Promise<void> => {
    try {
      await client.query(statement);
    } catch (thrown) {
      if (!/must include all partitioning columns/.test(String(thrown))) throw thrown;
      refused.push(name);
    }
  };
  const pieces = async (text: string): Promise<readonly Piece[]> => (await client.query<Piece>(text)).rows;
  const distributed = [...TABLE_KINDS].flatMap(([table, kind]) =>
    kind.kind === 'distributed' ? [[table, kind.by] as const] : [],
  );
  const tables = (
    await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  ).rows;
  const present = new Set(tables.map(({ name }) => name));
  const chosen = distributed.filter(([table]) => present.has(table));
  const isChosen = new Set<string>(chosen.map(([table]) => table));
  const constraints = `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0`;
  const foreignKeys = await pieces(`${constraints} and contype = 'f'`);
  const keys = (await pieces(`${constraints} and contype in ('p', 'u')`)).filter(({ table }) => isChosen.has(table));
  const indexes = (
    await pieces(`
      select i.indrelid::regclass::text as table, c.relname as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))`)
  ).filter(({ table }) => isChosen.has(table));
  const triggers = (
    await pieces(`
      select tgrelid::regclass::text as table, tgname as name, pg_get_triggerdef(oid) as definition
      from pg_trigger where not tgisinternal and tgfoid <> 'note_move'::regproc`)
  ).filter(({ table }) => isChosen.has(table));
  const views = await pieces(`
    select relname as table, relname as name, pg_get_viewdef(oid) as definition
    from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace`);
  for (const { name } of views) await client.query(`drop view ${name}`);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const [table, column] of chosen) {
    await client.query(`alter table ${table} rename to plain`);
    const own = keys.filter((key) => key.table === table);
    for (const { name } of own) await client.query(`alter table plain drop constraint ${name}`);
    await client.query(`
      create table ${table} (like plain including defaults including constraints including generated
        including identity including storage) partition by hash (${column})`);
    for (let place = 0; place < PARTITIONS; place += 1) {
      const part = partitionOf(table, place);
      await client.query(`
        create table ${part} partition of ${table} for values with (modulus ${PARTITIONS}, remainder ${place})`);
      for (const { name, definition } of own)
        await client.query(`alter table ${part} add constraint ${partitionOf(name, place)} ${definition}`);
    }
    for (const { name, definition } of own)
      await perform(name, `alter table ${table} add constraint ${name} ${definition}`);
    const columns = (
      await client.query<{ name: string }>(`
        select quote_ident(attname) as name from pg_attribute
        where attrelid = 'plain'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
    ).rows.map(({ name }) => name);
    await client.query(`insert into ${table} (${columns}) overriding system value select ${columns} from plain`);
    await client.query('drop table plain cascade');
  }
  for (const { name, definition } of [...indexes, ...triggers]) await perform(name, definition);
  for (const { name, definition } of views) await client.query(`create view ${name} as ${definition}`);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  return refused;
}
