// A restore onto a PostgreSQL server: a server's own backup by pg_restore, that of an embedded database row by row.
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
  /** Called once the database is known to be empty, and before anything is there. */
  readonly bringImages: () => Promise<void>;
}

/** Answers the migrations that were applied, and of an embedded database also how much was moved. */
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

/** It was loaded in one transaction, so it is whole before this, and stays where this fails. */
const migrateServer = (config: Config, host: Host): Promise<string[]> =>
  onDatabase(config, host, ({ database }) => migrate(database)).catch((thrown: unknown) => {
    const why = failureLines(thrown).join(' ');
    throw refuse(
      'conflict',
      `The backup is restored, but not migrated to this release: "cairn migrate" does it. ${why}`,
    );
  });
