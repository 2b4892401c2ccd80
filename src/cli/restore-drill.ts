// A restore for practice: the backup into a scratch database, migrated and counted, and thrown away. A backup that was
// never restored is a hope.
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { BACKUP_FILES, type BackupManifest } from '../backup/backup-files.ts';
import type { ToolRun } from '../backup/postgres-tool.ts';
import type { Config } from '../start/config.ts';
import type { Database } from '../storage/database.ts';
import { IN_MEMORY, openEmbedded } from '../storage/embedded/embedded.ts';
import { failedAt } from '../storage/failures.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { openPostgres } from '../storage/server/postgres.ts';
import { tableCounts } from '../storage/tables/table-sizes.ts';
import { failureLines } from './failure-lines.ts';
import { moveBackup } from './move-backup.ts';
import { loadFrom } from './restore-onto-server.ts';
import { inDatabase } from './scratch-url.ts';

/** What was in it, and how long that took. On a server the user needs the right to create databases. */
export async function restoreIntoScratch(
  config: Config,
  folder: string,
  kind: BackupManifest['kind'],
): Promise<{
  readonly migrated: readonly string[];
  readonly rows: number;
  readonly tables: number;
  readonly seconds: number;
}> {
  const begun = performance.now();
  const scratch = await openScratch(config, folder, kind);
  try {
    const migrated = [...scratch.migrated, ...(await migrate(scratch.database))];
    const counts = await tableCounts(scratch.database);
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    return { migrated, tables: counts.length, rows: counts.reduce((sum, { rows }) => sum + rows, 0), seconds };
  } finally {
    await scratch.close();
  }
}

interface Scratch {
  readonly database: Database;
  /** What bringing it there has applied. */
  readonly migrated: readonly string[];
  readonly close: () => Promise<void>;
}

async function openScratch(
  { database: setting, deadlines, prepareStatements }: Config,
  folder: string,
  kind: BackupManifest['kind'],
): Promise<Scratch> {
  if (setting.kind === 'embedded') {
    const database = await openEmbedded(IN_MEMORY, await openAsBlob(join(folder, BACKUP_FILES.embedded)));
    return { database, migrated: [], close: () => database.close() };
  }
  const name = `cairn_restore_check_${Date.now().toString(36)}`;
  const open = (url: string): Database =>
    openPostgres({ url, poolSize: 2, deadlines, prepareStatements, onIdleFailure: () => undefined });
  const server = open(setting.url);
  const url = inDatabase(setting.url, name);
  const database = open(url);
  const close = async (): Promise<void> => {
    await database.close();
    await server.script(`drop database if exists ${name} with (force)`).catch((thrown: unknown) => {
      throw failedAt(thrown, `The database ${name}, which was made to try the backup in, may be left: drop it.`);
    });
    await server.close();
  };
  try {
    await server.script(`create database ${name}`);
    const { silenceMs } = deadlines;
    return { database, migrated: await fill(folder, kind, { database, url, silenceMs }), close };
  } catch (thrown) {
    await close().catch((left: unknown) => {
      throw failedAt(left, failureLines(thrown).join(' '));
    });
    throw thrown;
  }
}

async function fill(
  folder: string,
  kind: BackupManifest['kind'],
  scratch: ToolRun & { readonly database: Database },
): Promise<readonly string[]> {
  if (kind === 'embedded') return (await moveBackup(folder, scratch.database)).migrated;
  await loadFrom(folder, scratch);
  return [];
}
