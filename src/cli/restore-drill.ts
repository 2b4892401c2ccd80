// A restore drill: restores the backup into a scratch database, migrates it, counts the rows, and drops it.
import { join } from 'node:path';
import { BACKUP_FILES, type BackupManifest } from '../backup/backup-files.ts';
import { loadDump } from '../backup/load-dump.ts';
import type { ToolRun } from '../backup/postgres-tool.ts';
import type { Config } from '../start/config.ts';
import type { Database } from '../storage/database.ts';
import { failedAt } from '../storage/failures.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { createAlike } from '../storage/server/create-alike.ts';
import { openPostgres } from '../storage/server/postgres.ts';
import { dropForgotten, scratchName } from '../storage/server/scratch-databases.ts';
import { tableCounts } from '../storage/tables/table-sizes.ts';
import { failureLines } from './failure-lines.ts';
import { moveBackup, withCopy } from './move-backup.ts';
import { inDatabase } from './scratch-url.ts';

/** Returns what the backup held and how long the restore took. On a server the user needs the CREATEDB right. */
export async function restoreIntoScratch(
  config: Config,
  folder: string,
  manifest: BackupManifest,
): Promise<{
  readonly migrated: readonly string[];
  readonly rows: number;
  readonly tables: number;
  readonly seconds: number;
}> {
  const begun = performance.now();
  const counted = await inScratch(config, folder, manifest, async ({ database, migrated }) => ({
    migrated: [...migrated, ...(await migrate(database))],
    counts: await tableCounts(database),
  }));
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const { migrated, counts } = counted;
  return { migrated, tables: counts.length, rows: counts.reduce((sum, { rows }) => sum + rows, 0), seconds };
}

async function inScratch<Result>(
  config: Config,
  folder: string,
  manifest: BackupManifest,
  work: (scratch: Pick<Scratch, 'database' | 'migrated'>) => Promise<Result>,
): Promise<Result> {
  const { database: setting } = config;
  if (setting.kind === 'embedded') return withCopy(folder, (database) => work({ database, migrated: [] }));
  const scratch = await openScratch(config, setting.url, folder, manifest);
  try {
    return await work(scratch);
  } finally {
    await scratch.close();
  }
}

interface Scratch {
  readonly database: Database;
  /** Migrations applied while loading. */
  readonly migrated: readonly string[];
  readonly close: () => Promise<void>;
}

async function openScratch(
  { deadlines, prepareStatements }: Config,
  ownUrl: string,
  folder: string,
  manifest: BackupManifest,
): Promise<Scratch> {
  const now = Date.now();
  const name = scratchName(now);
  const open = (url: string): Database =>
    openPostgres({ url, poolSize: 2, deadlines, prepareStatements, onIdleFailure: () => undefined });
  const server = open(ownUrl);
  const url = inDatabase(ownUrl, name);
  const database = open(url);
  const close = async (): Promise<void> => {
    await database.close();
    await server.script(`drop database if exists ${name} with (force)`).catch((thrown: unknown) => {
      throw failedAt(thrown, `The scratch database ${name} may still exist. Drop it.`);
    });
    await server.close();
  };
  try {
    await dropForgotten(server, now);
    await createAlike(server, name);
    const { silenceMs } = deadlines;
    return { database, migrated: await fill(folder, manifest, { database, url, silenceMs }), close };
  } catch (thrown) {
    await close().catch((left: unknown) => {
      throw failedAt(left, failureLines(thrown).join(' '));
    });
    throw thrown;
  }
}

async function fill(
  folder: string,
  manifest: BackupManifest,
  scratch: ToolRun & { readonly database: Database },
): Promise<readonly string[]> {
  if (manifest.kind === 'embedded') return (await moveBackup(folder, scratch.database)).migrated;
  await loadDump(join(folder, BACKUP_FILES.dump), manifest.made_at, scratch);
  return [];
}
