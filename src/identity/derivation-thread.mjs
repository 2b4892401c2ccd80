// Derives keys from passwords in a thread of its own: scrypt in Node's shared thread pool would hold up files, images
// and name look-ups. JavaScript, because a thread starts from a file that nothing has compiled.
import { scryptSync } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/**
 * @typedef {{ readonly password: string, readonly salt: Uint8Array, readonly length: number,
 *   readonly N: number, readonly r: number, readonly p: number }} Derivation
 */

// On Linux a priority belongs to the thread, and elsewhere to the process.
const LOWER_PRIORITY = 10;
if (process.platform === 'linux') setPriority(Math.max(getPriority(), LOWER_PRIORITY));

parentPort?.on('message', (/** @type {Derivation} */ { password, salt, length, N, r, p }) => {
  const maxmem = 256 * N * r;
  parentPort?.postMessage(scryptSync(password, salt, length, { N, r, p, maxmem }));
});
