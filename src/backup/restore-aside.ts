// Restores a backup on the side in a short-lived process (`cairn restore --check`), so that neither its memory nor its
// failure affects the service. Embedded storage is restored into a temporary folder, a server's backup into a scratch
// database on the server.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Restored } from './verification.ts';

const COMMAND = fileURLToPath(new URL('../cli/cairn.js', import.meta.url));
/** At most 128 MB of JavaScript objects and 512 MB of the embedded database, in pages of 64 KiB. */
const BOUNDS = ['--max-old-space-size=128', '--wasm-max-mem-pages=8192'];
/** The process prints one line of JSON, or an error. */
const MAX_OUTPUT = 65_536;

/** Fails with the sentence of the command if the backup cannot be restored. */
export async function restoreAside(folder: string, signal: AbortSignal): Promise<Restored> {
  const args = [...BOUNDS, COMMAND, 'restore', '--check', '--json', folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { signal, maxBuffer: MAX_OUTPUT }).catch(
    (thrown: Error & { readonly stderr?: string }) => {
      throw new Error(thrown.stderr?.trim().replaceAll(/\s+/g, ' ') || thrown.message, { cause: thrown });
    },
  );
  const { tables, rows, seconds } = JSON.parse(stdout) as Restored;
  return { tables, rows, seconds };
}
