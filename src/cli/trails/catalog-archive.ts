// Exports a catalog as a zip file: the folder without its lock file, so another Cairn can import it.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { IMAGE_LIMITS } from '../../assets/image-limits.ts';
import { ifThere, makeFolder } from '../../base/files.ts';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { trailFolders } from './local-trail.ts';
import { SETS_FILE } from './sets-file.ts';
import { writeWithin } from './trail-files.ts';

/** Enough for all images of a large catalog. Larger archives are rejected. */
const MAX_BYTES = 2 * 1_024 ** 3;
/** Several times the size of the largest trail. */
const MAX_TEXT_BYTES = 2 * 1_024 ** 2;
const MAX_RATIO = 200;
/** Allows only files of a trail: nothing outside its folder, and no system files. */
const OF_TRAIL = /^[a-z0-9][a-z0-9_-]*\/(?:trail\.yaml|setup\.md|prompts\/[\w.-]+\.md|images\/[\w.-]+)$/i;
const isOfCatalog = (path: string): boolean => path === 'order.txt' || path === SETS_FILE || OF_TRAIL.test(path);
/** A fixed date, so the same catalog always produces the same bytes. */
const MTIME = new Date('1980-01-02T00:00:00Z');

/** Creates the archive of the trails in `folders`, in that order. */
export async function packCatalog(root: string, folders: readonly string[]): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = { 'order.txt': strToU8(`${folders.join('\n')}\n`) };
  for (const folder of [...folders].sort()) {
    for (const entry of (await readdir(join(root, folder), { recursive: true })).sort()) {
      const path = [folder, ...entry.split(sep)].join('/');
      if (isOfCatalog(path) && (await stat(join(root, path))).isFile()) files[path] = await readFile(join(root, path));
    }
  }
  const sets = await ifThere(readFile(join(root, SETS_FILE)));
  if (sets !== undefined) files[SETS_FILE] = sets;
  return zipSync(files, { mtime: MTIME, level: 6 });
}

/**
 * Unpacks into a folder without trails and returns the number of trails. Fails with `bad-request` if the file is not a
 * catalog archive, with `conflict` if the folder contains trails, and with `payload-too-large` above 2 GB.
 */
export async function unpackCatalog(bytes: Uint8Array, root: string): Promise<number> {
  const isThere = (await ifThere(stat(root))) !== undefined;
  if (isThere && (await trailFolders(root)).length > 0)
    throw refuse('conflict', `${root} already holds trails. Choose an empty folder with --dir.`);
  const files = unpacked(bytes);
  const names = Object.keys(files).filter((name) => !name.endsWith('/'));
  await makeFolder(root);
  // Write trail.yaml last, so an incomplete folder is not a trail.
  for (const name of names.sort((one, other) => Number(/trail\.yaml$/.test(one)) - Number(/trail\.yaml$/.test(other))))
    await writeWithin(root, join(...name.split('/')), files[name] ?? new Uint8Array());
  return (await trailFolders(root)).length;
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  const names = new Map<string, string>();
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize, size }) {
        total += originalSize;
        if (total > MAX_BYTES) throw refuse('payload-too-large', 'The archive holds more than 2 GB.');
        if (!name.endsWith('/') && !isOfCatalog(name))
          throw refuse(
            'bad-request',
            `The archive contains ${JSON.stringify(name)}, which does not belong in a catalog.`,
          );
        requireBounds(name, originalSize, size);
        requireDistinct(names, name);
        return true;
      },
    });
  } catch (thrown) {
    if (isRefusal(thrown)) throw thrown;
    throw refuse('bad-request', 'The file is not a catalog archive, or it is incomplete. Export it again.');
  }
}

/** Rejects files that are larger than any file of a trail, and files that are packed to expand enormously. */
function requireBounds(name: string, unpackedSize: number, packedSize: number): void {
  const max = /^[^/]+\/images\//.test(name) ? IMAGE_LIMITS.bytes : MAX_TEXT_BYTES;
  const isBomb = unpackedSize > MAX_TEXT_BYTES && unpackedSize > packedSize * MAX_RATIO;
  if (unpackedSize <= max && !isBomb) return;
  throw refuse('payload-too-large', `The archive contains ${JSON.stringify(name)}, which is too large for a trail.`);
}

/** On macOS and Windows, one of two names that differ only in case or in their Unicode form would be lost. */
function requireDistinct(names: Map<string, string>, name: string): void {
  const parts = name.split('/');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const path = parts.slice(0, depth).join('/');
    const key = path.normalize('NFC').toLowerCase();
    const before = names.get(key) ?? path;
    if (before !== path)
      throw refuse(
        'bad-request',
        `The archive contains ${JSON.stringify(before)} and ${JSON.stringify(path)}, which some systems do not ` +
          'distinguish. Rename one of them and export again.',
      );
    names.set(key, path);
  }
}
