// Hashing a password costs a fifth of a second of CPU time. test/identity/password-hash.test.ts tests the real cost.
// All other tests of these processes pay a thirty-second of it.
import crypto, { type ScryptOptions } from 'node:crypto';
import { inPlaceOf } from './in-place-of.ts';

/** The overload of scrypt that the service calls. */
export type Scrypt = (
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
  done: (failure: Error | null, key: Buffer) => void,
) => void;

const FOUND = Symbol.for('cairn.scrypt-as-found');
const shared = globalThis as { [FOUND]?: typeof crypto.scrypt };

export const realScrypt = shared[FOUND] ?? crypto.scrypt;

const cheaper: Scrypt = (password, salt, length, options, done) =>
  realScrypt(password, salt, length, { ...options, N: 1_024 }, done);

if (shared[FOUND] === undefined) inPlaceOf(crypto, 'scrypt', cheaper as typeof crypto.scrypt);
shared[FOUND] = realScrypt;
