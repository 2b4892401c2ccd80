// A whole catalog as one file (zip): the folder without its lock file, so that another Cairn takes it as its own.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { ifThere } from '../../base/if-there.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { refuse } from '../../base/refusal.ts';
import { trailFolders } from './local-trail.ts';
import { writeWithin } from './trail-files.ts';

/** All images of a large catalog; what claims more is not unpacked. */
const MOST_BYTES = 2 * 1_024 ** 3;
/** A file of a trail: nothing that leads out of its folder, and no file of the machine's. */
const OF_TRAIL = /^[a-z0-9][a-z0-9_-]*\/(?:trail\.yaml|setup\.md|prompts\/[\w.-]+\.md|images\/[\w.-]+)$/i;
const isOfCatalog = (path: string): boolean => path === 'order.txt' || OF_TRAIL.test(path);
/** The same bytes for the same catalog. */
const MTIME = new Date('1980-01-02T00:00:00Z');

/** The archive of the folder's trails, in the order that `folders` has. */
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
 * Unpacks into a folder that holds no trails yet, and answers how many there are now. Refuses with `bad-request` what
 * is no such archive, with `conflict` a folder that is in use, with `payload-too-large` more than 2 GB.
 */
export async function unpackCatalog(bytes: Uint8Array, root: string): Promise<number> {
  const isThere = (await ifThere(stat(root))) !== undefined;
  if (isThere && (await trailFolders(root)).length > 0)
    throw refuse('conflict', `${root} holds trails already. Name an empty folder with --dir.`);
  const files = unpacked(bytes);
  const names = Object.keys(files).filter((name) => !name.endsWith('/'));
  const stray = names.find((name) => !isOfCatalog(name));
  if (stray !== undefined)
    throw refuse('bad-request', `The archive holds ${JSON.stringify(stray)}, which is no file of a catalog.`);
  await makeFolder(root);
  // trail.yaml last: a folder that was cut short is none yet.
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
        if (total > MOST_BYTES) throw refuse('payload-too-large', 'The archive holds more than 2 GB.');
        return true;
      },
    });
  } catch (thrown) {
    if (total > MOST_BYTES) throw thrown;
    throw refuse('bad-request', 'The file is no archive of a catalog, or was cut short. Export it again.');
  }
}
