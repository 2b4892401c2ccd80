// Unpacks the archive of an embedded database to a folder. The engine can only unpack in memory, where it needs several
// copies.
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReadEntry, UnpackSync } from 'tar';
import { makeFolder } from '../../base/files.ts';
import { refuse } from '../../base/refusal.ts';
import { reachDisk } from '../reach-disk.ts';

/**
 * Creates `folder`. With `onDisk`, resolves once everything has reached the disk, which temporary copies do not need.
 * Fails with `conflict` if the archive is incomplete.
 */
export async function unpackArchive(archive: string, folder: string, { onDisk = false } = {}): Promise<void> {
  await makeFolder(folder, 0o700);
  await unpack(archive, folder).catch((thrown: unknown) => {
    throw isDamage(thrown) ? damaged(archive) : thrown;
  });
  if (!onDisk) return;
  for (const name of await readdir(folder, { recursive: true })) await reachDisk(join(folder, name));
  await reachDisk(folder);
}

async function unpack(archive: string, folder: string): Promise<void> {
  let isWhole = false;
  const unpacking = new UnpackSync({
    cwd: folder,
    preserveOwner: false,
    noMtime: true,
    onReadEntry: makePrivate,
    // The engine's archives have absolute names, which are relative to the folder.
    onwarn: (code, message, data) => {
      if (code !== 'TAR_ENTRY_INFO') throw Object.assign(new Error(message), data);
    },
  });
  unpacking.on('eof', () => {
    isWhole = true;
  });
  for await (const piece of createReadStream(archive)) unpacking.write(piece as Buffer);
  unpacking.end();
  if (!isWhole) throw damaged(archive);
}

/** Only the owner can read the database. */
function makePrivate(entry: ReadEntry): void {
  entry.mode = entry.type === 'Directory' ? 0o700 : 0o600;
}

/** The library names errors in archives `TAR_…`; others come from the disk. */
const isDamage = (thrown: unknown): boolean => String((thrown as NodeJS.ErrnoException).code).startsWith('TAR_');

const damaged = (archive: string): Error =>
  refuse('conflict', `The backup is damaged: ${archive} is not a complete database archive. Use another copy of it.`);
