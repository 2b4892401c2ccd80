// Files that the command writes. What fails names the file: a disk that is full names none by itself.
import { chmod, rename, rm, writeFile } from 'node:fs/promises';

const ENDING = '.part';

/** True for the name of a file that was begun, by whatever process, and is not in its place. */
export const isAttempt = (name: string): boolean => /\.\d+\.part$/.test(name);

/** Writes where the caller said, a device or a pipe too. */
export const writeTo = (file: string, content: string | Uint8Array): Promise<void> =>
  writeFile(file, content).catch((thrown: unknown) => {
    throw naming(file, thrown);
  });

/** The failure with the place that it concerns, where it names none. */
export const naming = (place: string, thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown && !('path' in thrown) ? Object.assign(thrown, { path: place }) : thrown;

/** Writes beside the file, then puts that in its place: a crash leaves the old one or the new one, a fault nothing. */
export async function putInPlace(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const fresh = `${file}.${process.pid}${ENDING}`;
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
