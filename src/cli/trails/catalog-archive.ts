// Exports a catalog as a zip file: the folder without its lock file, so another Cairn can import it.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { ifThere, makeFolder } from '../../base/files.ts';
import { refuse } from '../../base/refusal.ts';
import { trailFolders } from './local-trail.ts';
import { writeWithin } from './trail-files.ts';

/** Enough for all images of a large catalog. Larger archives are rejected. */
const MAX_BYTES = 2 * 1_024 ** 3;
/** Allows only files of a trail: nothing outside its folder, and no system files. */
const OF_TRAIL = /^[a-z0-9][a-z0-9_-]*\/(?:trail\.yaml|setup\.md|prompts\/[\w.-]+\.md|images\/[\w.-]+)$/i;
const isOfCatalog = (path: string): boolean => path === 'order.txt' || OF_TRAIL.test(path);
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
  const stray = names.find((name) => !isOfCatalog(name));
  if (stray !== undefined)
    throw refuse('bad-request', `The archive contains ${JSON.stringify(stray)}, which does not belong in a catalog.`);
  await makeFolder(root);
  // Write trail.yaml last, so an incomplete folder is not a trail.
  for (const name of names.sort((one, other) => Number(/trail\.yaml$/.test(one)) - Number(/trail\.yaml$/.test(other))))
    await writeWithin(root, join(...name.split('/')), files[name] ?? new Uint8Array());
  return (await trailFolders(root)).length;
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter({ originalSize }) {
        total += originalSize;
        if (total > MAX_BYTES) throw refuse('payload-too-large', 'The archive holds more than 2 GB.');
        return true;
      },
    });
  } catch (thrown) {
    if (total > MAX_BYTES) throw thrown;
    throw refuse('bad-request', 'The file is not a catalog archive, or it is incomplete. Export it again.');
  }
}
