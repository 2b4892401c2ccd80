// A restore for practice: the backup into a scratch database, migrated and counted, and thrown away. A backup that was
// never restored is a hope.
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { BACKUP_FILES, type BackupManifest } from '../backup/backup-files.ts';
import { runPostgresTool } from '../backup/postgres-tool.ts';
import type { Config } from '../start/config.ts';
import type { Database } from '../storage/database.ts';
import { IN_MEMORY, openEmbedded } from '../storage/embedded/embedded.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { openPostgres } from '../storage/server/postgres.ts';
import { tableCounts } from '../storage/tables/table-sizes.ts';
import { moveBackup } from './move-backup.ts';
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
  { database: setting }: Config,
  folder: string,
  kind: BackupManifest['kind'],
): Promise<Scratch> {
  if (setting.kind === 'embedded') {
    const database = await openEmbedded(IN_MEMORY, await openAsBlob(join(folder, BACKUP_FILES.embedded)));
    return { database, migrated: [], close: () => database.close() };
  }
  const name = `cairn_restore_check_${Date.now().toString(36)}`;
  const server = openPostgres({ url: setting.url, poolSize: 1, onIdleFailure: () => undefined });
  const url = inDatabase(setting.url, name);
  const database = openPostgres({ url, poolSize: 2, onIdleFailure: () => undefined });
  const close = async (): Promise<void> => {
    await database.close();
    await server.script(`drop database if exists ${name}`);
    await server.close();
  };
  try {
    await server.script(`create database ${name}`);
    return { database, migrated: await fill(database, url, folder, kind), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function fill(
  database: Database,
  url: string,
  folder: string,
  kind: BackupManifest['kind'],
): Promise<readonly string[]> {
  if (kind === 'embedded') return (await moveBackup(folder, database)).migrated;
  await runPostgresTool('pg_restore', ['--no-owner', '--single-transaction', join(folder, BACKUP_FILES.dump)], url);
  return [];
}
