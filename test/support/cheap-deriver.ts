// Deriving a key from a password takes a quarter of a second of CPU time. Services in tests take a thirty-second of
// that, in the process of the test. test/identity/derivation-threads.test.ts starts real threads.
import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Derivation, Deriver } from '../../src/identity/derivation-threads.ts';

const derived = promisify<string, Buffer, number, object, Buffer>(scrypt);

export const cheapDeriver: Deriver = {
  derive: ({ password, salt, length, r, p }: Derivation) => derived(password, salt, length, { N: 1_024, r, p }),
  close: async () => undefined,
};
