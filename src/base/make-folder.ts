// Makes a folder and those above it. `mkdir` of Node with `recursive` never ends where a file system takes no folder
// and says that something is missing, as /proc does: it makes the folder above, which is there, and tries again.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** One that is there stays as it is; `mode` is that of new ones. Throws what the file system says. */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const above = dirname(path);
  try {
    await makeOne(path, mode);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw thrown;
    await makeFolder(above, mode);
    await makeOne(path, mode);
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    throw thrown;
  }
}
