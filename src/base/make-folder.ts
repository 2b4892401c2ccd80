// Makes a folder and those above it. `mkdir` of Node with `recursive` never ends where a file system takes no folder
// and says that something is missing, as /proc does: it makes the folder above, which is there, and tries again.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * One that is there stays as it is; `mode` is that of new ones. Throws what the file system says, and `ENOTSUP` for one
 * that takes no folders.
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
    // Of a user without the right it is EACCES (mkdir(2)).
    throw code === 'EPERM' ? takesNone(path) : thrown;
  }
}

const takesNone = (path: string): Error =>
  Object.assign(new Error(`ENOTSUP: the file system takes no folders, mkdir '${path}'`), { code: 'ENOTSUP', path });
