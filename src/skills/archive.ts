// Files as one zip, always the same bytes for the same files: in their order, with one date, without anything of the
// machine that makes it.
import { createHash } from 'node:crypto';
import { type Zippable, zipSync } from 'fflate';
import type { ArchiveFile } from './read-archive.ts';

/** A zip, and the SHA-256 of its bytes in lower-case hex. */
export interface Archive {
  readonly bytes: Buffer;
  readonly sha256: string;
}

const COMPRESSED_ALREADY = /\.(?:png|jpe?g|webp|gif)$/;

/** The zip of these files. Paths are relative, with `/`, each once. */
export function archiveOf(files: readonly ArchiveFile[]): Archive {
  // The first moment that the format can say, in local time as the format has it: the same in every time zone.
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = {};
  for (const { path, bytes } of files)
    entries[path] = [bytes, { level: COMPRESSED_ALREADY.test(path) ? 0 : 6, mtime, os: 3 }];
  const bytes = Buffer.from(zipSync(entries));
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
