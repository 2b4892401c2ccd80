// A restore for practice: the backup into a scratch database, migrated and counted, and thrown away. A backup that was
// never restored is a hope.
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { BACKUP_FILES } from '../backup/backup-files.ts';
import { runPostgresTool } from '../backup/postgres-tool.ts';
import type { Config } from '../start/config.ts';
import type { Database } from '../storage/database.ts';
import { IN_MEMORY, openEmbedded } from '../storage/embedded/embedded.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { openPostgres } from '../storage/server/postgres.ts';
import { tableCounts } from '../storage/tables/table-sizes.ts';
import { inDatabase } from './scratch-url.ts';

/** What was in it, and how long that took. On a server the user needs the right to create databases. */
export async function restoreIntoScratch(
  config: Config,
  folder: string,
): Promise<{
  readonly migrated: readonly string[];
  readonly rows: number;
  readonly tables: number;
  readonly seconds: number;
}> {
  const begun = performance.now();
  const scratch = await openScratch(config, folder);
  try {
    const migrated = await migrate(scratch.database);
    const counts = await tableCounts(scratch.database);
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    return { migrated, tables: counts.length, rows: counts.reduce((sum, { rows }) => sum + rows, 0), seconds };
  } finally {
    await scratch.close();
  }
}

interface Scratch {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

async function openScratch({ database: setting }: Config, folder: string): Promise<Scratch> {
  if (setting.kind === 'embedded') {
    const database = await openEmbedded(IN_MEMORY, await openAsBlob(join(folder, BACKUP_FILES.embedded)));
    return { database, close: () => database.close() };
  }
  const name = `cairn_restore_check_${Date.now().toString(36)}`;
  const server = openPostgres({ url: setting.url, poolSize: 1, onIdleFailure: () => undefined });
  const url = inDatabase(setting.url, name);
  const remove = async (): Promise<void> => {
    await server.script(`drop database if exists ${name}`);
    await server.close();
  };
  try {
    await server.script(`create database ${name}`);
    await runPostgresTool('pg_restore', ['--no-owner', '--single-transaction', join(folder, BACKUP_FILES.dump)], url);
  } catch (thrown) {
    await remove();
    throw thrown;
  }
  const database = openPostgres({ url, poolSize: 2, onIdleFailure: () => undefined });
  return { database, close: () => database.close().then(remove) };
}
