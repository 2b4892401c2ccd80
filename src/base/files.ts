// Folders and files that may be missing. Node's recursive `mkdir` loops forever on file systems like /proc that accept
// no folders but report a missing parent: it creates the parent, which exists, and tries again.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Keeps an existing folder. `mode` applies to new ones. Throws the file system's error, and `ENOTSUP` if it does not
 * accept folders.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const above = dirname(path);
  try {
    await makeOne(path, mode);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw thrown;
    await makeFolder(above, mode);
    await makeOne(path, mode).catch((again: NodeJS.ErrnoException) => {
      throw again.code === 'ENOENT' ? takesNone(path) : again;
    });
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    // If a permission were missing, the error would be EACCES (mkdir(2)).
    throw code === 'EPERM' ? takesNone(path) : thrown;
  }
}

const takesNone = (path: string): Error =>
  Object.assign(new Error(`ENOTSUP: the file system takes no folders, mkdir '${path}'`), {
    code: 'ENOTSUP',
    path,
  });

const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

/** The result of the file system operation, or undefined if the file does not exist. Other errors are thrown. */
export const ifThere = <Value>(asked: Promise<Value>): Promise<Value | undefined> =>
  asked.catch((thrown: NodeJS.ErrnoException) => {
    if (ABSENT.has(thrown.code ?? '')) return undefined;
    throw thrown;
  });
