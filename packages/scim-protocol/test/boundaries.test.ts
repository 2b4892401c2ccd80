// The protocol's limits, at the last accepted value and one beyond, and lists with no, one and two elements if a rule
// depends on the number.
import { describe, expect, it, test } from 'vitest';
import { attribute } from '../src/attribute.ts';
import { readElements, readValue } from '../src/attribute-value.ts';
import { RESOURCE_TYPES, schemaResource, schemasOfTypes } from '../src/discovery.ts';
import { FILTER_LIMITS } from '../src/filter.ts';
import { matches } from '../src/filter-match.ts';
import { parseFilter } from '../src/filter-parser.ts';
import { namedMembers } from '../src/group-patch.ts';
import type { JsonObject, JsonValue } from '../src/json.ts';
import { readPage } from '../src/paging.ts';
import { applyPatch } from '../src/patch.ts';
import { readPatch } from '../src/patch-request.ts';
import { checkCount, isTwin } from '../src/plural-rules.ts';
import { project, readProjection } from '../src/projection.ts';
import { findAttribute, GROUP_TYPE, USER_TYPE } from '../src/resource-type.ts';
import { quoted, ScimError } from '../src/scim-error.ts';
import { unknownMember } from '../src/unknown-member.ts';
import { ENTERPRISE_USER_URN, PATCH_OP_URN, USER_URN } from '../src/urns.ts';

const core = (name: string, type = USER_TYPE) => {
  const known = findAttribute(type.core.attributes, name);
  if (known === undefined) throw new Error(`no attribute ${name}`);
  return known;
};
const HR = 'urn:acme:hr:1.0:User';
const ann: JsonObject = {
  schemas: [USER_URN, ENTERPRISE_USER_URN],
  userName: 'ann@example.com',
  emails: [
    { value: 'a@work.test', type: 'work', primary: true },
    { value: 'a@home.test', type: 'home' },
  ],
  name: { givenName: 'Ann', familyName: null },
  [ENTERPRISE_USER_URN]: { department: 'Sales' },
  [HR]: { desks: [{ room: '1' }], only: { a: '1' } },
  meta: { lastModified: '2026-03-01T10:00:00Z' },
};
const patched = (operation: JsonObject, resource = ann, strict = false): JsonObject => {
  const body = { schemas: [PATCH_OP_URN], Operations: [operation] };
  return applyPatch(USER_TYPE, resource, readPatch(USER_TYPE, body, { strict }), { strict }).resource;
};
/** The text of the error, or `good`. */
const outcome = (work: () => unknown): string => {
  try {
    work();
    return 'good';
  } catch (thrown) {
    if (!(thrown instanceof ScimError)) throw thrown;
    return `${thrown.name} ${thrown.scimType}: ${thrown.message}`;
  }
};
const nested = (levels: number): JsonValue => (levels === 0 ? 1 : { a: nested(levels - 1) });

describe('a limit', () => {
  test.each<[string, (size: number) => unknown, number, string]>([
    [
      'a filter’s characters',
      (size) => parseFilter(USER_TYPE, `id eq "${'x'.repeat(size - 8)}"`),
      FILTER_LIMITS.length,
      'invalidFilter: The filter has 10001 characters',
    ],
    [
      'a path’s characters',
      (size) =>
        readPatch(USER_TYPE, { Operations: [{ op: 'remove', path: `emails[value eq "${'x'.repeat(size - 19)}"]` }] }),
      FILTER_LIMITS.length,
      'invalidPath: .*The path has 10001 characters',
    ],
    [
      'a filter’s comparisons',
      (size) => parseFilter(USER_TYPE, Array.from({ length: size }, () => '(id pr)').join(' or ')),
      FILTER_LIMITS.nodes,
      'invalidFilter: The filter has more than 250 comparisons',
    ],
    [
      'values of an attribute',
      (size) => checkCount(core('emails'), size),
      1_000,
      'invalidValue: .*emails has 1001 values',
    ],
    [
      'values that are added one by one',
      (size) => {
        const emails = Array.from({ length: size - 1 }, (_, at) => ({ value: `${at}@x.test` }));
        patched({ op: 'add', path: 'emails', value: [{ value: 'last@x.test' }] }, { ...ann, emails });
      },
      1_000,
      'invalidValue: .*emails has 1001 values',
    ],
    [
      'nesting levels of an undefined attribute',
      (size) => unknownMember('own', nested(size), 'a User', false),
      8,
      'invalidSyntax: "own" is nested more than 8 levels deep',
    ],
  ])('applies to %s', (_, work, most, refusal) => {
    expect(outcome(() => work(most))).toBe('good');
    expect(outcome(() => work(most + 1))).toMatch(new RegExp(`^ScimError ${refusal}`));
  });

  it('cuts quoted text to 80 characters: 77 and an ellipsis', () => {
    expect(quoted('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
    expect(quoted('x'.repeat(81))).toBe(`"${'x'.repeat(77)}..."`);
    expect(quoted('')).toBe('""');
    // A character of two UTF-16 units counts as one and is never split.
    expect(quoted('\u{1F600}'.repeat(80))).toBe(`"${'\u{1F600}'.repeat(80)}"`);
    expect(quoted(`x${'\u{1F600}'.repeat(80)}`)).toBe(`"x${'\u{1F600}'.repeat(76)}..."`);
  });

  it('does not apply to members', () => {
    expect(outcome(() => checkCount(core('members', GROUP_TYPE), 1_001))).toBe('good');
  });

  test.each([
    ['1', 1],
    ['2', 2],
    ['100', 100],
    ['101', 100],
  ])('turns count=%s of a cursor page into %i', (count, size) => {
    expect(readPage({ cursor: '', count }, { default: 7, max: 100 })).toMatchObject({ count: size });
  });

  test.each(['0', '-1', '1.5'])('refuses count=%s for a cursor page', (count) => {
    expect(outcome(() => readPage({ cursor: '', count }, { default: 7, max: 100 }))).toContain('invalidCount');
  });
});

test.each<[JsonValue, JsonValue, boolean]>([
  [{ value: 'a' }, { value: 'a' }, true],
  [{ value: 'a' }, { value: 'b' }, false],
  [{ value: 'a', type: 'work' }, { value: 'a' }, true],
  [{ value: 'a' }, { value: 'a', type: 'work' }, true],
  [{ value: 'a', type: 'work' }, { value: 'a', type: 'WORK' }, true],
  [{ value: 'a', type: 'work' }, { value: 'a', type: 'home' }, false],
  [{ display: 'x' }, { display: 'x' }, true],
  [{ display: 'x' }, { display: 'y' }, false],
  [{ value: 1 }, { value: 1 }, true],
  [{ value: 1 }, { value: 1, type: 'work' }, false],
  [{ value: 'a' }, null, false],
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', { value: 'a' }, false],
])('treats %j and %j as the same element: %s', (left, right, same) => {
  expect(isTwin(left, right)).toBe(same);
});

describe('a value of the wrong type', () => {
  test.each([
    ['integer', 'an integer'],
    ['decimal', 'a number'],
    ['boolean', 'a boolean'],
    ['string', 'a string'],
  ] as const)('is reported for %s, which must be %s', (type, wanted) => {
    const wrong = type === 'string' ? 1 : 'x';
    expect(outcome(() => readValue(attribute(type, 'thing', ''), wrong, 'thing', false))).toContain(
      `thing must be ${wanted}, not ${type === 'string' ? '1' : '"x"'}`,
    );
  });

  it('is reported for a member even if its other attributes are valid', () => {
    expect(outcome(() => readElements(core('members', GROUP_TYPE), [{ type: 'User' }], 'members', false))).toContain(
      'members[0].value is required',
    );
    expect(outcome(() => namedMembers([{ value: 'a' }, { value: '' }]))).toContain('members[1].value must be the id');
  });

  it.each(['Group', 'group', 'GROUP'])(
    'is ignored if a user names a group, and refused in a group or in strict mode: %s',
    (type) => {
      const [person, group] = [{ value: 'a' }, { value: 'g', type }];
      expect(namedMembers([person, group])).toMatchObject({ ids: ['a'], nested: ['g'] });
      expect(outcome(() => namedMembers([group, group]))).toContain('members[0] is a group');
      expect(outcome(() => namedMembers([person, group], true))).toContain('members[1] is a group');
    },
  );
});

describe('a PATCH with several values', () => {
  const [work, home] = ann.emails as JsonObject[];

  test.each<[string, JsonObject, JsonValue]>([
    [
      'merges into an existing value',
      { op: 'add', path: 'emails', value: [{ value: 'a@home.test', display: 'H' }] },
      [work ?? {}, { ...home, display: 'H' }],
    ],
    [
      'keeps one of the values that it makes equal',
      { op: 'replace', path: 'emails[value co "@"]', value: { type: 'work', value: 'new@acme.test' } },
      [{ type: 'work', value: 'new@acme.test' }],
    ],
    [
      'makes a new primary element the only primary one',
      { op: 'add', path: 'emails[type eq "other" and primary eq true].value', value: 'o' },
      [{ ...work, primary: false }, home ?? {}, { type: 'other', primary: true, value: 'o' }],
    ],
    [
      'accepts a one-element list for one element',
      { op: 'add', path: 'emails[type eq "home"]', value: [{ display: 'H' }] },
      [work ?? {}, { ...home, display: 'H' }],
    ],
    [
      'removes an element named only by its type',
      { op: 'remove', path: 'emails', value: [{ type: 'home' }] },
      [work ?? {}],
    ],
    ['removes nothing for an empty list', { op: 'remove', path: 'emails', value: [] }, [work ?? {}, home ?? {}]],
  ])('%s', (_, operation, emails) => {
    expect(patched(operation).emails).toEqual(emails);
  });

  test.each<[JsonObject, string]>([
    [{ op: 'add', path: 'emails[type eq "home"]', value: [{ value: 'b' }, { value: 'c' }] }, 'invalidValue'],
    [{ op: 'add', path: 'phoneNumbers[type ne "work"].value', value: '1' }, 'noTarget'],
    [{ op: 'add', path: 'phoneNumbers[value eq "1"].display', value: 'x' }, 'noTarget'],
    [{ op: 'add', path: 'phoneNumbers[not (type eq "work")].value', value: '1' }, 'noTarget'],
    [{ op: 'remove', path: 'emails[type eq "work" type eq "home"]' }, 'invalidPath'],
    [{ op: 'add', path: `${HR}:desks[room eq "1"]`, value: 'x' }, 'invalidValue'],
    [{ op: 'add', path: `${HR}:desks[room eq "1"]`, value: ['x'] }, 'invalidValue'],
  ])('%j is refused: %s', (operation, scimType) => {
    expect(outcome(() => patched(operation))).toContain(scimType);
  });

  it('creates an element of any type if the schema lists no types', () => {
    expect(patched({ op: 'replace', path: 'roles[type eq "any"].value', value: 'r' }).roles).toEqual([
      { type: 'any', value: 'r' },
    ]);
  });

  it('unwraps a one-element list for a custom attribute, and removes empty values', () => {
    const own = (operation: JsonObject) => patched(operation)[HR];
    expect(own({ op: 'add', path: `${HR}:desks[room eq "1"]`, value: [{ seat: 'a' }] })).toMatchObject({
      desks: [{ room: '1', seat: 'a' }],
    });
    expect(own({ op: 'remove', path: `${HR}:desks[room eq "1"]` })).toEqual({ only: { a: '1' } });
    expect(own({ op: 'remove', path: `${HR}:only.a` })).toEqual({ desks: [{ room: '1' }] });
  });

  it('must name the PATCH schema in strict mode', () => {
    const body = (schemas: JsonValue) => ({ schemas, Operations: [{ op: 'remove', path: 'title' }] });
    for (const schemas of [[USER_URN], [], PATCH_OP_URN])
      expect(outcome(() => readPatch(USER_TYPE, body(schemas), { strict: true }))).toContain('schemas must contain');
    expect(readPatch(USER_TYPE, body([USER_URN, PATCH_OP_URN]), { strict: true })).toHaveLength(1);
  });
});

describe('a filter', () => {
  test.each([
    ['meta.lastModified lt "2026-03-01T10:00:00Z"', false],
    ['meta.lastModified le "2026-03-01T10:00:00Z"', true],
    ['meta.lastModified gt "2026-03-01T10:00:00Z"', false],
    ['meta.lastModified ge "2026-03-01T10:00:00Z"', true],
    ['meta.lastModified eq "2026-03-01T10:00:01Z"', false],
    ['meta.lastModified lt "2026-03-01T10:00:01Z"', true],
    ['userName eq " ann@example.com "', true],
    ['userName co " ann"', false],
    ['userName ne " ann@example.com"', false],
    ['emails.display eq null', true],
    ['emails.type eq null', false],
    ['name pr', true],
    ['name.familyName pr', false],
    ['name.familyName eq null', true],
    [`${ENTERPRISE_USER_URN} pr`, true],
    [`${ENTERPRISE_USER_URN.replace('User', 'Users')} pr`, false],
  ])('%s matches: %s', (text, holds) => {
    expect(outcome(() => parseFilter(USER_TYPE, text, { allowsUnproven: true }))).toBe('good');
    expect(matches(parseFilter(USER_TYPE, text, { allowsUnproven: true }), ann)).toBe(holds);
  });

  it('reports where an unclosed string begins and which values a type accepts', () => {
    expect(outcome(() => parseFilter(USER_TYPE, 'userName eq "x'))).toContain('begins at character 13 ');
    expect(outcome(() => parseFilter(USER_TYPE, 'active eq maybe'))).toContain('a boolean,');
    expect(outcome(() => parseFilter(USER_TYPE, 'meta.created eq maybe'))).toContain('a dateTime in double quotes');
  });

  it('may have as many sibling parentheses as comparisons', () => {
    const text = Array.from({ length: FILTER_LIMITS.depth + 1 }, () => '(id pr)').join(' or ');
    expect(parseFilter(USER_TYPE, text)).toMatchObject({ kind: 'or' });
  });
});

it('excludes nothing if the list is empty, and omits values that become empty', () => {
  expect(project(USER_TYPE, ann, readProjection(USER_TYPE, { excludedAttributes: '' }))).toMatchObject({
    userName: 'ann@example.com',
  });
  const shown = project(USER_TYPE, ann, readProjection(USER_TYPE, { excludedAttributes: 'name.givenName' }));
  expect(shown).toHaveProperty('emails');
});

it('publishes what a reference may point to and whether it is case-exact', () => {
  const leaves = (attributes: readonly JsonObject[]): readonly JsonObject[] =>
    attributes.flatMap((one) => [one, ...leaves((one.subAttributes ?? []) as JsonObject[])]);
  const all = schemasOfTypes(RESOURCE_TYPES).flatMap((schema) =>
    leaves(schemaResource(schema, '/v2').attributes as JsonObject[]),
  );
  const references = all.filter(({ type }) => type === 'reference');
  expect(new Set(references.map((one) => `${one.name} ${one.caseExact} ${one.referenceTypes ?? ''}`.trim()))).toEqual(
    new Set([
      'location true uri',
      'profileUrl true external',
      'value true external',
      '$ref true Group',
      '$ref true User',
    ]),
  );
  expect(
    all.filter(
      ({ type, caseExact }) => !['string', 'reference', 'binary'].includes(String(type)) && caseExact !== undefined,
    ),
  ).toEqual([]);
  expect((['reference', 'binary', 'string'] as const).map((type) => attribute(type, 'x', '').caseExact)).toEqual([
    true,
    true,
    false,
  ]);
});
