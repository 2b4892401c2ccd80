// Derives keys from passwords in a separate thread. In Node's shared thread pool, scrypt would delay file access, image
// processing and DNS look-ups. This file is JavaScript because a thread starts from a file that is not compiled.
import { scryptSync } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/**
 * @typedef {{ readonly password: string, readonly salt: Uint8Array, readonly length: number,
 *   readonly N: number, readonly r: number, readonly p: number }} Derivation
 */

// On Linux, the priority applies to the thread. On other systems it would apply to the process.
const LOWER_PRIORITY = 10;
if (process.platform === 'linux') setPriority(Math.max(getPriority(), LOWER_PRIORITY));

parentPort?.on('message', (/** @type {Derivation} */ { password, salt, length, N, r, p }) => {
  const maxmem = 256 * N * r;
  parentPort?.postMessage(scryptSync(password, salt, length, { N, r, p, maxmem }));
});
