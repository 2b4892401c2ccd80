// A hash of a password costs a fifth of a second of a processor, which is tested where it is made
// (test/identity/password-hash.test.ts); everywhere else in these processes it costs a thirty-second of that.
import crypto, { type ScryptOptions } from 'node:crypto';
import { inPlaceOf } from './in-place-of.ts';

/** The one of its forms that is called. */
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
