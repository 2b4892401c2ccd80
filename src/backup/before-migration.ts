// A backup of embedded storage before its schema changes, because the previous release cannot read the new schema.
import { join } from 'node:path';
import { failureSentence, refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import type { Database } from '../storage/database.ts';
import { IN_MEMORY } from '../storage/embedded/connection.ts';
import { appliedMigrations } from '../storage/migrations/applied.ts';
import type { Migration } from '../storage/migrations/migration-files.ts';
import { missingOf } from '../storage/migrations/schema-state.ts';
import type { StorageSetting } from '../storage/open-database.ts';
import { keepBackup } from './backups.ts';

/** In the data folder. Its backups contain only the database, because migrations do not change images. */
export const BEFORE_MIGRATION = 'before-migration';
const KEEP = 2;

export interface MigrationBackup {
  readonly storage: StorageSetting['database'];
  readonly database: Database;
  readonly known: readonly Migration[];
  readonly release: string;
  readonly now: Date;
}

/**
 * Returns the folder of the backup; undefined if there is nothing to migrate, or if the storage is a server. Fails with
 * `conflict` if no backup can be written, so that nothing is migrated without one.
 */
export async function backUpBeforeMigration(options: MigrationBackup): Promise<string | undefined> {
  const { storage, database, known, release, now } = options;
  if (storage.kind !== 'embedded' || storage.folder === IN_MEMORY) return undefined;
  const applied = await appliedMigrations(database);
  if (applied.length === 0 || missingOf(applied, known).length === 0) return undefined;
  const folder = join(storage.folder, BEFORE_MIGRATION);
  const source = { storage, silenceMs: 0, database: () => database, assets: undefined, release };
  const { name } = await keepBackup({ folder, keep: KEEP, source, now }).catch((thrown: unknown) => {
    throw refuse(
      'conflict',
      t(
        'The database was not migrated, because it could not be backed up before: {reason} Free space in {folder}, ' +
          'or start the previous release again.',
        { reason: failureSentence(thrown), folder },
      ),
    );
  });
  return join(folder, name);
}
