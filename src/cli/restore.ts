// What `cairn restore` does: a backup into an empty place, of the storage that the configuration names.
import { existsSync, openAsBlob } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BACKUP_FILES,
  type BackupManifest,
  checksumOf,
  databaseFile,
  holdsSomething,
  readManifest,
} from '../backup/backup-files.ts';
import { runPostgresTool } from '../backup/postgres-tool.ts';
import { refuse } from '../base/refusal.ts';
import type { Config } from '../start/config.ts';
import { copyFolder } from '../storage/copy-folder.ts';
import { openEmbedded } from '../storage/embedded/embedded.ts';
import { lockFolder } from '../storage/embedded/folder-lock.ts';
import { migrate, schemaState } from '../storage/migrations/migrate.ts';
import { reachDisk } from '../storage/reach-disk.ts';
import { onDatabase } from './command-context.ts';
import { failureLines } from './failure-lines.ts';
import type { Host } from './host.ts';
import { naming } from './put-in-place.ts';
import { removeAttempt } from './remove-attempt.ts';
import { restoreIntoScratch } from './restore-drill.ts';

/** Answers what a restore would bring back, after doing it elsewhere. Refuses as a restore does. */
export async function drill(config: Config, folder: string): Promise<object> {
  const manifest = await readWhole(config, folder);
  return { ...manifest, checked: true, ...(await restoreIntoScratch(config, folder)) };
}

/** Refuses a folder that is no whole backup, and one of the other storage. */
async function readWhole({ database }: Config, folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  if (manifest.kind !== database.kind)
    throw refuse(
      'conflict',
      `The backup is of ${manifest.kind} storage, but CAIRN_DATABASE_URL names ${database.kind} storage.`,
    );
  await requireWhole(manifest, folder);
  return manifest;
}

/**
 * Answers what was restored. Refuses with `conflict` a target that holds something, and a backup of the other storage.
 * Where it fails, the place is as empty as before.
 */
export async function restore(config: Config, host: Host, folder: string): Promise<object> {
  const manifest = await readWhole(config, folder);
  const { assets } = config;
  const hasImages = manifest.images && !assets.startsWith('s3://');
  if (hasImages && (await holdsSomething(assets)))
    throw refuse(
      'conflict',
      `The folder of images ${assets} is not empty. Name another in CAIRN_ASSETS, or move it away.`,
    );
  const wasThere = existsSync(assets);
  let isBegun = false;
  const bringImages = async (): Promise<void> => {
    isBegun = hasImages;
    if (hasImages) await copyFolder(join(folder, BACKUP_FILES.images), assets);
  };
  const applied = await load(config, host, folder, bringImages).catch(async (thrown: unknown) => {
    if (isBegun) await removeAttempt(assets, wasThere);
    throw naming(placeOf(config), thrown);
  });
  return { ...manifest, restored: true, migrated: [...applied, ...(await migrateServer(config, host))] };
}

const placeOf = ({ database }: Config): string => (database.kind === 'embedded' ? database.folder : 'The database');

/**
 * Answers the migrations that were applied. `bringImages` is called once the place of the database is known to be
 * empty, and before anything is there: a database says that the restore is whole, also to who starts the service after
 * one that was killed.
 */
const load = (config: Config, host: Host, folder: string, bringImages: () => Promise<void>): Promise<string[]> =>
  config.database.kind === 'embedded'
    ? loadEmbedded(config.database.folder, folder, bringImages)
    : loadPostgres(config, host, folder, config.database.url, bringImages);

/** A server's database is loaded in one transaction, so it is whole before this, and stays where this fails. */
async function migrateServer(config: Config, host: Host): Promise<string[]> {
  if (config.database.kind === 'embedded') return [];
  return onDatabase(config, host, ({ database }) => migrate(database)).catch((thrown: unknown) => {
    const why = failureLines(thrown).join(' ');
    throw refuse(
      'conflict',
      `The backup is restored, but not migrated to this release: "cairn migrate" does it. ${why}`,
    );
  });
}

/** Refuses with `conflict` a backup that lacks a part, or whose database is not what was written. */
async function requireWhole({ kind, images, sha256 }: BackupManifest, folder: string): Promise<void> {
  const [file, pictures] = [join(folder, databaseFile(kind)), join(folder, BACKUP_FILES.images)];
  const absent = [file, ...(images ? [pictures] : [])].find((path) => !existsSync(path));
  if (absent !== undefined) throw refuse('conflict', `The backup is not whole: ${absent} is missing.`);
  if (sha256 !== undefined && (await checksumOf(file)) !== sha256)
    throw refuse(
      'conflict',
      `The backup is damaged: ${file} is not what "cairn backup" wrote. Take another copy of it.`,
    );
}

/** Where a restore is made until it is whole: one that is killed is never taken for a database. */
const ATTEMPT = 'restore.partial';

async function loadEmbedded(into: string, folder: string, bringImages: () => Promise<void>): Promise<string[]> {
  const place = join(into, 'postgres');
  if (await holdsSomething(place))
    throw refuse(
      'conflict',
      `The data folder ${into} has a database already. Name another in CAIRN_DATABASE_URL, or move it away.`,
    );
  const attempt = join(into, ATTEMPT);
  const lock = await lockFolder(into);
  try {
    await rm(attempt, { recursive: true, force: true });
    await bringImages();
    const applied = await buildEmbedded(attempt, folder);
    await rename(join(attempt, 'postgres'), place);
    await reachDisk(into).catch(async (thrown: unknown) => {
      await rename(place, join(attempt, 'postgres'));
      throw thrown;
    });
    return applied;
  } finally {
    await rm(attempt, { recursive: true, force: true });
    await lock.release();
  }
}

/** Migrated, and on the disk: a close that fails is not told, a checkpoint that fails is. */
async function buildEmbedded(attempt: string, folder: string): Promise<string[]> {
  const database = await openEmbedded(attempt, await openAsBlob(join(folder, BACKUP_FILES.embedded)));
  try {
    const applied = await migrate(database);
    await database.script('checkpoint');
    return applied;
  } finally {
    await database.close();
  }
}

async function loadPostgres(
  config: Config,
  host: Host,
  folder: string,
  url: string,
  bringImages: () => Promise<void>,
): Promise<string[]> {
  const state = await onDatabase(config, host, ({ database }) => schemaState(database));
  if (state !== 'empty')
    throw refuse(
      'conflict',
      'The database has a schema already. Create an empty one and name it in CAIRN_DATABASE_URL.',
    );
  await bringImages();
  await runPostgresTool('pg_restore', ['--no-owner', '--single-transaction', join(folder, BACKUP_FILES.dump)], url);
  return [];
}
