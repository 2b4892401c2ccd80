// The backup of an embedded database on its way to a server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKUP_FILES } from '../backup/backup-files.ts';
import type { Database } from '../storage/database.ts';
import { openEmbedded } from '../storage/embedded/embedded.ts';
import { unpackArchive } from '../storage/embedded/unpack-archive.ts';
import { type Moved, moveDatabase, type OnProgress } from '../storage/move/move-database.ts';
import { naming } from './put-in-place.ts';

/** Reads a copy among the temporary files (`TMPDIR`), which an older backup is migrated in: the backup stays as it is. */
export async function moveBackup(folder: string, onto: Database, onProgress?: OnProgress): Promise<Moved> {
  const copy = await mkdtemp(join(tmpdir(), 'cairn-move-'));
  try {
    await unpackArchive(join(folder, BACKUP_FILES.embedded), join(copy, 'postgres')).catch((thrown: unknown) => {
      throw naming(copy, thrown);
    });
    const database = await openEmbedded(copy);
    try {
      return await moveDatabase(database, onto, onProgress ?? (() => undefined));
    } finally {
      await database.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
