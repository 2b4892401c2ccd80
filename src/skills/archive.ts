// Files as one zip, always the same bytes for the same files: in their order, with one date, without anything of the
// machine that makes it. Anybody may ask for those of a public catalog, again and again: each is made once and kept
// within a bound.
import { createHash } from 'node:crypto';
import { type Zippable, zipSync } from 'fflate';
import { LRUCache } from 'lru-cache';
import type { ArchiveFile } from './read-archive.ts';

/** A zip, and the SHA-256 of its bytes in lower-case hex. */
export interface Archive {
  readonly bytes: Buffer;
  readonly sha256: string;
}

const COMPRESSED_ALREADY = /\.(?:png|jpe?g|webp|gif)$/;

const MOST_BYTES = 64 * 1_048_576;
const kept = new LRUCache<string, Archive>({ maxSize: MOST_BYTES, sizeCalculation: ({ bytes }) => bytes.length + 500 });

/** The zip of these files, which is shared: nobody writes into it. Paths are relative, with `/`, each once. */
export function archiveOf(files: readonly ArchiveFile[]): Archive {
  const key = contentKey(files);
  const before = kept.get(key);
  if (before !== undefined) return before;
  const archive = zipOf(files);
  kept.set(key, archive);
  return archive;
}

/** Another one for other paths, other bytes or another order; a fraction of the work of the zip. */
function contentKey(files: readonly ArchiveFile[]): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of files) hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
  return hash.digest('base64');
}

/** The zip of these files, made anew. */
export function zipOf(files: readonly ArchiveFile[]): Archive {
  // The first moment that the format can say, in local time as the format has it: the same in every time zone.
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = {};
  for (const { path, bytes } of files)
    entries[path] = [bytes, { level: COMPRESSED_ALREADY.test(path) ? 0 : 6, mtime, os: 3 }];
  const bytes = Buffer.from(zipSync(entries));
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
