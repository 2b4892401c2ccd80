// Upgrades a database to this release's schema: forward only, each migration in its own transaction, one process at a
// time. Rejects a database that only a newer release can serve.
import { refuse } from '../../base/refusal.ts';
import type { AppliedMigration } from '../applied-migration.ts';
import type { Database, Db, Tx } from '../database.ts';
import { failedAt } from '../failures.ts';
import { sql, trusted } from '../sql.ts';
import { appliedMigrations, openRecord, recordApplied } from './applied.ts';
import { changeTables, waitBriefly } from './change-tables.ts';
import { refuseUnfit } from './database-fitness.ts';
import { type Migration, migrations, statementsOf, titleOf } from './migration-files.ts';
import { changedOf, isContracting, missingOf, type SchemaState, schemaStateOf } from './schema-state.ts';

/** An arbitrary number for the advisory lock on this database. */
export const MIGRATION_LOCK = 20_261_120;

/** The database, or a transaction that includes all of its transactions. */
export type MigrationTarget = Db & Pick<Database, 'inTransaction'>;

export interface MigrateOptions {
  /** True if no process of an earlier release is running, so that contracting migrations may run. */
  readonly isAlone?: boolean;
  /** This release's migrations, except in tests. */
  readonly known?: readonly Migration[];
}

/** Reads the state without changing anything. */
export const schemaState = async (database: Database, known = migrations()): Promise<SchemaState> =>
  schemaStateOf(await appliedMigrations(database), known);

/**
 * Applies missing migrations and returns their names. Several processes may call it at the same time; each waits for
 * the one before. Contracting migrations wait for `isAlone`, except on an empty database. Fails with `conflict` if only
 * a newer release can serve the database, an applied file has changed, or tables cannot be created; with `not-ready` if
 * a table stays locked.
 */
export async function migrate(database: MigrationTarget, options: MigrateOptions = {}): Promise<string[]> {
  const { isAlone = false, known = migrations() } = options;
  const applied = await appliedMigrations(database);
  refuseForeign(applied, known);
  const mayContract = isAlone || applied.length === 0;
  const due = missingOf(applied, known).filter((migration) => mayContract || !isContracting(migration));
  if (due.length > 0) await refuseUnfit(database);
  const done: string[] = [];
  for (const migration of due) {
    const isOurs = await changeTables(database, (tx) => applyOne(tx, migration, known)).catch((thrown: unknown) => {
      throw failedAt(thrown, `Migration ${titleOf(migration)} was not applied, nor any after it. Migrate again.`);
    });
    if (isOurs) done.push(titleOf(migration));
  }
  return done;
}

/** Missing contracting migrations, which wait until no process of an earlier release is running. */
export const waitingMigrations = async (database: Database, known = migrations()): Promise<readonly Migration[]> =>
  missingOf(await appliedMigrations(database), known).filter(isContracting);

async function applyOne(patient: Tx, migration: Migration, known: readonly Migration[]): Promise<boolean> {
  await patient.rows(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const tx = await waitBriefly(patient);
  await openRecord(tx);
  const applied = await appliedMigrations(tx);
  refuseForeign(applied, known);
  if (applied.some(({ version }) => version === migration.version)) return false;
  for (const statement of statementsOf(migration.text)) await tx.rows(trusted(statement));
  await recordApplied(tx, migration);
  return true;
}

function refuseForeign(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const state = schemaStateOf(applied, known);
  if (state === 'newer')
    throw refuse(
      'conflict',
      'The database was migrated by a newer release of Cairn. Start that release, or restore an earlier backup.',
    );
  const changed = changedOf(applied, known);
  if (changed === undefined) return;
  throw refuse(
    'conflict',
    `Migration ${changed.version} (${changed.name}) differs from the one this database was built with. Start ` +
      `the release that built it, or restore a backup.`,
  );
}
