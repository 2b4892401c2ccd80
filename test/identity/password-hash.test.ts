import crypto from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { hashPassword, matchesPassword, NOBODYS_HASH } from '../../src/identity/password-hash.ts';
import { realScrypt } from '../support/cheaper-scrypt.ts';
import { inPlaceOf } from '../support/in-place-of.ts';

afterAll(inPlaceOf(crypto, 'scrypt', realScrypt));

test('accepts the hashed password, and no other', async () => {
  const hash = await hashPassword('a heap of stones');
  expect(await matchesPassword('a heap of stones', hash)).toBe(true);
  for (const other of ['A heap of stones', 'a heap of stones ', ''])
    expect(await matchesPassword(other, hash)).toBe(false);
});

test('stores parameters and salt with the hash, so that two hashes of one password differ', async () => {
  const [one, other] = [await hashPassword('a heap of stones'), await hashPassword('a heap of stones')];
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(other).not.toBe(one);
});

test('still checks a hash made with other parameters', async () => {
  // RFC 7914 section 12, the third vector.
  const salt = Buffer.from('SodiumChloride').toString('base64url');
  const hash = Buffer.from(
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    'hex',
  ).toString('base64url');
  expect(await matchesPassword('pleaseletmein', `scrypt$16384$8$1$${salt}$${hash}`)).toBe(true);
  expect(await matchesPassword('pleaseletmeout', `scrypt$16384$8$1$${salt}$${hash}`)).toBe(false);
});

test('matches the dummy hash with no password, at the same cost as any other', async () => {
  expect(NOBODYS_HASH.split('$').slice(0, 4)).toEqual((await hashPassword('x')).split('$').slice(0, 4));
  expect(await matchesPassword('', NOBODYS_HASH)).toBe(false);
});

test.each(['', 'a heap of stones', 'scrypt$32768$8$3', 'argon2id$32768$8$3$c2FsdA$aGFzaA'])(
  'matches the stored text %j with no password',
  async (stored) => {
    expect(await matchesPassword('a heap of stones', stored)).toBe(false);
  },
);
