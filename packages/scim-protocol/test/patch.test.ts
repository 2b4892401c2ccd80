// PATCH (RFC 7644 3.5.2) of one resource in memory: how each form changes a user, and the errors.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../src/json.ts';
import { applyPatch, type PatchResult } from '../src/patch.ts';
import { readPatch } from '../src/patch-request.ts';
import { USER_TYPE } from '../src/resource-type.ts';
import { ScimError } from '../src/scim-error.ts';
import { ENTERPRISE_USER_URN, GROUP_URN, PATCH_OP_URN, USER_URN } from '../src/urns.ts';

const ann: JsonObject = {
  schemas: [USER_URN, ENTERPRISE_USER_URN],
  id: 'ann',
  userName: 'ann@example.com',
  externalId: 'e-1',
  active: true,
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [
    { value: 'ann@work.com', type: 'work', primary: true },
    { value: 'ann@home.com', type: 'home' },
  ],
  groups: [{ value: 'g1', display: 'Sales' }],
  [ENTERPRISE_USER_URN]: { department: 'Sales', manager: { value: 'm1', $ref: '../Users/m1' } },
  meta: { resourceType: 'User', version: 'W/"1"' },
};

const body = (...Operations: JsonValue[]): JsonObject => ({ schemas: [PATCH_OP_URN], Operations });

function patch(operations: JsonValue[], resource = ann, strict = false): PatchResult {
  return applyPatch(USER_TYPE, resource, readPatch(USER_TYPE, body(...operations), { strict }), { strict });
}

function refusal(operations: JsonValue[], strict = false): ScimError {
  try {
    patch(operations, ann, strict);
  } catch (error) {
    if (error instanceof ScimError) return error;
    throw error;
  }
  throw new Error('The PATCH was accepted.');
}

const manager = `${ENTERPRISE_USER_URN}:manager`;
const OWN_URN = 'urn:ietf:params:scim:schemas:extension:acme:2.0:User';

describe('edge cases', () => {
  const many: JsonObject = {
    ...ann,
    emails: [
      { value: 'ann@work.com', type: 'work' },
      { value: 'ann@work.com', type: 'home' },
    ],
    groups: [{ value: 'g1' }, { value: 'g2' }],
  };

  it('keeps an equal value of another type when an operation removes a value with its type', () => {
    const operation = { op: 'Remove', path: 'emails', value: [{ value: 'ann@work.com', type: 'home' }] };
    expect(patch([operation], many).resource.emails).toEqual([{ value: 'ann@work.com', type: 'work' }]);
    const untyped = { op: 'Remove', path: 'emails', value: [{ value: 'ann@work.com' }] };
    expect(patch([untyped], many).resource).not.toHaveProperty('emails');
  });

  it('reports no target for a write without a filter if neither of two elements is primary', () => {
    const operation = { op: 'replace', path: 'emails.display', value: 'Ann' };
    expect(() => patch([operation], many)).toThrow(ScimError);
    const [first] = many.emails as JsonObject[];
    const alone = patch([operation], { ...many, emails: [first ?? {}] }).resource.emails;
    expect(alone).toEqual([{ ...first, display: 'Ann' }]);
  });

  it('does not treat a list of groups as an echo if its length differs from the current one', () => {
    for (const groups of [
      [{ value: 'g1' }],
      [{ value: 'g1' }, { value: 'g2' }, { value: 'g3' }],
      [{ value: 'g1' }, { value: 'g1' }],
    ])
      expect(() => patch([{ op: 'replace', value: { groups } }], many)).toThrow(/read-only/);
    expect(patch([{ op: 'replace', value: { groups: [{ value: 'g2' }, { value: 'g1' }] } }], many).changed).toBe(false);
  });
});

describe('a PATCH', () => {
  it.each<[string, JsonValue, JsonObject]>([
    ['sets a simple attribute', { op: 'add', path: 'title', value: 'Buyer' }, { title: 'Buyer' }],
    ['accepts verbs and paths in any case', { op: 'REPLACE', path: 'DISPLAYNAME', value: 'A' }, { displayName: 'A' }],
    ['reads boolean strings', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [
      'sets a sub-attribute and keeps its siblings',
      { op: 'replace', path: 'name.givenName', value: 'Anna' },
      { name: { givenName: 'Anna', familyName: 'Lee' } },
    ],
    [
      'merges a complex value into the existing one',
      { op: 'replace', path: 'name', value: { familyName: 'Moore' } },
      { name: { givenName: 'Ann', familyName: 'Moore' } },
    ],
    [
      'adds only new values',
      { op: 'add', path: 'phoneNumbers', value: [{ value: '1', type: 'work' }, null, { value: '1', type: 'work' }] },
      { phoneNumbers: [{ value: '1', type: 'work' }] },
    ],
    [
      'makes a new primary value replace the old one',
      { op: 'add', path: 'emails', value: [{ value: 'x@y.z', type: 'other', primary: true }] },
      {
        emails: [
          { value: 'ann@work.com', type: 'work', primary: false },
          { value: 'ann@home.com', type: 'home' },
          { value: 'x@y.z', type: 'other', primary: true },
        ],
      },
    ],
    [
      'lets a selected value become primary',
      { op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' },
      {
        emails: [
          { value: 'ann@work.com', type: 'work', primary: false },
          { value: 'ann@home.com', type: 'home', primary: true },
        ],
      },
    ],
    [
      'writes the primary one of two elements without a selection',
      { op: 'replace', path: 'emails.display', value: 'Ann' },
      {
        emails: [
          { value: 'ann@work.com', type: 'work', primary: true, display: 'Ann' },
          { value: 'ann@home.com', type: 'home' },
        ],
      },
    ],
    [
      'replaces a selected element and keeps the selecting properties',
      { op: 'replace', path: 'emails[type eq "work"]', value: { value: 'new@work.com' } },
      {
        emails: [
          { value: 'new@work.com', type: 'work' },
          { value: 'ann@home.com', type: 'home' },
        ],
      },
    ],
    [
      'adds to a selected element',
      { op: 'add', path: 'emails[type eq "home"]', value: { display: 'Home' } },
      {
        emails: [
          { value: 'ann@work.com', type: 'work', primary: true },
          { value: 'ann@home.com', type: 'home', display: 'Home' },
        ],
      },
    ],
    [
      'creates the element that a type describes',
      { op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '2' },
      { phoneNumbers: [{ type: 'mobile', value: '2' }] },
    ],
    [
      'creates the element that a type and a primary describe',
      { op: 'add', path: 'roles[primary eq "True" and type eq "app"].value', value: 'r' },
      { roles: [{ primary: true, type: 'app', value: 'r' }] },
    ],
    [
      'removes selected elements',
      { op: 'remove', path: 'emails[value co "home"]' },
      { emails: [{ value: 'ann@work.com', type: 'work', primary: true }] },
    ],
    [
      'removes only the elements that its value names',
      { op: 'Remove', path: 'emails', value: [{ $ref: null, value: 'ann@work.com' }] },
      { emails: [{ value: 'ann@home.com', type: 'home' }] },
    ],
    [
      'without a path takes dotted names, URNs and value paths',
      {
        op: 'replace',
        value: {
          'name.givenName': 'Anna',
          [`${ENTERPRISE_USER_URN}:department`]: 'IT',
          [ENTERPRISE_USER_URN]: { costCenter: '7', division: null },
          'emails[type eq "home"].value': 'h@h.h',
        },
      },
      {
        name: { givenName: 'Anna', familyName: 'Lee' },
        emails: [
          { value: 'ann@work.com', type: 'work', primary: true },
          { value: 'h@h.h', type: 'home' },
        ],
        [ENTERPRISE_USER_URN]: { department: 'IT', manager: { value: 'm1', $ref: '../Users/m1' }, costCenter: '7' },
      },
    ],
    [
      'without a path keeps attributes outside the schemas',
      { op: 'add', value: { favouriteColour: { hue: 3 }, 'urn:example:2.0:User': { badge: '1' } } },
      {
        schemas: [USER_URN, ENTERPRISE_USER_URN, 'urn:example:2.0:User'],
        favouriteColour: { hue: 3 },
        'urn:example:2.0:User': { badge: '1' },
      },
    ],
    [
      'replaces a manager as a whole',
      { op: 'replace', path: manager, value: 'm2' },
      { [ENTERPRISE_USER_URN]: { department: 'Sales', manager: { value: 'm2' } } },
    ],
    [
      'replaces a manager by its value',
      { op: 'replace', path: 'manager.value', value: 'm2' },
      { [ENTERPRISE_USER_URN]: { department: 'Sales', manager: { value: 'm2' } } },
    ],
    [
      'clears a manager with ""',
      { op: 'replace', path: manager, value: '' },
      { [ENTERPRISE_USER_URN]: { department: 'Sales' } },
    ],
    [
      'clears a manager with an empty value',
      { op: 'replace', path: `${manager}.value`, value: '' },
      { [ENTERPRISE_USER_URN]: { department: 'Sales' } },
    ],
    [
      'clears a manager with a value of null',
      { op: 'replace', path: 'manager', value: { value: null } },
      { [ENTERPRISE_USER_URN]: { department: 'Sales' } },
    ],
    [
      'echoes of read-only values change nothing',
      { op: 'replace', value: { id: 'ann', groups: [{ value: 'g1' }] } },
      {},
    ],
    ['a partial echo of meta changes nothing', { op: 'replace', value: { meta: { resourceType: 'User' } } }, {}],
    ['schemas change nothing', { op: 'replace', value: { schemas: [GROUP_URN] } }, {}],
    ['a password is dropped', { op: 'replace', path: 'password', value: 'secret' }, {}],
    [
      'the URN of the core schema means the resource itself',
      { op: 'replace', value: { [USER_URN]: { title: 'Buyer', password: 'secret' } } },
      { title: 'Buyer' },
    ],
    ['a password without a path is dropped', { op: 'replace', value: { Password: 'secret' } }, {}],
    ['removing nothing changes nothing', { op: 'remove', path: 'phoneNumbers[type eq "fax"].value' }, {}],
    ['removing an empty list of values changes nothing', { op: 'remove', path: 'emails', value: [] }, {}],
    [
      'an existing value changes nothing',
      { op: 'add', path: 'emails', value: { value: 'ann@home.com', type: 'home' } },
      {},
    ],
  ])('%s', (_, operation, wanted) => {
    const { resource, changed } = patch([operation]);
    expect(resource).toEqual({ ...ann, ...wanted });
    expect(changed).toBe(Object.keys(wanted).length > 0);
  });

  it.each<[string, JsonValue, string]>([
    ['null', { op: 'replace', path: 'externalId', value: null }, 'externalId'],
    ['null without a path', { op: 'replace', value: { externalId: null } }, 'externalId'],
    ['an empty externalId', { op: 'replace', path: 'externalId', value: '' }, 'externalId'],
    ['remove', { op: 'remove', path: 'name' }, 'name'],
    ['an empty list', { op: 'replace', path: 'emails', value: [] }, 'emails'],
    ['remove of all elements', { op: 'remove', path: 'emails' }, 'emails'],
    ['remove of a whole extension', { op: 'remove', path: ENTERPRISE_USER_URN }, ENTERPRISE_USER_URN],
    ['null for a whole extension', { op: 'replace', value: { [ENTERPRISE_USER_URN]: null } }, ENTERPRISE_USER_URN],
  ])('unassigns with %s', (_, operation, name) => {
    expect(patch([operation]).resource).not.toHaveProperty([name]);
  });

  it('lists an extension in schemas only while the resource uses it', () => {
    const { resource } = patch([
      { op: 'remove', path: `${ENTERPRISE_USER_URN}:department` },
      { op: 'remove', path: 'manager' },
    ]);
    expect(resource.schemas).toEqual([USER_URN]);
    expect(resource).not.toHaveProperty([ENTERPRISE_USER_URN]);
  });

  it('applies its operations in order', () => {
    const steps = [
      { op: 'remove', path: 'emails' },
      { op: 'add', path: 'emails[type eq "work"].value', value: 'a' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'b' },
    ];
    expect(patch(steps).resource.emails).toEqual([{ type: 'work', value: 'b' }]);
  });

  it.each<[string, (name: string, value: JsonValue) => JsonValue]>([
    ['a separate path', (name, value) => ({ op: 'Replace', path: `${OWN_URN}:${name}`, value })],
    ['a member without a path', (name, value) => ({ op: 'add', value: { [`${OWN_URN}:${name}`]: value } })],
  ])('changes an attribute of a customer-defined extension by %s', (_, write) => {
    const { resource } = patch([write('badge', '1'), write('floor', 2), write('badge', '3')]);
    expect(resource.schemas).toEqual([USER_URN, ENTERPRISE_USER_URN, OWN_URN]);
    expect(resource[OWN_URN]).toEqual({ badge: '3', floor: 2 });
    const removed = patch([write('floor', null), { op: 'Remove', path: `${OWN_URN}:badge` }], resource).resource;
    expect(removed).toEqual(ann);
  });

  it('never changes its input', () => {
    const before = structuredClone(ann);
    patch([
      { op: 'remove', path: 'emails[type eq "work"].value' },
      { op: 'replace', path: 'manager', value: 'x' },
    ]);
    refusal([
      { op: 'remove', path: 'emails' },
      { op: 'remove', path: 'userName' },
    ]);
    expect(ann).toEqual(before);
  });

  it('accepts Operations in any case', () => {
    const steps = readPatch(USER_TYPE, { operations: [{ OP: 'Replace', Path: 'title', VALUE: 'x' }] });
    expect(applyPatch(USER_TYPE, ann, steps).resource.title).toBe('x');
  });
});

describe('a PATCH is refused', () => {
  it.each<[JsonValue, string]>([
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'replace', value: { id: 'x' } }, 'mutability'],
    [{ op: 'remove', path: 'meta' }, 'mutability'],
    [{ op: 'replace', path: 'meta.version', value: 'W/"2"' }, 'mutability'],
    [{ op: 'add', path: 'groups', value: [{ value: 'g2' }] }, 'mutability'],
    [{ op: 'remove', path: 'schemas' }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'replace', path: 'userName', value: null }, 'mutability'],
    [{ op: 'replace', path: 'userName', value: ' ' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[type eq "nonexistent"].value', value: 'a@b.test' }, 'noTarget'],
    [{ op: 'replace', path: 'phoneNumbers[type eq "pigeon"]', value: { value: '1' } }, 'noTarget'],
    [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: 1 }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: { a: 1 } }, 'invalidValue'],
    [{ op: 'replace', path: 'name', value: 'Ann' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails', value: 7 }, 'invalidValue'],
    [{ op: 'add', path: 'title' }, 'invalidValue'],
    [{ op: 'add', value: 'x' }, 'invalidValue'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'emails[value eq "nobody"].display', value: 'x' }, 'noTarget'],
    [{ op: 'replace', path: 'phoneNumbers[type eq "a" or type eq "b"].value', value: '1' }, 'noTarget'],
    [{ op: 'replace', path: 'phoneNumbers[type ne "a"].value', value: '1' }, 'noTarget'],
    [{ op: 'replace', path: 'favouriteColour', value: 'red' }, 'invalidPath'],
    [{ op: 'replace', path: 'name.nope', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: `${ENTERPRISE_USER_URN}:nope`, value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: `${USER_URN}:nope`, value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: OWN_URN, value: 'x' }, 'invalidValue'],
    [{ op: 'replace', path: `${OWN_URN}:__proto__`, value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: `${OWN_URN}:badge`, value: { '': 1 } }, 'invalidSyntax'],
    [{ op: 'replace', path: 'emails[type eq "work"].nope', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[nope eq "work"].value', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "work"].value.value', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "work"] value', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'name[givenName eq "x"]', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'userName eq "x"', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: '"', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: '[', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: '].value', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'constructor', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: `${'emails['.repeat(2_000)}`, value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: `emails[${'('.repeat(9_000)}`, value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'a'.repeat(100_000), value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 5, value: 'x' }, 'invalidPath'],
    [{ op: 'delete', path: 'title' }, 'invalidSyntax'],
    [{ path: 'title', value: 'x' }, 'invalidSyntax'],
    ['replace', 'invalidSyntax'],
  ])('%j is 400 %s', (operation, scimType) => {
    expect(refusal([operation])).toMatchObject({ status: 400, scimType });
  });

  it('and the message names the operation', () => {
    expect(
      refusal([
        { op: 'remove', path: 'title' },
        { op: 'remove', path: 'userName' },
      ]).message,
    ).toBe('Operations[1]: userName is required and must not be blank.');
  });

  it.each([
    [{ op: 'delete' }, 'op must be add, replace or remove, not "delete".'],
    [{ path: 'title' }, 'op must be add, replace or remove.'],
    [{ op: { add: 1 }, path: 'title' }, 'op must be add, replace or remove.'],
  ])('and the message quotes op if it was sent as a string: %j', (operation, sentence) => {
    expect(refusal([operation]).message).toBe(`Operations[0]: ${sentence}`);
  });

  it.each([[null], [[]], ['x'], [{}], [{ Operations: [] }], [{ Operations: {} }]])('if the body is %j', (wrong) => {
    expect(() => readPatch(USER_TYPE, wrong)).toThrow(ScimError);
  });

  it('if it would pollute a prototype', () => {
    const hostile = JSON.parse('{"op":"add","value":{"__proto__":{"polluted":true}}}');
    expect(refusal([hostile])).toMatchObject({ scimType: 'invalidSyntax' });
    const inside = JSON.parse('{"op":"add","path":"name","value":{"__proto__":{"polluted":true}}}');
    expect(refusal([inside])).toMatchObject({ scimType: 'invalidSyntax' });
    const kept = patch([JSON.parse('{"op":"add","value":{"constructor":{"prototype":{"polluted":true}}}}')]);
    expect(Object.hasOwn(kept.resource, 'constructor')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each<[string, JsonValue]>([
    ['a verb in another case', { op: 'Replace', path: 'title', value: 'x' }],
    ['a boolean in quotes', { op: 'replace', path: 'active', value: 'False' }],
    ['a single value for a multi-valued attribute', { op: 'add', path: 'emails', value: { value: 'x' } }],
    ['a manager as a string', { op: 'replace', path: manager, value: 'm2' }],
    ['a value for remove', { op: 'remove', path: 'emails', value: [{ value: 'x' }] }],
    ['a dotted member', { op: 'replace', value: { 'name.givenName': 'x' } }],
    ['a bare extension member', { op: 'replace', value: { department: 'x' } }],
    ['an unknown member', { op: 'replace', value: { favouriteColour: 'x' } }],
    ['an object under the URN of the core schema', { op: 'replace', value: { [USER_URN]: { title: 'x' } } }],
    ['a customer-defined extension', { op: 'replace', path: `${OWN_URN}:badge`, value: 'x' }],
    ['an element that a path would create', { op: 'add', path: 'phoneNumbers[type eq "fax"].value', value: '1' }],
    ['schemas that differ from those of the resource', { op: 'replace', value: { schemas: [GROUP_URN] } }],
    ['an unquoted value in a path', { op: 'remove', path: 'emails[type eq work]' }],
    [
      'two primary values',
      {
        op: 'replace',
        path: 'ims',
        value: [
          { value: 'a', primary: true },
          { value: 'b', primary: true },
        ],
      },
    ],
  ])('in strict mode for %s', (_, operation) => {
    expect(refusal([operation], true).status).toBe(400);
    expect(() => patch([operation])).not.toThrow();
  });
});

describe('a large PATCH', () => {
  it('with 10,000 operations on one user takes linear time', () => {
    const operations = Array.from({ length: 10_000 }, (_, index) => ({
      op: 'add',
      path: 'phoneNumbers',
      value: [{ value: String(index % 500), type: 'work' }],
    }));
    expect(patch(operations).resource.phoneNumbers).toHaveLength(500);
  });

  it('cannot grow an attribute beyond its limit', () => {
    const value = Array.from({ length: 1_001 }, (_, index) => ({ value: String(index) }));
    expect(refusal([{ op: 'add', path: 'phoneNumbers', value }])).toMatchObject({ scimType: 'invalidValue' });
  });

  // Each operation is fast, but many together used to take minutes and block all other requests.
  const many = Array.from({ length: 1_000 }, (_, n) => ({ value: `${n}@x.test` }));
  const wide = Object.fromEntries(many.map(({ value }) => [value, 1]));
  it.each<[string, JsonObject, (n: number) => JsonValue]>([
    [
      'a filter',
      { emails: many },
      (n) => ({ op: 'replace', path: `emails[value eq "${n}@x.test"].display`, value: 'a' }),
    ],
    ['every element', { emails: many }, () => ({ op: 'remove', path: 'emails.display' })],
    ['own values', { [OWN_URN]: { list: many } }, (n) => ({ op: 'add', path: `${OWN_URN}:list`, value: [`${n}`] })],
    ['own members', { [OWN_URN]: { all: wide } }, (n) => ({ op: 'add', path: `${OWN_URN}:all`, value: { a: n } })],
  ])('is refused if its operations scan too much: %s', (_, held, operation) => {
    const resource: JsonObject = { ...ann, ...held };
    const operations = Array.from({ length: 2_000 }, (_each, n) => operation(n));
    expect(() => patch(operations.slice(0, 50), resource)).not.toThrow();
    expect(() => patch(operations, resource)).toThrow(/^Operations\[\d+\]: The operations scan too many values/);
  });
});
