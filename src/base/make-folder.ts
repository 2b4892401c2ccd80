// Makes a folder and those above it. `mkdir` of Node with `recursive` never ends where a file system takes no folder
// and says that something is missing, as /proc does: it makes the folder above, which is there, and tries again.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifThere } from './if-there.ts';

/** One that is there stays as it is; `mode` is that of new ones. Throws what the file system says. */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || (await ifThere(stat(above))) !== undefined) throw thrown;
    await makeFolder(above, mode);
    await makeFolder(path, mode);
  }
}
