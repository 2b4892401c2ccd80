// Turns a PostgreSQL database with the Citus extension into a distributed one, with each table placed as in
// table-kinds.ts. Every step is a separate transaction, planned from the engine's actual state, so a failed run can be
// continued. Foreign keys between changed tables are dropped first, and stored in a table until they are restored.
import { refuse } from '../../base/refusal.ts';
import type { Database, Db, Tx } from '../database.ts';
import { failedAt } from '../failures.ts';
import { changeTables, waitBriefly } from '../migrations/change-tables.ts';
import { sql, trusted } from '../sql.ts';
import { type ForeignKey, foreignKeys, keptForeignKeys, stateOfTables, type TableState } from './distribution-state.ts';
import { TABLE_KINDS, type TableKind } from './table-kinds.ts';

export interface DistributionStep {
  readonly step: 'drop foreign key' | 'replicate' | 'distribute' | 'keep local' | 'add foreign key';
  readonly table: string;
  /** The column or foreign key. */
  readonly detail: string;
  readonly key?: ForeignKey;
}

/** The remaining steps in order; empty if every table is as it should be. */
export async function distributionPlan(db: Db): Promise<readonly DistributionStep[]> {
  const [states, keys, kept] = [await stateOfTables(db), await foreignKeys(db), await keptForeignKeys(db)];
  refuseOthers(states);
  const pending = states.filter((state) => !isAsWanted(state, [...keys, ...kept]));
  const changes = new Set(pending.map(({ table }) => table));
  const inTheWay = keys.filter(({ table, target }) => changes.has(table) || changes.has(target));
  return [
    ...inTheWay.map((key) => stepOf('drop foreign key', key)),
    ...pending.filter(isOfKind('replicated')).map(({ table }) => ({ step: 'replicate' as const, table, detail: '' })),
    ...pending
      .filter(isOfKind('distributed'))
      .map(({ table }) => ({ step: 'distribute' as const, table, detail: columnOf(table) })),
    ...pending.filter(isOfKind('local')).map(({ table }) => ({ step: 'keep local' as const, table, detail: '' })),
    ...[...kept, ...inTheWay].map((key) => stepOf('add foreign key', key)),
  ];
}

/** Carries out the remaining steps and returns them. `onStep` is called after each one. */
export async function distribute(
  database: Database,
  onStep: (step: DistributionStep) => void = () => undefined,
): Promise<readonly DistributionStep[]> {
  const steps = await distributionPlan(database);
  for (const [index, step] of steps.entries()) {
    await changeTables(database, async (tx) => {
      await performStep(await waitBriefly(tx), step);
    }).catch((thrown: unknown) => {
      throw failedAt(thrown, leftFrom(step, steps.length - index));
    });
    onStep(step);
  }
  const left = await distributionPlan(database);
  if (left.length > 0) throw refuse('conflict', `The engine still lacks: ${left.map(describe).join('; ')}.`);
  await database.inTransaction((tx) => tx.rows(sql`drop table if exists distribution_foreign_keys`));
  return steps;
}

const leftFrom = (step: DistributionStep, count: number): string =>
  `The step "${describe(step)}" failed; ${count} steps remain. Run the command again to continue.`;

const describe = ({ step, table, detail }: DistributionStep): string => `${step} ${table} ${detail}`.trim();

const kindOf = (table: string): TableKind['kind'] | undefined => TABLE_KINDS.get(table)?.kind;

const isOfKind =
  (kind: TableKind['kind']) =>
  ({ table }: TableState): boolean =>
    kindOf(table) === kind;

const columnOf = (table: string): string => {
  const kind = TABLE_KINDS.get(table);
  return kind?.kind === 'distributed' ? kind.by : '';
};

/** A local table stays unchanged, unless it refers to a replicated table. In that case, the engine must know it. */
function isAsWanted({ table, kind }: TableState, keys: readonly ForeignKey[]): boolean {
  const wanted = kindOf(table);
  if (wanted !== 'local') return kind === wanted;
  return kind === 'local' || !keys.some((key) => key.table === table && kindOf(key.target) === 'replicated');
}

const stepOf = (step: 'drop foreign key' | 'add foreign key', key: ForeignKey): DistributionStep => ({
  step,
  table: key.table,
  detail: key.name,
  key,
});

/** Unknown tables and unexpected distributions need a human decision. */
function refuseOthers(states: readonly TableState[]): void {
  const unknown = states.filter(({ table }) => !TABLE_KINDS.has(table));
  if (unknown.length > 0)
    throw refuse('conflict', `The schema contains unknown tables: ${unknown.map(({ table }) => table).join(', ')}.`);
  const other = states.filter(({ table, kind, by }) => {
    if (kind === undefined) return false;
    return kind !== kindOf(table) || (kind === 'distributed' && by !== columnOf(table));
  });
  if (other.length > 0)
    throw refuse(
      'conflict',
      `These tables are distributed in another way: ${other.map(({ table }) => table).join(', ')}. Undo that first ` +
        `with undistribute_table().`,
    );
  const groups = new Set(states.filter(({ kind }) => kind === 'distributed').map(({ group }) => group));
  if (groups.size > 1)
    throw refuse('conflict', 'The distributed tables are in several groups. Undo that with undistribute_table().');
}

export async function performStep(tx: Tx, { step, table, detail, key }: DistributionStep): Promise<void> {
  // Other triggers affect only the row being written, so they can stay.
  await tx.rows(sql`select set_config('citus.enable_unsafe_triggers', 'on', true)`);
  if (TABLE_KINDS.has(table)) await dropMoveTriggers(tx, table);
  if (step === 'drop foreign key') return dropForeignKey(tx, key);
  if (step === 'add foreign key') return addForeignKey(tx, key);
  if (step === 'keep local') await tx.rows(sql`select citus_add_local_table_to_metadata(${table}::text::regclass)`);
  if (step === 'replicate') await tx.rows(sql`select create_reference_table(${table}::text::regclass)`);
  if (step === 'distribute')
    await tx.rows(sql`
      select create_distributed_table(${table}::text::regclass, ${detail}::text,
        colocate_with => ${await neighbourOf(tx)}::text)`);
}

/** They are useless here, because snapshots of several servers cannot be compared (storage/batches/moves.ts). */
async function dropMoveTriggers(tx: Tx, table: string): Promise<void> {
  const triggers = await tx.rows<{ name: string }>(sql`
    select tgname as name from pg_trigger
    where tgrelid = ${table}::text::regclass and tgfoid = to_regproc('note_move')`);
  for (const { name } of triggers) await tx.rows(trusted(`drop trigger "${name}" on "${table}"`));
}

/** A table that is already distributed, for colocation with the next one. */
async function neighbourOf(tx: Tx): Promise<string> {
  const states = await stateOfTables(tx);
  return states.find(({ kind }) => kind === 'distributed')?.table ?? 'none';
}

async function dropForeignKey(tx: Tx, key: ForeignKey | undefined): Promise<void> {
  if (key === undefined) return;
  await tx.rows(sql`
    create table if not exists distribution_foreign_keys (
      "table" text not null, name text not null, target text not null, definition text not null,
      primary key ("table", name)
    )`);
  await tx.rows(sql`
    insert into distribution_foreign_keys ("table", name, target, definition)
    values (${key.table}, ${key.name}, ${key.target}, ${key.definition})`);
  await tx.rows(trusted(`alter table "${key.table}" drop constraint "${key.name}"`));
}

async function addForeignKey(tx: Tx, key: ForeignKey | undefined): Promise<void> {
  if (key === undefined) return;
  await tx.rows(trusted(`alter table "${key.table}" add constraint "${key.name}" ${key.definition}`));
  await tx.rows(sql`delete from distribution_foreign_keys where "table" = ${key.table} and name = ${key.name}`);
}
