// Which passwords are refused because they are easy to guess. Generated random passwords never are.

import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { weaknessOf } from '../../src/identity/password-strength.ts';
import { isVariant } from '../../src/identity/password-variants.ts';
import { runs } from '../support/runs.ts';

const OWN = ['ana.lopez@acme.example', 'Ana López', 'Zürich Werke'];

test.each([
  ...[
    'Summer2026!!',
    'pässword1234',
    'Welcome2026!!',
    'Winter2025##',
    '2026-December',
    '!!Dragon!2026',
    'P@ssw0rd#2026',
  ],
  ...[
    '$ummer-2026!',
    'Hell0!!2026#',
    'Sommer_01.07.26',
    'März2026!!!!',
    'WelcomeSummer2026!',
    '  Monkey 1987  ',
    'Ｓｕｍｍｅｒ2026!!',
  ],
  ...['Pa$$w0rd!!!!!!!!!!2026', '4dm1n1str4t0r!', 'Zurich2026!!', 'zürich#31415', 'WerkeSummer26!', 'L0pez!2026!!'],
])('treats %s as a variant of a common or personal word', async (password) => {
  expect(await weaknessOf(password, OWN)).toBeDefined();
});

test.each([
  ...[
    'one quiet copper heron',
    'twelve chars',
    'Der Fluss singt leise',
    'summer heron copper',
    'Zürich ist eine Stadt',
  ],
  ...['dragon83640275916', 'correct-horse-battery', 'Winter copper 2026', '山の上の古い寺と静かな川の音'],
])('does not treat %s as such a variant', async (password) => {
  expect(await weaknessOf(password, OWN)).toBeUndefined();
});

test.each([
  ['01.07.2026dragon', true],
  ['01.07.2026-dragon', false],
  ['dragon01.07.2026', true],
  ['dragon01.07.2026-', false],
  ['01.07dragon.2026', true],
  ['01.07-dragon.2026', false],
  ['01.07dragon.2026-', false],
])(
  'considers a common word guessable if it has at most as many extra characters as a date: %s',
  async (password, isRefused) => {
    expect((await weaknessOf(password, OWN)) !== undefined).toBe(isRefused);
  },
);

test.each([
  ['lopez acme xq7v', true],
  ['lopez acme xq7vk', false],
  ['LÓPEZ-acme-lopez-xq7v', true],
  ['xq 7v lopez !!!! zürich', true],
])(
  'judges %s by the characters outside of personal words, of which at least five must be letters or digits: %s',
  async (password, isRefused) => {
    expect((await weaknessOf(password, OWN)) !== undefined).toBe(isRefused);
  },
);

test('treats words of three letters as personal, but not words of two', async () => {
  expect(await weaknessOf('bob bob bob kwz', ['Bob'])).toBeDefined();
  expect(await weaknessOf('kq kq kq vz wj', ['Kq'])).toBeUndefined();
});

test('checks names with endless combinations in the same time', () => {
  const own = ['aaa', 'aaaa', 'aaaaa', 'aaaaaa'];
  expect(isVariant('a'.repeat(200), () => false, own)).toBe(true);
  expect(isVariant(`${'a'.repeat(200)}q`, () => false, own)).toBe(false);
});

const WORDS = dictionary['diceware-common'] as readonly string[];
const SIGNS = [...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@#$%&*+-=?'];

const GENERATED = runs(100);

test.each([
  ['four words with spaces', (pick: Pick) => pick(WORDS, 4).join(' ')],
  ['four words in a row', (pick: Pick) => pick(WORDS, 4).join('')],
  [
    'three words with hyphens, capitals, a digit',
    (pick: Pick) => `${pick(WORDS, 3).map(capital).join('-')}${pick(DIGITS, 1)}`,
  ],
  ['16 characters of any kind', (pick: Pick) => pick(SIGNS, 16).join('')],
])(`refuses none of ${GENERATED} generated passwords: %s`, async (_, make) => {
  const refused: string[] = [];
  const pick = pickWith(20_261_122);
  for (let made = 0; made < GENERATED; made += 1) {
    const password = make(pick);
    if ([...password].length >= 12 && (await weaknessOf(password, OWN)) !== undefined) refused.push(password);
  }
  expect(refused).toEqual([]);
});

type Pick = (from: readonly string[], count: number) => string[];
const DIGITS = [...'0123456789'];
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Picks items with a generator for this seed (mulberry32), so that failures are reproducible. */
function pickWith(seed: number): Pick {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return (from, count) => Array.from({ length: count }, () => from[Math.floor(next() * from.length)] as string);
}
