// Moves everything that one database holds into an empty one of another kind: from the embedded database onto a server.
import { refuse } from '../../base/refusal.ts';
import type { Database, Tx } from '../database.ts';
import { appliedMigrations } from '../migrations/applied.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migration-files.ts';
import { sql, trusted } from '../sql.ts';
import { tableCounts } from '../tables/table-sizes.ts';
import { copyTable } from './copy-table.ts';
import { notEmpty, requireRoom } from './require-room.ts';
import { withoutHindrance } from './without-hindrance.ts';

export interface Moved {
  /** The migrations that what was moved had lacked. */
  readonly migrated: readonly string[];
  readonly tables: number;
  readonly rows: number;
}

/** Told how far the work has come. */
export type OnProgress = (line: string) => void;

/** A table with so many rows or more is worth a line of its own. */
const WORTH_A_LINE = 10_000;

/**
 * Answers what was moved, once `to` holds all of it: in one transaction, so that a move that fails or is killed leaves
 * `to` as empty as it was. `from` is brought to this release's schema, and nobody else may write to it. Refuses with
 * `conflict` a database that is not empty, one where the user lacks a right, and what a newer release has made.
 */
export async function moveDatabase(from: Database, to: Database, onProgress: OnProgress): Promise<Moved> {
  const migrated = await migrate(from, { isAlone: true });
  await refuseNewer(from);
  const counts = await to.inTransaction(
    async (target) => {
      await requireRoom(target);
      await makeSchema(target);
      return from.inTransaction((source) => moveRows(source, target, onProgress), { isPatient: true });
    },
    { isPatient: true },
  );
  return { migrated, tables: counts.length, rows: rowsIn(counts) };
}

type Counts = Awaited<ReturnType<typeof tableCounts>>;

const rowsIn = (counts: Counts): number => counts.reduce((sum, { rows }) => sum + rows, 0);

/** A release that only adds is served beside, but what it added has no place in the schema of this one. */
async function refuseNewer(from: Database): Promise<void> {
  const known = new Set(migrations().map(({ version }) => version));
  if ((await appliedMigrations(from)).every(({ version }) => known.has(version))) return;
  throw refuse('conflict', 'The backup is of a newer release of Cairn. Use the command of that release.');
}

/** All of it by this transaction: what another process makes at the same moment is not ours to fill. */
async function makeSchema(tx: Tx): Promise<void> {
  const known = migrations();
  const made = await migrate({ ...tx, inTransaction: (work) => work(tx) }, { known });
  if (made.length !== known.length) throw notEmpty();
}

async function moveRows(source: Tx, target: Tx, onProgress: OnProgress): Promise<Counts> {
  const counts = await tableCounts(source);
  onProgress(`${rowsIn(counts)} rows of ${counts.length} tables`);
  await withoutHindrance(target, async () => {
    for (const { table, rows } of counts) {
      await copyTable(source, target, table);
      if (rows >= WORTH_A_LINE) onProgress(`${table}: ${rows} rows`);
    }
  });
  await moveSequences(source, target);
  requireSame(counts, await tableCounts(target));
  // Until there are statistics, a planner takes every table for a small one.
  await target.rows(trusted(`analyze ${counts.map(({ table }) => table).join(', ')}`));
  return counts;
}

async function moveSequences(source: Tx, target: Tx): Promise<void> {
  const sequences = await source.rows<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace`);
  for (const { name } of sequences) {
    const at = await source.row<{ last: string; called: boolean }>(sql`
      select last_value::text as last, is_called as called from ${trusted(name)}`);
    await target.rows(sql`select setval(${name}::text::regclass, ${at?.last}::bigint, ${at?.called}::boolean)`);
  }
}

function requireSame(source: Counts, target: Counts): void {
  const arrived = new Map(target.map(({ table, rows }) => [table, rows]));
  const other = source.filter(({ table, rows }) => arrived.get(table) !== rows);
  if (other.length === 0) return;
  const told = other.map(({ table, rows }) => `${table} (${rows} in the backup, ${arrived.get(table) ?? 0} arrived)`);
  throw refuse('conflict', `Not every row arrived, so nothing was kept: ${told.join(', ')}.`);
}
