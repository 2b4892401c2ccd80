// The stored data of a user: the person's name, and the lengths of indexed texts.
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { expect, test } from 'vitest';
import { userFacts } from '../../src/provisioning/users/user-record.ts';

// As docs/decisions.md says, characters are code points, some of which have two code units.
const LONGEST_NAME = 256;
const LONGEST_INDEXED = 500;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const FACES = '🙂😀😁😂🤣';

/** A text of this length in which no two neighbors are equal. */
const textOf = (characters: string, length: number): string =>
  Array.from({ length }, (_, at) => [...characters][at % [...characters].length]).join('');

const called = (resource: object) => userFacts({ userName: 'ann', ...resource }, { strict: false }).person;

test.each([
  ['displayName', (text: string) => ({ displayName: text }), 'name'],
  ['name.formatted', (text: string) => ({ name: { formatted: text } }), 'name'],
  ['userName', (text: string) => ({ userName: text }), 'name'],
  ['name.givenName', (text: string) => ({ name: { givenName: text } }), 'given_name'],
  ['name.familyName', (text: string) => ({ name: { familyName: text } }), 'family_name'],
] as const)('uses at most the first 256 characters of %s as a name', (_, resource, field) => {
  for (const characters of [LETTERS, FACES, `a${FACES}`])
    for (const length of [LONGEST_NAME - 1, LONGEST_NAME, LONGEST_NAME + 1, LONGEST_INDEXED])
      expect(called(resource(textOf(characters, length)))[field]).toBe(
        textOf(characters, Math.min(length, LONGEST_NAME)),
      );
});

test('skips a name of invisible characters and uses the next one', () => {
  const unseen = '\u200b\u3164';
  expect(called({ displayName: unseen, name: { formatted: 'Ann Lee' } }).name).toBe('Ann Lee');
  expect(called({ displayName: unseen, name: { formatted: unseen, givenName: unseen } }).name).toBe('ann');
});

test.each([
  [1, 1],
  [127, 128],
  [128, 128],
  [LONGEST_NAME, 1],
  [LONGEST_NAME, LONGEST_NAME],
  [LONGEST_NAME + 1, LONGEST_NAME + 1],
])('shortens a given name of %i and a family name of %i characters to a name of 256', (given, family) => {
  for (const characters of [LETTERS, FACES]) {
    const [givenName, familyName] = [textOf(characters, given), textOf(characters, family)];
    const whole = [...`${[...givenName].slice(0, LONGEST_NAME).join('')} ${familyName}`];
    expect(called({ name: { givenName, familyName } }).name).toBe(whole.slice(0, LONGEST_NAME).join('').trim());
  }
});

test.each([
  ['userName', (text: string) => ({ userName: text })],
  ['displayName', (text: string) => ({ displayName: text })],
  ['externalId', (text: string) => ({ externalId: text })],
  ['emails', (text: string) => ({ emails: [{ value: text }] })],
  ['manager', (text: string) => ({ [ENTERPRISE_USER_URN]: { manager: { value: text } } })],
] as const)('limits %s to 500 characters, in any script', (name, resource) => {
  for (const characters of [LETTERS, FACES, `a${FACES}`]) {
    const send = (length: number) => () =>
      userFacts({ userName: 'ann', ...resource(textOf(characters, length)) }, { strict: false });
    expect(send(LONGEST_INDEXED)).not.toThrow();
    for (const length of [LONGEST_INDEXED + 1, 2 * LONGEST_INDEXED, 2 * LONGEST_INDEXED + 1])
      expect(send(length)).toThrow(`${name} has more than 500 characters. Shorten it.`);
  }
});
