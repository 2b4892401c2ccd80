// Unpacks the archive of an embedded database to a folder, in pieces. The engine can only unpack in memory, where it
// needs several copies.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../base/files.ts';
import { refuse } from '../../base/refusal.ts';
import { reachDisk } from '../reach-disk.ts';

const BLOCK = 512;
const PIECE = 1_048_576;
const FOLDER = '5';

interface Entry {
  readonly name: string;
  /** The offset of its bytes. */
  readonly start: number;
  readonly size: number;
  readonly isFolder: boolean;
}

/** Reads that many bytes from that offset. */
type Read = (at: number, length: number) => Promise<Buffer>;

/**
 * Creates `folder`. With `onDisk`, resolves after everything has reached the disk; temporary copies do not need that.
 * Refuses with `conflict` if the archive is incomplete.
 */
export async function unpackArchive(archive: string, folder: string, { onDisk = false } = {}): Promise<void> {
  const from = await open(archive, 'r');
  const read: Read = async (at, length) => {
    const { buffer, bytesRead } = await from.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead < length) throw damaged(archive);
    return buffer;
  };
  try {
    const folders = [folder];
    await makeFolder(folder, 0o700);
    for await (const { name, start, size, isFolder } of entriesOf(archive, read, (await from.stat()).size)) {
      const path = join(folder, name);
      if (isFolder) {
        await makeFolder(path, 0o700);
        folders.push(path);
      } else {
        await writeOut(read, start, size, path);
        if (onDisk) await reachDisk(path);
      }
    }
    if (onDisk) for (const each of folders) await reachDisk(each);
  } finally {
    await from.close();
  }
}

/** The entries of an archive of that size. Refuses with `conflict` if it is truncated. */
async function* entriesOf(archive: string, read: Read, bytes: number): AsyncGenerator<Entry> {
  for (let at = 0; at + BLOCK <= bytes; ) {
    const entry = entryIn(await read(at, BLOCK), at + BLOCK, archive);
    if (entry === undefined) return;
    const { start, size } = entry;
    if (start + size > bytes) throw damaged(archive);
    yield entry;
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw damaged(archive);
}

/** Undefined for the empty block that ends an archive. */
function entryIn(header: Buffer, start: number, archive: string): Entry | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const text = (from: number, to: number): string => header.toString('utf8', from, to).replace(/\0.*$/s, '');
  const [name, size] = [text(0, 100), Number.parseInt(text(124, 136), 8)];
  const isWellFormed = text(257, 263).startsWith('ustar') && size >= 0 && !name.split('/').includes('..');
  if (!isWellFormed) throw damaged(archive);
  return { name, start, size, isFolder: text(156, 157) === FOLDER };
}

async function writeOut(read: Read, at: number, size: number, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (let done = 0; done < size; done += PIECE)
      await file.appendFile(await read(at + done, Math.min(PIECE, size - done)));
  } finally {
    await file.close();
  }
}

const damaged = (archive: string): Error =>
  refuse('conflict', `The backup is damaged: ${archive} is not a complete database archive. Use another copy of it.`);
