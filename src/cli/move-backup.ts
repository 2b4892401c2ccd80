// Reads the backup of an embedded database from a temporary copy, to move it to a server or inspect it.
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

/** Prefix of the temporary folders (`TMPDIR`). Each is locked while in use. */
const PREFIX = 'cairn-move-';

/**
 * Migrates a copy and moves it to `onto`. The backup itself does not change. The copy contains the note that it was
 * restored, so the note is committed together with the data.
 */
export const moveBackup = (folder: string, onto: Database, onProgress?: OnProgress): Promise<MoveReport> =>
  withCopy(folder, async (copy) => {
    const { made_at } = await readManifest(folder);
    const migrated = await migrate(copy, { isAlone: true });
    await noteRestore(copy, made_at);
    return { ...(await moveDatabase(copy, onto, onProgress ?? (() => undefined))), migrated };
  });

/** Opens a copy of the backup's database while `work` runs. Removes copies left by killed processes. */
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

/** Skips copies that are locked or owned by other users. */
async function forgetKilled(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((each) => each.startsWith(PREFIX))) {
    const place = join(tmpdir(), name);
    const lock = await lockFolder(place).catch(() => undefined);
    if (lock === undefined) continue;
    await lock.release();
    await rm(place, { recursive: true, force: true });
  }
}
