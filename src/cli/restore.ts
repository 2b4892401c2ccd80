// `cairn restore`: restores a backup into empty storage. Embedded storage is here, servers are in
// restore-onto-server.ts.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_FILES, type BackupManifest, holdsSomething, readManifest } from '../backup/backup-files.ts';
import { requireWhole } from '../backup/whole-backup.ts';
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

/** Restores into a scratch database and reports the result. Fails for the same reasons as `restore`. */
export async function drill(config: Config, folder: string): Promise<object> {
  const manifest = await readWhole(config, folder);
  return { ...manifest, checked: true, ...(await restoreIntoScratch(config, folder, manifest)) };
}

/** Rejects incomplete backups. Also rejects server backups if the storage is embedded. */
async function readWhole({ database }: Config, folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  if (manifest.kind === 'postgres' && database.kind === 'embedded')
    throw refuse(
      'conflict',
      'The backup comes from a PostgreSQL server, which embedded storage cannot load. Set CAIRN_DATABASE_URL to ' +
        'an empty database on a server.',
    );
  await requireWhole(manifest, folder);
  return manifest;
}

/**
 * Returns what was restored. Fails with `conflict` if the target is not empty, or if the backup is of a server and the
 * storage is embedded. After a failure, the target is as empty as before.
 */
export async function restore(config: Config, host: Host, folder: string): Promise<object> {
  const manifest = await readWhole(config, folder);
  const images = await imagesOf(manifest, folder, config);
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

/** The restore works in this folder, so an interrupted one is never mistaken for a database. */
const ATTEMPT = 'restore.partial';

/**
 * Returns the applied migrations. Calls `bringImages` after the target was found empty and before the database exists.
 * If a database exists, the restore is complete, even if the process was killed.
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
      `The data folder ${into} already has a database. Set CAIRN_DATABASE_URL to another, or move it away.`,
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

/** Ends with a checkpoint, which reports write errors that closing the database would hide. */
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
