// Writes a backup: the images, a consistent copy of the database, images added in the meantime, and finally the
// manifest, which marks the backup as complete.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../base/refusal.ts';
import { copyFolder } from '../storage/copy-folder.ts';
import type { Database } from '../storage/database.ts';
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

export interface BackupSource {
  readonly storage: StorageSetting['database'];
  /** The maximum silence of a server (deadlines.ts). */
  readonly silenceMs: number;
  /** Opened by the time the backup starts. For embedded storage, the backup uses its `dump`. */
  readonly database: () => Database;
  /**
   * A folder, or `s3://…`, whose images are not copied because the bucket has its own copies. Undefined if the backup
   * contains only the database.
   */
  readonly assets: string | undefined;
  readonly release: string;
}

/** Only the extensions that this release needs, because a plain server cannot restore others, such as Citus. */
const OWN_EXTENSIONS = ['--extension=btree_gin', '--extension=pg_trgm'];

/**
 * Writes to `folder`, which must exist and be empty. `now` is the time in the manifest. The embedded database is read
 * in one turn. A server is read by pg_dump, which `signal` aborts. Resolves once everything is on disk.
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
    await runPostgresTool('pg_dump', ['--format=custom', ...OWN_EXTENSIONS, `--file=${file}`], {
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
    bytes: (await stat(file)).size,
    sha256,
    ...(images ? { images_sha256: await folderChecksum(pictures) } : {}),
  };
  await reachDisk(file);
  const said = join(folder, BACKUP_FILES.manifest);
  await writeFile(said, `${JSON.stringify(manifest, null, 2)}\n`);
  await reachDisk(said);
  await reachDisk(folder);
  return manifest;
}

/**
 * Called before the database is read, because images may be deleted in the meantime, and again after it, for images
 * added since.
 */
async function copyImages(assets: string | undefined, to: string): Promise<void> {
  if (assets !== undefined && !assets.startsWith('s3://') && (await holdsSomething(assets)))
    await copyFolder(assets, to);
}

function dumpOf(database: Database): Promise<Blob> {
  if (database.dump === undefined) throw refuse('unprocessable', 'Back this storage up with its own tools.');
  return database.dump();
}
