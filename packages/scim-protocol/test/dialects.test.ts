// Inbound resources: the parser normalizes what identity providers send, and names what is wrong.
import { describe, expect, it } from 'vitest';
import { readResource } from '../src/dialects.ts';
import type { JsonObject } from '../src/json.ts';
import { GROUP_TYPE, USER_TYPE } from '../src/resource-type.ts';
import { ENTERPRISE_USER_URN, GROUP_URN, USER_URN } from '../src/urns.ts';

const read = (body: unknown, strict = false): JsonObject => readResource(USER_TYPE, body, { strict });
const user = (members: JsonObject): JsonObject => ({ schemas: [USER_URN], userName: 'ann', ...members });

describe('an inbound user', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['loses nulls, empty lists and empty objects', { title: null, roles: [], addresses: [null], name: {} }, {}],
    ['loses read-only attributes', { id: 'x', meta: { version: '1' }, groups: [{ value: 'g' }] }, {}],
    ['loses its password in any spelling', { password: 'p', PASSWORD: 'p', [`${USER_URN}:password`]: 'p' }, {}],
    [
      'gets names in canonical case',
      { DISPLAYNAME: 'A', NAME: { GIVENname: 'B' } },
      { displayName: 'A', name: { givenName: 'B' } },
    ],
    [
      'gets booleans from strings',
      { active: 'FALSE', ims: [{ value: 'x', primary: 'True' }] },
      { active: false, ims: [{ value: 'x', primary: true }] },
    ],
    ['keeps values as they are', { title: ' Buyer ', locale: '' }, { title: ' Buyer ', locale: '' }],
    ['has no empty externalId', { externalId: '' }, {}],
    [
      'keeps one of equal elements',
      {
        ims: [
          { value: 'x', type: 'a' },
          { value: 'x', type: 'A' },
        ],
      },
      { ims: [{ value: 'x', type: 'a' }] },
    ],
    [
      'keeps two values of one type',
      {
        ims: [
          { value: 'x', type: 'a' },
          { value: 'y', type: 'a' },
        ],
      },
      {
        ims: [
          { value: 'x', type: 'a' },
          { value: 'y', type: 'a' },
        ],
      },
    ],
    [
      'keeps the first of two primary values',
      {
        ims: [
          { value: 'x', primary: true },
          { value: 'y', primary: true },
        ],
      },
      {
        ims: [
          { value: 'x', primary: true },
          { value: 'y', primary: false },
        ],
      },
    ],
    ['gets a list from one value', { emails: { value: 'x' } }, { emails: [{ value: 'x' }] }],
    ['gets objects from bare strings', { roles: ['r', 's'] }, { roles: [{ value: 'r' }, { value: 's' }] }],
    [
      'gets its extension from bare names',
      { department: 'D', manager: 'm' },
      { schemas: [USER_URN, ENTERPRISE_USER_URN], [ENTERPRISE_USER_URN]: { department: 'D', manager: { value: 'm' } } },
    ],
    [
      'gets its extension from URN names',
      { [`${ENTERPRISE_USER_URN}:DEPARTMENT`]: 'D', [`${ENTERPRISE_USER_URN.toUpperCase()}`]: { costCenter: 'C' } },
      { schemas: [USER_URN, ENTERPRISE_USER_URN], [ENTERPRISE_USER_URN]: { department: 'D', costCenter: 'C' } },
    ],
    [
      'gets objects from dotted names',
      { 'name.givenName': 'A', 'name.familyName': 'B' },
      { name: { givenName: 'A', familyName: 'B' } },
    ],
    ['has no manager without an id', { [ENTERPRISE_USER_URN]: { manager: { value: '', displayName: 'Boss' } } }, {}],
    [
      'keeps attributes that are not in a schema',
      { shoeSize: 42, 'urn:example:User': { badge: null, nested: [{ a: 1 }] } },
      {
        schemas: [USER_URN, 'urn:example:User'],
        shoeSize: 42,
        'urn:example:User': { badge: null, nested: [{ a: 1 }] },
      },
    ],
    [
      'reads members under the URN of the core schema as its own, except a password',
      { [USER_URN.toUpperCase()]: { title: 'Buyer', password: 'secret', name: { givenName: 'Ann' } } },
      { title: 'Buyer', name: { givenName: 'Ann' } },
    ],
    [
      'moves an attribute prefixed with the URN of an unknown extension into that extension',
      { 'urn:example:2.0:User:badge': '1' },
      { schemas: [USER_URN, 'urn:example:2.0:User'], 'urn:example:2.0:User': { badge: '1' } },
    ],
    [
      'does not list schemas that it does not use',
      { schemas: [USER_URN, ENTERPRISE_USER_URN, 'urn:example:User'] },
      {},
    ],
  ])('%s', (_, members, wanted) => {
    expect(read(user(members))).toEqual(user(wanted));
  });

  it('may omit schemas', () => {
    expect(read({ userName: 'ann' })).toEqual(user({}));
  });

  it.each<[string, unknown, string, string]>([
    ['no object', [], 'invalidSyntax', 'JSON object'],
    ['nothing', undefined, 'invalidSyntax', 'JSON object'],
    ['no userName', { displayName: 'x' }, 'invalidValue', 'userName is required'],
    ['a blank userName', { userName: ' ' }, 'invalidValue', 'userName is required'],
    ['a number for a string', user({ title: 5 }), 'invalidValue', 'title must be a string, not 5'],
    ['a word for a boolean', user({ active: 'yes' }), 'invalidValue', 'active must be a boolean, not "yes"'],
    ['a string for an object', user({ name: 'Ann' }), 'invalidValue', 'name must be an object'],
    [
      'a wrong type inside',
      user({ emails: [{ value: 'x' }, { value: {} }] }),
      'invalidValue',
      'emails[1].value must be',
    ],
    ['an extension that is not an object', user({ [ENTERPRISE_USER_URN]: 'x' }), 'invalidValue', 'must be an object'],
    ['schemas that are not a list', { ...user({}), schemas: USER_URN }, 'invalidValue', 'schemas must be'],
    ['one attribute twice', user({ title: 'a', TITLE: 'b' }), 'invalidSyntax', 'title twice'],
    ['one sub-attribute twice', user({ name: { givenName: 'a', GivenName: 'b' } }), 'invalidSyntax', 'givenName twice'],
    ['an invalid name', user({ 'a b': 1 }), 'invalidSyntax', 'not an attribute name'],
    ['an attribute called __proto__', JSON.parse('{"userName":"a","__proto__":{"x":1}}'), 'invalidSyntax', '__proto__'],
    ['__proto__ deep inside', JSON.parse('{"userName":"a","x":[{"__proto__":1}]}'), 'invalidSyntax', '__proto__'],
    [
      'too many values',
      user({ ims: Array.from({ length: 1_001 }, (_, at) => ({ value: `${at}` })) }),
      'invalidValue',
      'at most 1000',
    ],
  ])('is refused with %s', (_, body, scimType, sentence) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({ status: 400, scimType, message: expect.stringContaining(sentence) }),
    );
  });

  it('is refused without recursion if it is nested too deeply', () => {
    const deep = JSON.parse(`{"userName":"a","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    expect(() => read(deep)).toThrow(expect.objectContaining({ scimType: 'invalidSyntax' }));
  });

  it.each<[string, JsonObject]>([
    ['no schemas', { userName: 'a' }],
    ['schemas without the core one', { schemas: [ENTERPRISE_USER_URN], userName: 'a' }],
    ['an unknown schema', user({ schemas: [USER_URN, 'urn:example:User'] })],
    ['an unknown attribute', user({ shoeSize: 42 })],
    ['a boolean in quotes', user({ active: 'true' })],
    ['a bare extension attribute', user({ department: 'D' })],
    ['a dotted name', user({ 'name.givenName': 'A' })],
    [
      'a manager that is a string',
      user({ schemas: [USER_URN, ENTERPRISE_USER_URN], [ENTERPRISE_USER_URN]: { manager: 'm' } }),
    ],
    [
      'two primary values',
      user({
        ims: [
          { value: 'x', primary: true },
          { value: 'y', primary: true },
        ],
      }),
    ],
  ])('is refused in strict mode with %s', (_, body) => {
    expect(() => read(body, true)).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => read(body)).not.toThrow();
  });

  it('accepts in strict mode everything that RFC 7644 allows, including echoed values and nulls', () => {
    const body = user({
      id: 'x',
      meta: {},
      title: null,
      USERTYPE: 'e',
      emails: [{ value: 'x', primary: true }],
      password: 'p',
    });
    expect(read(body, true)).toEqual(user({ userType: 'e', emails: [{ value: 'x', primary: true }] }));
  });
});

describe('an inbound group', () => {
  const group = (body: JsonObject) => readResource(GROUP_TYPE, body);

  it('keeps only the ids of members, not their names', () => {
    const body = {
      displayName: 'S',
      members: [{ value: 'a', display: 'A', $ref: null }, { value: 'a' }, { value: 'b' }],
    };
    expect(group(body)).toEqual({ schemas: [GROUP_URN], displayName: 'S', members: [{ value: 'a' }, { value: 'b' }] });
  });

  it('can have 100,000 members', () => {
    const members = Array.from({ length: 100_000 }, (_, index) => ({ value: `user-${index}` }));
    expect(group({ displayName: 'S', members }).members).toHaveLength(100_000);
  });

  it('is refused if a member has no id', () => {
    expect(() => group({ displayName: 'S', members: [{ display: 'A' }] })).toThrow('members[0].value is required.');
  });
});

describe('a wrapped value', () => {
  const manager = (value: JsonObject[string]): JsonObject => ({ [ENTERPRISE_USER_URN]: { manager: value } });

  it('is unwrapped from a one-element list', () => {
    expect(read(user({ title: [{ $ref: null, value: 'Buyer' }], active: ['True'] }))).toMatchObject({
      title: 'Buyer',
      active: true,
    });
    expect(read(user(manager([{ value: 'm' }])))).toMatchObject(manager({ value: 'm' }));
  });

  // With two values, the intended one would be ambiguous.
  it.each<[string, JsonObject]>([
    ['texts', { title: ['Buyer', 'Seller'] }],
    ['wrapped texts', { title: [{ value: 'Buyer' }, { value: 'Seller' }] }],
    ['booleans', { active: [true, false] }],
    ['managers', manager([{ value: 'm' }, { value: 'n' }])],
  ])('is refused if the list has two elements: %s', (_, members) => {
    expect(() => read(user(members))).toThrow(expect.objectContaining({ status: 400 }));
  });
});
