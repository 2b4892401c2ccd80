// What is kept of a user that was sent: what the person is called, and how long the texts are that are looked up by.
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { expect, test } from 'vitest';
import { userFacts } from '../../src/provisioning/users/user-record.ts';

// As docs/decisions.md has them: characters are code points, of which some take two units.
const LONGEST_NAME = 256;
const LONGEST_INDEXED = 500;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const FACES = '🙂😀😁😂🤣';

/** A text of so many characters, no two neighbours of which are the same. */
const textOf = (characters: string, length: number): string =>
  Array.from({ length }, (_, at) => [...characters][at % [...characters].length]).join('');

const called = (resource: object) => userFacts({ userName: 'ann', ...resource }, false).person;

test.each([
  ['displayName', (text: string) => ({ displayName: text }), 'name'],
  ['name.formatted', (text: string) => ({ name: { formatted: text } }), 'name'],
  ['userName', (text: string) => ({ userName: text }), 'name'],
  ['name.givenName', (text: string) => ({ name: { givenName: text } }), 'given_name'],
  ['name.familyName', (text: string) => ({ name: { familyName: text } }), 'family_name'],
] as const)('a person is called by the first 256 characters of %s', (_, resource, field) => {
  for (const characters of [LETTERS, FACES, `a${FACES}`])
    for (const length of [LONGEST_NAME - 1, LONGEST_NAME, LONGEST_NAME + 1, LONGEST_INDEXED])
      expect(called(resource(textOf(characters, length)))[field]).toBe(
        textOf(characters, Math.min(length, LONGEST_NAME)),
      );
});

test('a name of characters that nobody sees is passed over for the next one', () => {
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
])('a given name of %i and a family name of %i characters are a name of 256 at most', (given, family) => {
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
] as const)('%s has 500 characters at most, whatever they are written with', (name, resource) => {
  for (const characters of [LETTERS, FACES, `a${FACES}`]) {
    const send = (length: number) => () =>
      userFacts({ userName: 'ann', ...resource(textOf(characters, length)) }, false);
    expect(send(LONGEST_INDEXED)).not.toThrow();
    for (const length of [LONGEST_INDEXED + 1, 2 * LONGEST_INDEXED, 2 * LONGEST_INDEXED + 1])
      expect(send(length)).toThrow(`${name} has more than 500 characters. Shorten it.`);
  }
});
