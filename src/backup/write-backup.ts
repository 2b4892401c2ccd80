// Writes a backup: the images, the database at one moment, the images that came meanwhile, and then the manifest, whose
// presence says that all is there.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../base/refusal.ts';
import { copyFolder } from '../storage/copy-folder.ts';
import type { Database } from '../storage/database.ts';
import { noteBackup } from '../storage/last-backup.ts';
import type { StorageSetting } from '../storage/open-database.ts';
import { reachDisk } from '../storage/reach-disk.ts';
import {
  BACKUP_FILES,
  type BackupManifest,
  checksumOf,
  databaseFile,
  folderChecksum,
  holdsSomething,
} from './backup-files.ts';
import { runPostgresTool } from './postgres-tool.ts';

/** What is backed up. */
export interface BackupSource {
  readonly storage: StorageSetting['database'];
  /** So long a server may be silent (deadlines.ts). */
  readonly silenceMs: number;
  /** Open by the time of the backup; `dump` is asked where the storage is embedded. */
  readonly database: () => Database;
  /** A folder, or `s3://…`, which is left to the bucket's own copies. */
  readonly assets: string;
  readonly release: string;
}

/**
 * Writes into `folder`, which is there and empty; `now` is the moment that the manifest tells. The embedded database is
 * read in one turn, a server by pg_dump, which `signal` ends. What is written has reached the disk.
 */
export async function writeBackup(
  { storage, silenceMs, database, assets, release }: BackupSource,
  folder: string,
  now: Date,
  signal?: AbortSignal,
): Promise<BackupManifest> {
  const file = join(folder, databaseFile(storage.kind));
  const pictures = join(folder, BACKUP_FILES.images);
  await copyImages(assets, pictures);
  if (storage.kind === 'postgres')
    await runPostgresTool('pg_dump', ['--format=custom', `--file=${file}`], {
      url: storage.url,
      database: database(),
      silenceMs,
      file,
      signal,
    });
  else await writeFile(file, (await dumpOf(database())).stream());
  await copyImages(assets, pictures);
  const images = await holdsSomething(pictures);
  const sha256 = await checksumOf(file);
  const manifest: BackupManifest = {
    cairn: 1,
    kind: storage.kind,
    release,
    made_at: now.toISOString(),
    images,
    sha256,
    ...(images ? { images_sha256: await folderChecksum(pictures) } : {}),
  };
  await reachDisk(file);
  const said = join(folder, BACKUP_FILES.manifest);
  await writeFile(said, `${JSON.stringify(manifest, null, 2)}\n`);
  await reachDisk(said);
  await reachDisk(folder);
  // A server that may only be read is backed up all the same; then nobody is told the age.
  await noteBackup(database(), now).catch(() => undefined);
  return manifest;
}

/** Before the database is read, for those that are removed meanwhile, and behind it, for those that came. */
async function copyImages(assets: string, to: string): Promise<void> {
  if (!assets.startsWith('s3://') && (await holdsSomething(assets))) await copyFolder(assets, to);
}

function dumpOf(database: Database): Promise<Blob> {
  if (database.dump === undefined) throw refuse('unprocessable', 'This storage is backed up by its own tools.');
  return database.dump();
}
