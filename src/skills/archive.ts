// Files as one zip, always the same bytes for the same files: in their order, with one date, without anything of the
// machine that makes it. Anybody may ask for those of a public catalog, again and again: each is made once and kept
// within a bound.
import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { LRUCache } from 'lru-cache';
import { refuse } from '../base/refusal.ts';
import { inSlices } from '../base/slices.ts';
import type { ArchiveFile } from './read-archive.ts';

/** A zip, and the SHA-256 of its bytes in lower-case hex. */
export interface Archive {
  readonly bytes: Buffer;
  readonly sha256: string;
}

const COMPRESSED_ALREADY = /\.(?:png|jpe?g|webp|gif)$/;

const MOST_BYTES = 64 * 1_048_576;
const kept = new LRUCache<string, Archive>({ maxSize: MOST_BYTES, sizeCalculation: ({ bytes }) => bytes.length + 500 });

/** Zips that are being made, by their content: the callers who ask meanwhile get the same. */
const underWay = new Map<string, Promise<Archive>>();

/**
 * The zip of these files, which is shared: nobody writes into it. Paths are relative, with `/`, each once. Made in
 * slices of some milliseconds, so that a catalog of many skills keeps nobody waiting.
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

/** Another one for other paths, other bytes or another order; a fraction of the work of the zip. */
async function contentKey(files: readonly ArchiveFile[]): Promise<string> {
  const hash = createHash('sha256');
  const othersTurn = inSlices();
  for (const { path, bytes } of files) {
    hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
    await othersTurn();
  }
  return hash.digest('base64');
}

/** What a zip holds whose offsets are 32 bits (APPNOTE.TXT 4.4.1.4). */
const MOST_IN_A_ZIP = 0xffff_fffe;

/** The zip of these files, made anew. Refuses with `unprocessable` more than `most` bytes. */
export async function zipOf(files: readonly ArchiveFile[], most = MOST_IN_A_ZIP): Promise<Archive> {
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
    'These skills are larger than one archive can be. Take them one by one, or restrict trails that fewer need.',
  );

interface ZippedFile {
  /** As it stands in a zip, in parts. Bytes that are not compressed are those of the file, not another copy of them. */
  readonly content: readonly Uint8Array[];
  readonly entry: Uint8Array;
}

/** A file in a zip, and its entry in the directory of one where it begins at `offset`. */
function zippedAlone({ path, bytes }: ArchiveFile, offset: number): ZippedFile {
  // The first moment that the format can say, in local time as the format has it: the same in every time zone.
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

/** The end of the directory of these entries, which begins at `offset`. */
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

/** What stands before the end where its two bytes do not hold the count (Zip64, APPNOTE.TXT 4.3.14 and 4.3.15). */
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

/** Places in a zip without a comment (APPNOTE.TXT 4.3.12 and 4.3.16), in bytes. */
const END_BYTES = 22;
const END_OFFSET = 16;
const ENTRY_OFFSET = 42;
