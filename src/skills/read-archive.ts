// Reads an uploaded zip into memory. Hostile archives are refused as a whole before any byte is used: too many entries,
// too large when unpacked, paths that lead outside, links, duplicate names, names that are not UTF-8, encryption,
// damage.

import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromBuffer, validateFileName, type ZipFile } from 'yauzl';
import { excerpt } from '../base/excerpt.ts';
import { invalid } from '../base/issue.ts';
import { utf8In } from '../base/json.ts';
import { isRefusal, type Refusal } from '../base/refusal.ts';
import { type Text, t } from '../base/texts/t.ts';
import { ARCHIVE_LIMITS } from './import-limits.ts';

/** A file in an archive: its path with `/`, and its bytes. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The files in archive order, without folders and macOS metadata. Fails with `validation`. */
export async function readArchive(bytes: Buffer): Promise<ArchiveFile[]> {
  const zip = await opened(bytes);
  try {
    const entries = await allEntries(zip);
    requireWholeDirectory(bytes, entries);
    return await filesOf(zip, checkedEntries(entries));
  } catch (thrown) {
    throw isRefusal(thrown) ? thrown : unreadable(thrown);
  } finally {
    zip.close();
  }
}

const FIELD = 'file';
const refused = (sentence: Text): Refusal =>
  invalid(FIELD, sentence, t('The archive was not read. {sentence}', { sentence }));

const unreadable = (thrown: unknown): Refusal =>
  refused(
    t('It is not a complete zip file ({reason}). Zip the folder again.', {
      reason: thrown instanceof Error ? thrown.message : t('unknown'),
    }),
  );

function opened(bytes: Buffer): Promise<ZipFile> {
  return new Promise((done, fail) => {
    // Decode names strictly here, and read entries on demand.
    fromBuffer(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true }, (failure, zip) => {
      if (zip === undefined || failure !== null) fail(unreadable(failure));
      else done(zip);
    });
  });
}

function allEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ARCHIVE_LIMITS.entries) throw tooMany(zip.entryCount);
  return new Promise((done, fail) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      if (entries.length > ARCHIVE_LIMITS.entries) fail(tooMany(entries.length));
      else zip.readEntry();
    });
    zip.once('end', () => done(entries));
    zip.once('error', fail);
    zip.readEntry();
  });
}

const END_BYTES = 22;
const SIZE_AT = 12;
/** Marks a size that is stored elsewhere (ZIP64). */
const ELSEWHERE = 0xffff_ffff;

/**
 * Rejects an archive whose directory continues after the announced entries, which would be skipped. The end record has
 * the directory's size (APPNOTE 4.3.16); `yauzl` rejects bytes after the comment.
 */
function requireWholeDirectory(bytes: Buffer, entries: readonly Entry[]): void {
  const end = bytes.lastIndexOf('PK\x05\x06', bytes.length - END_BYTES, 'latin1');
  const announced = bytes.readUInt32LE(end + SIZE_AT);
  const size = entries.reduce((sum, entry) => sum + HEADER_BYTES + variableBytes(entry), 0);
  if (announced > size && announced !== ELSEWHERE) throw unreadable(new Error('it lists more files than it announces'));
}

const HEADER_BYTES = 46;
const variableBytes = ({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): number =>
  fileNameLength + extraFieldLength + fileCommentLength;

const tooMany = (count: number): Refusal =>
  refused(
    t('It has {count} entries; at most {limit} are allowed. Send fewer skills at once.', {
      count,
      limit: ARCHIVE_LIMITS.entries,
    }),
  );

interface NamedEntry {
  readonly path: string;
  readonly entry: Entry;
}

/** The entries that are files, after checking all of them. */
function checkedEntries(entries: readonly Entry[]): NamedEntry[] {
  const seen = new Set<string>();
  let unpacked = 0;
  const files: NamedEntry[] = [];
  for (const entry of entries) {
    const path = pathOf(entry);
    const key = path.normalize('NFC').toLowerCase();
    if (seen.has(key)) throw refused(t('The name {name} occurs twice. Keep one of the two.', { name: shown(path) }));
    seen.add(key);
    unpacked += entry.uncompressedSize;
    if (unpacked > ARCHIVE_LIMITS.unpacked)
      throw refused(
        t('It is larger than {limit} MB when unpacked. Send fewer skills at once.', {
          limit: ARCHIVE_LIMITS.unpacked / 1_048_576,
        }),
      );
    if (!path.endsWith('/') && !IGNORED.test(path)) files.push({ path, entry });
  }
  return files;
}

const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/;
const FILE_TYPE = 0o170000;
const ORDINARY = [0, 0o100000, 0o040000];

function pathOf(entry: Entry): string {
  const name = decoded(entry.fileName as unknown as Buffer);
  const path = placeOf(name);
  if (validateFileName(name) !== null || name.includes('\0') || path === '')
    throw refused(t('The name {name} leads outside the archive. Zip the folder itself.', { name: shown(name) }));
  if ((entry.generalPurposeBitFlag & 1) !== 0)
    throw refused(t('{name} is encrypted. Zip the folder without a password.', { name: shown(path) }));
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (!ORDINARY.includes(type))
    throw refused(t('{name} is a link or a device. Replace it with a regular file.', { name: shown(path) }));
  return path;
}

/** The entry's path after unpacking: `./a//b` becomes `a/b`. Keeps a folder's trailing slash. */
function placeOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.join('/') + (path.endsWith('/') ? '/' : '');
}

function decoded(name: Buffer): string {
  const text = utf8In(name);
  if (text !== undefined) return text;
  throw refused(
    t('The name {name} is not UTF-8. Rename the file, and zip it again.', { name: shown(name.toString('latin1')) }),
  );
}

const shown = (name: string): string => JSON.stringify(excerpt(name, 120));

async function filesOf(zip: ZipFile, entries: readonly NamedEntry[]): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  for (const { path, entry } of entries) {
    const bytes = await contentOf(zip, entry);
    if (crc32(bytes) !== entry.crc32)
      throw refused(t('{name} is damaged. Zip the folder again.', { name: shown(path) }));
    files.push({ path, bytes });
  }
  return files;
}

function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((done, fail) => {
    zip.openReadStream(entry, (failure, stream) => {
      if (stream === undefined || failure !== null) fail(failure);
      else buffer(stream).then(done, fail);
    });
  });
}
