// `cairn backup`: everything the service keeps, at one moment, in a new folder: the database and the images.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { refuse } from '../base/refusal.ts';
import type { Config } from '../config.ts';
import { RELEASE } from '../release.ts';
import { openEmbedded } from '../storage/embedded.ts';
import { noteBackup } from '../storage/last-backup.ts';
import { schemaState } from '../storage/migrate.ts';
import { BACKUP_FILES, type BackupManifest, checksumOf, databaseFile } from './backup-files.ts';
import { type CommonOptions, onDatabase, report } from './command-context.ts';
import { JSON_OPTION } from './options.ts';
import { runPostgresTool } from './postgres-tool.ts';

export const backupCommand = (): Command =>
  new Command('backup')
    .description('write the database and the images to a new folder')
    .argument('<folder>', 'a folder that does not exist yet')
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nAn embedded database is backed up while the service is stopped; a PostgreSQL server by pg_dump, at any ' +
        'time.\nImages in a bucket stay there: the bucket has versions and copies of its own.\n\nExample:\n  cairn ' +
        'backup ./backups/2026-11-20',
    )
    .action((folder: string, options: CommonOptions) => report(options, (config) => backUp(config, folder)));

/** Answers where it went. Refuses with `conflict` a folder that holds something. */
async function backUp(config: Config, folder: string): Promise<object> {
  if (await holdsSomething(folder)) throw refuse('conflict', `${folder} is not empty. Name a new folder.`);
  const wasThere = existsSync(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await writeBackup(config, folder);
  } catch (thrown) {
    await removeAttempt(folder, wasThere);
    throw thrown;
  }
}

/** Half a backup would be taken for one, and stand in the way of the next attempt. */
async function removeAttempt(folder: string, wasThere: boolean): Promise<void> {
  if (!wasThere) return rm(folder, { recursive: true, force: true });
  for (const file of await readdir(folder)) await rm(join(folder, file), { recursive: true, force: true });
}

async function writeBackup(config: Config, folder: string): Promise<object> {
  const { database } = config;
  if (database.kind === 'embedded') await dumpEmbedded(database.folder, folder);
  else await dumpServer(config, database.url, folder);
  const hasImages = !config.assets.startsWith('s3://') && (await holdsSomething(config.assets));
  if (hasImages) await cp(config.assets, join(folder, BACKUP_FILES.images), { recursive: true });
  const manifest: BackupManifest = {
    cairn: 1,
    kind: database.kind,
    release: RELEASE,
    made_at: new Date().toISOString(),
    images: hasImages,
    sha256: await checksumOf(join(folder, databaseFile(database.kind))),
  };
  await writeFile(join(folder, BACKUP_FILES.manifest), `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, ...manifest };
}

async function dumpServer(config: Config, url: string, folder: string): Promise<void> {
  await runPostgresTool('pg_dump', ['--format=custom', `--file=${join(folder, BACKUP_FILES.dump)}`], url);
  // A server that may only be read is backed up all the same; then nobody is told the age.
  await onDatabase(config, ({ database, now }) => noteBackup(database, new Date(now))).catch(() => undefined);
}

async function dumpEmbedded(from: string, folder: string): Promise<void> {
  if (!(await holdsSomething(from))) throw refuse('not-found', `There is no embedded database in ${from}.`);
  const database = await openEmbedded(from);
  try {
    if ((await schemaState(database)) === 'empty') throw refuse('not-found', `The database in ${from} is empty.`);
    const dump = await database.dump();
    await writeFile(join(folder, BACKUP_FILES.embedded), dump.stream());
    await noteBackup(database, new Date());
  } finally {
    await database.close();
  }
}

/** True for a folder with anything in it. */
export async function holdsSomething(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found !== undefined && (!found.isDirectory() || (await readdir(folder)).length > 0);
}
