// How many connections to accept so that enough files remain for the process: database connections, outgoing
// connections, images, and modules loaded on first use. Node never retries a module that it could not open.
import { readFileSync } from 'node:fs';

/** More files than the process ever has open apart from connections. */
const OWN_FILES = 512;

/** Derived from the system's limit if it is known; half of that limit if it is low. */
export const connectionsBesideFiles = (most = openFiles()): number => most - Math.min(OWN_FILES, Math.floor(most / 2));

/** The open file limit of the process (`ulimit -n`). Node has already raised it as far as possible. */
function openFiles(): number {
  try {
    const [, soft = ''] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === '' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
