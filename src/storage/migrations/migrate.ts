// Brings a database to this release's schema: forward only, each migration in a transaction of its own, one process
// at a time. A database that only a newer release can serve is left alone.
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

/** Any number that no other program uses for its advisory lock on this database. */
export const MIGRATION_LOCK = 20_261_120;

/** The database, or a transaction that all of its transactions are a part of. */
export type MigrationTarget = Db & Pick<Database, 'inTransaction'>;

export interface MigrateOptions {
  /** No process of an earlier release is left: what only such a process needs is taken away too. */
  readonly isAlone?: boolean;
  /** This release's, unless a test brings others. */
  readonly known?: readonly Migration[];
}

/** Reads the state without changing anything. */
export const schemaState = async (database: Database, known = migrations()): Promise<SchemaState> =>
  schemaStateOf(await appliedMigrations(database), known);

/**
 * Applies what is missing and answers the names applied. Several processes may call it at once: they wait for each
 * other. Contracting migrations wait for `isAlone`; on an empty database nobody is there to wait for. Refuses with
 * `conflict` when only a newer release can serve the database, when an applied file was changed, or when tables cannot
 * be made in it, and with `not-ready` when a table stays locked.
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
      throw failedAt(thrown, `Migration ${titleOf(migration)} was not applied, and none after it: migrate again.`);
    });
    if (isOurs) done.push(titleOf(migration));
  }
  return done;
}

/** Contracting migrations that the database lacks: they wait until no process of an earlier release is left. */
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
      'The database was migrated by a newer release of Cairn. Start that release, or restore a backup of before.',
    );
  const changed = changedOf(applied, known);
  if (changed === undefined) return;
  throw refuse(
    'conflict',
    `Migration ${changed.version} (${changed.name}) differs from the one this database was built with. Start ` +
      `the release that built it, or restore a backup.`,
  );
}
