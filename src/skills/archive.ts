// Zip archives that are reproducible: fixed order, one date, and nothing specific to the machine. Anyone can request
// those of a public catalog repeatedly, so each is built once and cached within a limit.
import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { LRUCache } from 'lru-cache';
import { refuse } from '../base/refusal.ts';
import { inSlices } from '../base/slices.ts';
import type { ArchiveFile } from './read-archive.ts';

/** A zip, and the SHA-256 of its bytes in lowercase hex. */
export interface Archive {
  readonly bytes: Buffer;
  readonly sha256: string;
}

const COMPRESSED_ALREADY = /\.(?:png|jpe?g|webp|gif)$/;

const MAX_CACHED_BYTES = 64 * 1_048_576;
const kept = new LRUCache<string, Archive>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: ({ bytes }) => bytes.length + 500,
});

/** Zips being built, by content. Concurrent callers share the result. */
const underWay = new Map<string, Promise<Archive>>();

/**
 * The zip of these files. It is shared, so never modify it. Paths are relative and unique, with `/`. Built in slices of
 * a few milliseconds, so that large catalogs do not block other requests.
 */
export async function archiveOf(files: readonly ArchiveFile[]): Promise<Archive> {
  const key = await contentKey(files);
  const before = kept.get(key);
  if (before !== undefined) return before;
  const begun = underWay.get(key) ?? zipOf(files).finally(() => underWay.delete(key));
  underWay.set(key, begun);
  const archive = await begun;
  kept.set(key, archive);
  return archive;
}

/** Changes with paths, bytes or order. Takes a fraction of the time that the zip takes. */
async function contentKey(files: readonly ArchiveFile[]): Promise<string> {
  const hash = createHash('sha256');
  const othersTurn = inSlices();
  for (const { path, bytes } of files) {
    hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
    await othersTurn();
  }
  return hash.digest('base64');
}

/** The limit of a zip with 32-bit offsets (APPNOTE.TXT 4.4.1.4). */
const MAX_ZIP_BYTES = 0xffff_fffe;

/** Builds the zip of these files without the cache. Fails with `unprocessable` above `most` bytes. */
export async function zipOf(files: readonly ArchiveFile[], most = MAX_ZIP_BYTES): Promise<Archive> {
  const contents: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  let [offset, size] = [0, 0];
  const othersTurn = inSlices();
  for (const file of files) {
    const { content, entry } = zippedAlone(file, offset);
    contents.push(...content);
    entries.push(entry);
    const length = content.reduce((sum, part) => sum + part.length, 0);
    offset += length;
    size += length + entry.length;
    if (size > most) throw tooLarge();
    await othersTurn();
  }
  const parts = [...contents, ...entries, endOf(entries, offset)];
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part);
    await othersTurn();
  }
  return { bytes: Buffer.concat(parts), sha256: hash.digest('hex') };
}

const tooLarge = (): Error =>
  refuse(
    'unprocessable',
    'These skills are too large for one archive. Download them one by one, or restrict trails that few people need.',
  );

interface ZippedFile {
  /** The file in a zip, in parts. Uncompressed bytes are not copied. */
  readonly content: readonly Uint8Array[];
  readonly entry: Uint8Array;
}

/** A file in a zip that starts at `offset`, and its directory entry. */
function zippedAlone({ path, bytes }: ArchiveFile, offset: number): ZippedFile {
  // The earliest date of the format. It is local time there, too, so the bytes are the same in every time zone.
  const mtime = new Date(1980, 0, 1);
  const isStored = COMPRESSED_ALREADY.test(path);
  const whole = zipSync({ [path]: [bytes, { level: isStored ? 0 : 6, mtime, os: 3 }] });
  const zip = Buffer.from(whole.buffer, whole.byteOffset, whole.length);
  const end = zip.length - END_BYTES;
  const begin = zip.readUInt32LE(end + END_OFFSET);
  const entry = Buffer.from(zip.subarray(begin, end));
  entry.writeUInt32LE(offset, ENTRY_OFFSET);
  if (!isStored) return { content: [Buffer.from(zip.subarray(0, begin))], entry };
  return { content: [Buffer.from(zip.subarray(0, begin - bytes.length)), bytes], entry };
}

/** The end of the directory of these entries, which starts at `offset`. */
function endOf(entries: readonly Uint8Array[], offset: number): Buffer {
  const end = Buffer.from(zipSync({}));
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const isMany = entries.length >= MANY;
  end.writeUInt16LE(isMany ? MANY : entries.length, 8);
  end.writeUInt16LE(isMany ? MANY : entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, END_OFFSET);
  return isMany ? Buffer.concat([endOfMany(entries.length, size, offset), end]) : end;
}

/** The Zip64 records in front of the end, for counts over two bytes (APPNOTE.TXT 4.3.14 and 4.3.15). */
function endOfMany(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(END_OF_MANY_BYTES + LOCATOR_BYTES);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(BigInt(END_OF_MANY_BYTES - 12), 4);
  end.writeUInt16LE(ZIP64_VERSION, 12);
  end.writeUInt16LE(ZIP64_VERSION, 14);
  for (const at of [24, 32]) end.writeBigUInt64LE(BigInt(count), at);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x0706_4b50, END_OF_MANY_BYTES);
  end.writeBigUInt64LE(BigInt(offset + size), END_OF_MANY_BYTES + 8);
  end.writeUInt32LE(1, END_OF_MANY_BYTES + 16);
  return end;
}

const MANY = 0xffff;
const [END_OF_MANY_BYTES, LOCATOR_BYTES, ZIP64_VERSION] = [56, 20, 45];

/** Sizes and offsets in a zip without a comment (APPNOTE.TXT 4.3.12 and 4.3.16), in bytes. */
const END_BYTES = 22;
const END_OFFSET = 16;
const ENTRY_OFFSET = 42;
