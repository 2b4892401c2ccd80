// The backup of an embedded database on its way to a server, or to be looked at: a copy among the temporary files.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKUP_FILES, readManifest } from '../backup/backup-files.ts';
import type { Database } from '../storage/database.ts';
import { openEmbedded } from '../storage/embedded/embedded.ts';
import { lockFolder } from '../storage/embedded/folder-lock.ts';
import { unpackArchive } from '../storage/embedded/unpack-archive.ts';
import { noteRestore } from '../storage/last-restore.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { type MoveReport, moveDatabase, type OnProgress } from '../storage/move/move-database.ts';
import { naming } from './put-in-place.ts';

/** Of folders among the temporary files (`TMPDIR`), each locked while it is in use. */
const PREFIX = 'cairn-move-';

/**
 * Reads a copy, which is migrated first: the backup stays as it is. That it was restored moves with it, so that who is
 * killed behind the commit leaves nothing that does not know.
 */
export const moveBackup = (folder: string, onto: Database, onProgress?: OnProgress): Promise<MoveReport> =>
  withCopy(folder, async (copy) => {
    const { made_at } = await readManifest(folder);
    const migrated = await migrate(copy, { isAlone: true });
    await noteRestore(copy, made_at);
    return { ...(await moveDatabase(copy, onto, onProgress ?? (() => undefined))), migrated };
  });

/**
 * Opens a copy of the database in that backup for as long as `work` takes. Removes copies that killed processes have
 * left.
 */
export async function withCopy<Result>(folder: string, work: (copy: Database) => Promise<Result>): Promise<Result> {
  await forgetKilled();
  const place = await mkdtemp(join(tmpdir(), PREFIX));
  const lock = await lockFolder(place);
  try {
    const copy = await openCopy(join(folder, BACKUP_FILES.embedded), join(place, 'data'));
    try {
      return await work(copy);
    } finally {
      await copy.close();
    }
  } finally {
    await lock.release();
    await rm(place, { recursive: true, force: true });
  }
}

async function openCopy(archive: string, into: string): Promise<Database> {
  await unpackArchive(archive, join(into, 'postgres')).catch((thrown: unknown) => {
    throw naming(into, thrown);
  });
  return openEmbedded(into);
}

/** One that is locked, or somebody else's, is left alone. */
async function forgetKilled(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((each) => each.startsWith(PREFIX))) {
    const place = join(tmpdir(), name);
    const lock = await lockFolder(place).catch(() => undefined);
    if (lock === undefined) continue;
    await lock.release();
    await rm(place, { recursive: true, force: true });
  }
}
