// Writes files for commands. Adds the file name to errors, because a full disk is reported without one.
import { chmod, rename, rm, writeFile } from 'node:fs/promises';

const ENDING = '.part';

/** True for a temporary file left by an interrupted write of any process. */
export const isAttempt = (name: string): boolean => /\.\d+\.part$/.test(name);

/** Writes directly to the path, which may be a device or a pipe. */
export const writeTo = (file: string, content: string | Uint8Array): Promise<void> =>
  writeFile(file, content).catch((thrown: unknown) => {
    throw naming(file, thrown);
  });

/** Adds the path to a system error that has none. */
export const naming = (place: string, thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown && !('path' in thrown) ? Object.assign(thrown, { path: place }) : thrown;

/** Replaces the file atomically: writes a temporary file and renames it. A failed write leaves nothing behind. */
export async function putInPlace(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const temporary = `${file}.${process.pid}${ENDING}`;
  try {
    await writeFile(temporary, content, mode === undefined ? {} : { mode });
    // If a crash left a file behind, it keeps its old mode.
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw Object.assign(thrown as Error, { path: file });
  }
}
