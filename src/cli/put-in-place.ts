// A file of the command's own, written whole: a crash leaves the old one or the new one.
import { chmod, rename, rm, writeFile } from 'node:fs/promises';

/** Writes beside the file, then puts that in its place. What fails leaves nothing behind, and names the file. */
export async function putInPlace(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const fresh = `${file}.${process.pid}.part`;
  try {
    await writeFile(fresh, content, mode === undefined ? {} : { mode });
    // One that a crash left behind keeps its rights.
    if (mode !== undefined) await chmod(fresh, mode);
    await rename(fresh, file);
  } catch (thrown) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw Object.assign(thrown as Error, { path: file });
  }
}
