import { afterAll, beforeAll, expect, test } from 'vitest';
import { fairTurns } from '../../src/base/fair-turns.ts';
import { type Derivation, type Deriver, derivationThreads } from '../../src/identity/derivation-threads.ts';
import { NOBODYS_HASH, type PasswordHasher, passwordHasher } from '../../src/identity/password-hash.ts';
import { cheapDeriver } from '../support/cheap-deriver.ts';

const FREE = { places: 2, openPlaces: 2, placesPerKey: 2, maxWaiting: 2 };
const VISITOR = { key: 'here', isKnown: true };

let threads: Deriver;
let hasher: PasswordHasher;
const derivations: Derivation[] = [];
beforeAll(() => {
  threads = derivationThreads();
  const derive: Deriver['derive'] = (derivation) => {
    derivations.push(derivation);
    return derivation.N === 16_384 ? threads.derive(derivation) : cheapDeriver.derive(derivation);
  };
  hasher = passwordHasher(
    { derive },
    fairTurns(FREE, Date.now, () => new Error('full')),
  );
});
afterAll(() => threads.close());

const hash = (password: string) => hasher.hash(password, VISITOR);
const matches = (password: string, stored: string) => hasher.matches(password, async () => stored, VISITOR);

test('accepts the hashed password, and no other', async () => {
  const stored = await hash('a heap of stones');
  expect(await matches('a heap of stones', stored)).toBe(true);
  for (const other of ['A heap of stones', 'a heap of stones ', '']) expect(await matches(other, stored)).toBe(false);
});

test('accepts the same characters in a different Unicode form', async () => {
  expect(await matches('Wegweiser fu\u0308r Bu\u0308ro', await hash('Wegweiser für Büro'))).toBe(true);
});

test('stores parameters and salt with the hash, so that two hashes of one password differ', async () => {
  const [one, other] = [await hash('a heap of stones'), await hash('a heap of stones')];
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(other).not.toBe(one);
});

test('still accepts a hash made with other parameters', async () => {
  // RFC 7914 section 12, the third vector.
  const salt = Buffer.from('SodiumChloride').toString('base64url');
  const stored = Buffer.from(
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    'hex',
  ).toString('base64url');
  expect(await matches('pleaseletmein', `scrypt$16384$8$1$${salt}$${stored}`)).toBe(true);
  expect(await matches('pleaseletmeout', `scrypt$16384$8$1$${salt}$${stored}`)).toBe(false);
});

test('matches no password against the dummy hash, at the same cost as any other', async () => {
  derivations.length = 0;
  await hash('x');
  expect(await matches('', NOBODYS_HASH)).toBe(false);
  const [one, other] = derivations.map(({ N, r, p, length }) => ({ N, r, p, length }));
  expect(other).toEqual(one);
});

test.each(['', 'a heap of stones', 'scrypt$32768$8$3', 'argon2id$32768$8$3$c2FsdA$aGFzaA'])(
  'matches no password against the stored text %j',
  async (stored) => {
    expect(await matches('a heap of stones', stored)).toBe(false);
  },
);
