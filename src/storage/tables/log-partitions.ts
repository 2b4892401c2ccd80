// Partitions the logs of large installations by month, so that old entries are dropped with their partition, which
// costs nothing. This happens only at an operator's request (`cairn partition`). Rows are placed by id: UUIDv7 starts
// with 48 bits of milliseconds (RFC 9562, 5.7), so keys do not change.
import { DAY_MS } from '../../base/clock.ts';
import { firstIdOf } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import type { Database, Db, Tx } from '../database.ts';
import { failedAt } from '../failures.ts';
import { changeTables, waitBriefly } from '../migrations/change-tables.ts';
import { trusted } from '../sql.ts';
import { boundOf, fittingsOf, type LogState, logStates, triggersOf } from './log-partition-state.ts';

/** Partitions are created this many months ahead. */
const MONTHS_AHEAD = 3;
/** Maximum time to scan a whole log before it is cut. */
const MAX_SCAN_MS = DAY_MS;
/** A cut this close belongs to a failed division. Once its time has passed, the log would accept no more rows. */
const NEAR_MS = MAX_SCAN_MS / 2;

export interface PartitionStep {
  /** `divide`: the table becomes the first partition of a new table with its name. */
  readonly step: 'divide' | 'add month';
  readonly table: string;
  /** For `divide`, the exclusive upper bound of the partition; for `add month`, the month as `2026-12`. */
  readonly detail: string;
  readonly month: Date;
}

/** The remaining steps in order. `now` is in milliseconds since the epoch. */
export async function partitionPlan(db: Db, now: number): Promise<readonly PartitionStep[]> {
  const states = await logStates(db);
  const others = states.filter(({ kind }) => kind === 'other');
  if (others.length > 0)
    throw refuse(
      'conflict',
      `Partitioned in another way: ${others.map(({ table }) => table).join(', ')}. Nothing was done.`,
    );
  return states.flatMap((state) =>
    state.kind === 'whole' ? [dividing(state, now), ...adding(state, now)] : adding(state, now),
  );
}

/** Carries out the remaining steps and returns them. `onStep` is called after each one. */
export async function partitionLogs(
  database: Database,
  now: number,
  onStep: (step: PartitionStep) => void = () => undefined,
): Promise<readonly PartitionStep[]> {
  const steps = await partitionPlan(database, now);
  for (const step of steps) {
    await (step.step === 'divide' ? divide(database, step) : addMonth(database, step)).catch((thrown: unknown) => {
      const what = `${step.step} ${step.table} ${step.detail}`;
      throw failedAt(thrown, `The step "${what}" failed. Run the command again to continue.`);
    });
    onStep(step);
  }
  return steps;
}

/**
 * Adds upcoming months to partitioned logs, and removes remains of failed divisions from others. Returns the number of
 * months added.
 */
export async function addMonths(database: Database, now: number): Promise<number> {
  const states = await logStates(database);
  const near = firstIdOf(new Date(now + NEAR_MS));
  for (const { table, kind, cut } of states)
    if (kind === 'whole' && cut !== undefined && cut <= near) await dropBound(database, table);
  const divided = states.filter(({ kind }) => kind === 'divided');
  const steps = divided.flatMap((state) => adding(state, now));
  for (const step of steps) await addMonth(database, step);
  return steps.length;
}

/**
 * Drops the partitions with only entries from before that time (milliseconds). Returns the approximate number of
 * entries, or undefined if the log is not partitioned.
 */
export async function dropMonths(database: Database, table: string, before: number): Promise<number | undefined> {
  const state = (await logStates(database)).find((log) => log.table === table);
  if (state?.kind !== 'divided') return undefined;
  const over = state.partitions.filter(({ until }) => until !== undefined && until <= firstIdOf(new Date(before)));
  for (const { name } of over) {
    await changeTables(database, async (tx) => {
      await runAll(await waitBriefly(tx), [`drop table if exists "${name}"`]);
    });
  }
  return over.reduce((sum, { rows }) => sum + rows, 0);
}

const monthOf = (now: number, ahead: number): Date => {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead));
};

const nameOf = (month: Date): string => month.toISOString().slice(0, 7);

/** Existing rows, including this month's, stay together. The cut is after a month that can't end during the scan. */
const firstCut = (now: number): Date => monthOf(now + MAX_SCAN_MS, 1);

const dividing = ({ table }: LogState, now: number): PartitionStep => {
  const month = firstCut(now);
  return { step: 'divide', table, detail: month.toISOString(), month };
};

const adding = ({ table, kind, partitions }: LogState, now: number): PartitionStep[] => {
  const ends = kind === 'whole' ? [firstIdOf(firstCut(now))] : partitions.map(({ until }) => until ?? '');
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => monthOf(now, ahead))
    .filter((month) => ends.every((end) => end <= firstIdOf(month)))
    .map((month) => ({ step: 'add month', table, detail: nameOf(month), month }));
};

/** Rows are scanned while others write, so the table is locked only briefly. */
async function divide(database: Database, step: PartitionStep): Promise<void> {
  const { table, month } = step;
  const [bound, whole, until] = [boundOf(table), `${table}_before_${suffixOf(month)}`, firstIdOf(month)];
  await whileLeft(database, step, (tx) =>
    runAll(tx, [
      `alter table "${table}" drop constraint if exists "${bound}"`,
      `alter table "${table}" add constraint "${bound}" check (entry_id < '${until}') not valid`,
    ]),
  );
  await whileLeft(database, step, (tx) => runAll(tx, [`alter table "${table}" validate constraint "${bound}"`]));
  await whileLeft(database, step, async (tx) => {
    const { indexes, statements } = await fittingsOf(tx, table);
    await runAll(tx, [
      `alter table "${table}" rename to "${whole}"`,
      ...indexes.map((index) => `alter index "${index}" rename to "${index}_before_${suffixOf(month)}"`),
      `create table "${table}" (like "${whole}" including defaults including constraints including storage)
        partition by range (entry_id)`,
      `alter table "${table}" drop constraint "${bound}"`,
      ...statements,
      `alter table "${table}" attach partition "${whole}" for values from (minvalue) to ('${until}')`,
      `alter table "${whole}" drop constraint "${bound}"`,
    ]);
  });
}

const dropBound = (database: Database, table: string): Promise<void> =>
  changeTables(database, async (tx) => {
    await runAll(await waitBriefly(tx), [`alter table "${table}" drop constraint if exists "${boundOf(table)}"`]);
  });

/** The partition is created separately and then attached, which blocks no one. */
async function addMonth(database: Database, step: PartitionStep): Promise<void> {
  const { table, month } = step;
  const [name, end] = [partitionOf(step), monthOf(month.getTime(), 1)];
  await whileLeft(database, step, async (tx) => {
    const triggers = await triggersOf(tx, table);
    await runAll(tx, [
      `create table "${name}"
        (like "${table}" including defaults including constraints including indexes including storage)`,
      `alter table "${table}" attach partition "${name}"
        for values from ('${firstIdOf(month)}') to ('${firstIdOf(end)}')`,
      ...triggers.map((trigger) => trigger.replace(/ ON \S+ /, ` ON "${name}" `)),
    ]);
  });
}

const suffixOf = (month: Date): string => nameOf(month).replace('-', '_');

const partitionOf = ({ table, month }: PartitionStep): string => `${table}_${suffixOf(month)}`;

/** Runs `work` unless another process has done the step. Concurrent work on the same log waits. */
const whileLeft = (database: Database, step: PartitionStep, work: (tx: Tx) => Promise<void>): Promise<void> =>
  changeTables(database, async (patient) => {
    const tx = await waitBriefly(patient);
    await runAll(tx, [`lock table "${step.table}" in share update exclusive mode`]);
    const state = (await logStates(tx)).find(({ table }) => table === step.table);
    const isLeft =
      step.step === 'divide'
        ? state?.kind === 'whole'
        : state?.kind === 'divided' && state.partitions.every(({ name }) => name !== partitionOf(step));
    if (isLeft) await work(tx);
  });

async function runAll(tx: Tx, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await tx.rows(trusted(statement));
}
