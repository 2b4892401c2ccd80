// Restores onto a PostgreSQL server: server backups with pg_restore, embedded ones row by row.
import { join } from 'node:path';
import { BACKUP_FILES, type BackupManifest } from '../backup/backup-files.ts';
import { loadDump } from '../backup/load-dump.ts';
import { refuse } from '../base/refusal.ts';
import type { Config } from '../start/config.ts';
import { migrate, schemaState } from '../storage/migrations/migrate.ts';
import { requireEmpty } from '../storage/move/empty-database.ts';
import { onDatabase } from './command-context.ts';
import { failureLines } from './failure-lines.ts';
import type { Host } from './host.ts';
import { moveBackup } from './move-backup.ts';

export interface ServerRestore {
  readonly config: Config;
  readonly host: Host;
  readonly url: string;
  readonly folder: string;
  readonly manifest: BackupManifest;
  /** Called after the database was found empty and before anything is written to it. */
  readonly bringImages: () => Promise<void>;
}

/** Returns the migrations that were applied and, for an embedded backup, how much data was moved. */
export const loadServer = (work: ServerRestore): Promise<object> =>
  work.manifest.kind === 'embedded' ? moveEmbedded(work) : loadOwn(work);

const moveEmbedded = ({ config, host, folder, bringImages }: ServerRestore): Promise<object> =>
  onDatabase(config, host, async ({ database, note }) => {
    await requireEmpty(database);
    await bringImages();
    return { ...(await moveBackup(folder, database, note)), moved_to: 'postgres' };
  });

async function loadOwn({ config, host, url, folder, manifest, bringImages }: ServerRestore): Promise<object> {
  const state = await onDatabase(config, host, ({ database }) => schemaState(database));
  if (state !== 'empty')
    throw refuse(
      'conflict',
      'The database has a schema already. Create an empty one and name it in CAIRN_DATABASE_URL.',
    );
  await bringImages();
  const { silenceMs } = config.deadlines;
  await onDatabase(config, host, ({ database }) =>
    loadDump(join(folder, BACKUP_FILES.dump), manifest.made_at, { url, database, silenceMs }),
  );
  return { migrated: await migrateServer(config, host) };
}

/** The load is a single transaction, so the restore is complete even if a migration fails afterwards. */
const migrateServer = (config: Config, host: Host): Promise<string[]> =>
  onDatabase(config, host, ({ database }) => migrate(database)).catch((thrown: unknown) => {
    const why = failureLines(thrown).join(' ');
    throw refuse('conflict', `The backup is restored but not migrated to this release. Run "cairn migrate". ${why}`);
  });
