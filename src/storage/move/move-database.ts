// Moves everything from one database to an empty one of another kind: from embedded storage to a server.
import { refuse } from '../../base/refusal.ts';
import type { Database, Tx } from '../database.ts';
import { failedAt } from '../failures.ts';
import { appliedMigrations } from '../migrations/applied.ts';
import { migrate, schemaState } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migration-files.ts';
import { sql, trusted } from '../sql.ts';
import { tableCounts } from '../tables/table-sizes.ts';
import { copyTable } from './copy-table.ts';
import { notEmpty, requireEmpty } from './empty-database.ts';
import { withoutHindrance } from './without-hindrance.ts';

export interface MoveReport {
  /** The migrations that the source database lacked. */
  readonly migrated: readonly string[];
  readonly tables: number;
  readonly rows: number;
}

/** Receives progress messages. */
export type OnProgress = (line: string) => void;

/** Tables from this size on get a progress message. */
const WORTH_A_LINE = 10_000;

/**
 * Moves everything to `to` in one transaction, so that a failed or killed move leaves it empty. `from` is migrated to
 * this release's schema and must have no other writers. Fails with `conflict` if the target is not empty, privileges
 * are missing, or the source is from a newer release. Returns a report.
 */
export async function moveDatabase(from: Database, to: Database, onProgress: OnProgress): Promise<MoveReport> {
  const migrated = await migrate(from, { isAlone: true });
  await refuseNewer(from);
  let place = 'the beginning';
  const onPlace = (next: string): void => {
    place = next;
  };
  const inOne = async (target: Tx): Promise<Counts> => {
    await requireEmpty(target);
    onPlace('the tables being made');
    await makeSchema(target);
    const moved = await from.inTransaction((source) => moveRows(source, target, onPlace, onProgress), {
      isPatient: true,
    });
    counts = moved;
    return moved;
  };
  let counts: Counts | undefined;
  await to.inTransaction(inOne, { isPatient: true, worksElsewhere: true }).catch(async (thrown: unknown) => {
    if (counts === undefined) throw failedAt(thrown, unmoved(place));
    await requireKept(to, thrown);
  });
  return { migrated, tables: counts?.length ?? 0, rows: rowsIn(counts ?? []) };
}

const unmoved = (place: string): string =>
  `The move failed at ${place}. Nothing was kept, and the backup is unchanged. Run the command again.`;

/** If the response to the commit was lost, asks the server whether it took place. */
async function requireKept(to: Database, thrown: unknown): Promise<void> {
  const state = await schemaState(to).catch(() => undefined);
  if (state === 'current') return;
  if (state === 'empty') throw failedAt(thrown, unmoved('its very end'));
  throw failedAt(
    thrown,
    'Everything was sent, but the server did not confirm it. Run the command again. If it says that the database ' +
      'is not empty, everything was moved except the images, which are in the backup.',
  );
}

type Counts = Awaited<ReturnType<typeof tableCounts>>;

const rowsIn = (counts: Counts): number => counts.reduce((sum, { rows }) => sum + rows, 0);

/** A newer release may only add things and run alongside, but its additions have no place in this schema. */
async function refuseNewer(from: Database): Promise<void> {
  const known = new Set(migrations().map(({ version }) => version));
  if ((await appliedMigrations(from)).every(({ version }) => known.has(version))) return;
  throw refuse('conflict', 'The backup is from a newer release of Cairn. Use the command of that release.');
}

/** Does everything in this transaction, so that it never fills tables that another process is creating. */
async function makeSchema(tx: Tx): Promise<void> {
  const known = migrations();
  const made = await migrate({ ...tx, inTransaction: (work) => work(tx) }, { known });
  if (made.length !== known.length) throw notEmpty();
}

async function moveRows(source: Tx, target: Tx, onPlace: OnProgress, onProgress: OnProgress): Promise<Counts> {
  const counts = await tableCounts(source);
  onProgress(`${rowsIn(counts)} rows of ${counts.length} tables`);
  await withoutHindrance(target, async () => {
    for (const [index, { table, rows }] of counts.entries()) {
      onPlace(`the table ${table}, ${index + 1} of ${counts.length}`);
      await copyTable(source, target, table);
      if (rows >= WORTH_A_LINE) onProgress(`${table}: ${rows} rows`);
    }
    onPlace('the foreign keys, after all rows');
  });
  onPlace('the count of what had arrived');
  await moveSequences(source, target);
  requireSame(counts, await tableCounts(target));
  // Without statistics, a planner assumes that every table is small.
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
  const differences = other.map(
    ({ table, rows }) => `${table} (${rows} in the backup, ${arrived.get(table) ?? 0} arrived)`,
  );
  throw refuse('conflict', `Not every row arrived, so nothing was kept: ${differences.join(', ')}.`);
}
