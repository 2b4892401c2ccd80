// What `cairn restore` does: a backup into an empty place of the storage that the configuration names, a folder here, a
// server in restore-onto-server.ts.
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BACKUP_FILES,
  type BackupManifest,
  checksumOf,
  databaseFile,
  folderChecksum,
  holdsSomething,
  readManifest,
} from '../backup/backup-files.ts';
import { refuse } from '../base/refusal.ts';
import type { Config } from '../start/config.ts';
import { openEmbedded } from '../storage/embedded/embedded.ts';
import { lockFolder } from '../storage/embedded/folder-lock.ts';
import { unpackArchive } from '../storage/embedded/unpack-archive.ts';
import { noteRestore } from '../storage/last-restore.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { reachDisk } from '../storage/reach-disk.ts';
import type { Host } from './host.ts';
import { naming } from './put-in-place.ts';
import { restoreIntoScratch } from './restore-drill.ts';
import { imagesOf } from './restore-images.ts';
import { loadServer } from './restore-onto-server.ts';

/** Answers what a restore would bring back, after doing it elsewhere. Refuses as a restore does. */
export async function drill(config: Config, folder: string): Promise<object> {
  const manifest = await readWhole(config, folder);
  return { ...manifest, checked: true, ...(await restoreIntoScratch(config, folder, manifest)) };
}

/** Refuses a folder that is no whole backup, and one of a server where the storage is embedded. */
async function readWhole({ database }: Config, folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  if (manifest.kind === 'postgres' && database.kind === 'embedded')
    throw refuse(
      'conflict',
      'The backup is of a PostgreSQL server, but CAIRN_DATABASE_URL names embedded storage, which takes no such ' +
        'backup: name an empty database of a server.',
    );
  await requireWhole(manifest, folder);
  return manifest;
}

/**
 * Answers what was restored. Refuses with `conflict` a target that holds something, and a backup of a server where the
 * storage is embedded. Where it fails, the place is as empty as before.
 */
export async function restore(config: Config, host: Host, folder: string): Promise<object> {
  const manifest = await readWhole(config, folder);
  const images = await imagesOf(manifest, folder, config.assets);
  const { database } = config;
  const loading =
    database.kind === 'embedded'
      ? loadEmbedded(database.folder, folder, manifest, images.bring)
      : loadServer({ config, host, url: database.url, folder, manifest, bringImages: images.bring });
  const loaded = await loading.catch(async (thrown: unknown) => {
    await images.takeBack();
    throw naming(database.kind === 'embedded' ? database.folder : 'The database', thrown);
  });
  return { ...manifest, restored: true, ...loaded };
}

/** Refuses with `conflict` a backup that lacks a part, or whose database or images are not what was written. */
async function requireWhole(manifest: BackupManifest, folder: string): Promise<void> {
  const { kind, images, sha256, images_sha256 } = manifest;
  const [file, pictures] = [join(folder, databaseFile(kind)), join(folder, BACKUP_FILES.images)];
  const absent = [file, ...(images ? [pictures] : [])].find((path) => !existsSync(path));
  if (absent !== undefined) throw refuse('conflict', `The backup is not whole: ${absent} is missing.`);
  if (sha256 !== undefined && (await checksumOf(file)) !== sha256) throw damaged(file);
  if (images_sha256 !== undefined && (await folderChecksum(pictures)) !== images_sha256) throw damaged(pictures);
}

const damaged = (path: string): Error =>
  refuse('conflict', `The backup is damaged: ${path} is not what "cairn backup" wrote. Take another copy of it.`);

/** Where a restore is made until it is whole: one that is killed is never taken for a database. */
const ATTEMPT = 'restore.partial';

/**
 * Answers the migrations that were applied. `bringImages` is called once the place of the database is known to be
 * empty, and before anything is there: a database says that the restore is whole, also to the process that starts after
 * one that was killed.
 */
async function loadEmbedded(
  into: string,
  folder: string,
  manifest: BackupManifest,
  bringImages: () => Promise<void>,
): Promise<{ readonly migrated: readonly string[] }> {
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
    const migrated = await buildEmbedded(attempt, folder, manifest);
    await rename(join(attempt, 'postgres'), place);
    await reachDisk(into).catch(async (thrown: unknown) => {
      await rename(place, join(attempt, 'postgres'));
      throw thrown;
    });
    return { migrated };
  } finally {
    await rm(attempt, { recursive: true, force: true });
    await lock.release();
  }
}

/** Migrated, and on the disk: a close that fails is not told, a checkpoint that fails is. */
async function buildEmbedded(attempt: string, folder: string, { made_at }: BackupManifest): Promise<string[]> {
  await unpackArchive(join(folder, BACKUP_FILES.embedded), join(attempt, 'postgres'), { onDisk: true });
  const database = await openEmbedded(attempt);
  try {
    const applied = await migrate(database);
    await noteRestore(database, made_at);
    await database.script('checkpoint');
    return applied;
  } finally {
    await database.close();
  }
}
