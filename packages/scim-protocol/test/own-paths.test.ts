// Paths of customer-defined attributes. Whatever the form of the name, each operation does the same as on a schema
// attribute of the same structure.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { isJsonObject, type JsonObject, type JsonValue, memberNamed } from '../src/json.ts';
import { applyPatch } from '../src/patch.ts';
import { type PatchOptions, readPatch, unprovenSteps } from '../src/patch-request.ts';
import { USER_TYPE } from '../src/resource-type.ts';
import { ScimError } from '../src/scim-error.ts';
import { ENTERPRISE_USER_URN, PATCH_OP_URN, USER_URN } from '../src/urns.ts';

const HR = 'urn:acme:hr:1.0:User';
/** The location of the attribute and the possible forms of its name. */
const FORMS: readonly { readonly holder: string | undefined; readonly path: string }[] = [
  { holder: undefined, path: 'custom' },
  { holder: undefined, path: 'CUSTOM' },
  { holder: undefined, path: `${USER_URN}:custom` },
  { holder: ENTERPRISE_USER_URN, path: `${ENTERPRISE_USER_URN}:custom` },
  { holder: HR, path: `${HR}:custom` },
  { holder: HR, path: `${HR.toUpperCase()}:Custom` },
];

const LENIENT: PatchOptions = { allowsUnproven: true };
const steps = (operation: JsonObject, options: PatchOptions = LENIENT) =>
  readPatch(USER_TYPE, { schemas: [PATCH_OP_URN], Operations: [operation] }, options);

type Outcome = { readonly value: JsonValue | undefined } | { readonly refused: string };
function outcome(resource: JsonObject, operation: JsonObject, read: (after: JsonObject) => JsonValue | undefined) {
  try {
    return { value: read(applyPatch(USER_TYPE, resource, steps(operation)).resource) };
  } catch (thrown) {
    if (!(thrown instanceof ScimError)) throw thrown;
    return { refused: `${thrown.status} ${thrown.scimType}` };
  }
}

const ofSchema = (name: string, value: JsonValue | undefined, tail: string, operation: JsonObject): Outcome =>
  outcome(
    { schemas: [USER_URN], userName: 'ana', ...(value === undefined ? {} : { [name]: value }) },
    { ...operation, path: name + tail },
    (after) => after[name],
  );

function ofCustomer(
  { holder, path }: (typeof FORMS)[number],
  value: JsonValue | undefined,
  tail: string,
  operation: JsonObject,
): Outcome {
  const own: JsonObject = value === undefined ? {} : { custom: value };
  const holding = holder === undefined ? own : { [holder]: { keeps: 1, ...own } };
  return outcome({ schemas: [USER_URN], userName: 'ana', ...holding }, { ...operation, path: path + tail }, (after) => {
    const object = holder === undefined ? after : memberNamed(after, holder);
    return isJsonObject(object) ? memberNamed(object, 'custom') : undefined;
  });
}

const text = fc.constantFrom('a', 'b', 'B', 'x y', '');
const label = fc.constantFrom('p', 'q', 'P');
const element = fc.record({ value: text, type: label, display: text }, { requiredKeys: ['value'] });
const elements = fc.option(
  fc.uniqueArray(element, {
    maxLength: 4,
    minLength: 1,
    selector: ({ value, type }) => `${value}${type?.toLowerCase()}`,
  }),
  { nil: undefined },
);
const verb = fc.constantFrom('add', 'replace', 'remove', 'Add', 'Replace');
const where = fc.constantFrom(
  '[type eq "p"]',
  '[type eq "P" and value eq "b"]',
  '[value sw "x"]',
  '[not (type pr)]',
  '[type eq "missing"]',
  '[primary eq "True"]',
  '[display eq null or type ne "q"]',
);
const form = fc.constantFrom(...FORMS);

/** Applies the same operation to a schema attribute and to the customer's, and compares the results. */
const same = (
  name: string,
  shape: fc.Arbitrary<JsonValue | undefined>,
  tail: fc.Arbitrary<string>,
  value: fc.Arbitrary<JsonValue>,
) =>
  fc.assert(
    fc.property(form, shape, tail, verb, value, (form, stored, tail, op, value) => {
      const operation = op === 'remove' ? { op } : { op, value };
      expect(ofCustomer(form, stored, tail, operation)).toEqual(ofSchema(name, stored, tail, operation));
    }),
    { numRuns: runs(400) },
  );

describe('a path works as on a schema attribute', () => {
  it('if it has several complex values and a filter selects some of them', () =>
    same(
      'roles',
      elements,
      where,
      fc.oneof(
        element,
        element.map((each) => [each]),
        fc.constant(null),
      ),
    ));

  it('if it has several complex values and the path names a member of the selected ones', () =>
    same(
      'roles',
      elements,
      fc.tuple(where, fc.constantFrom('.value', '.display', '.type')).map((parts) => parts.join('')),
      fc.oneof(text, fc.constant(null)),
    ));

  it('if it has several complex values and the path names a member without a filter', () =>
    same(
      'roles',
      elements.filter((each) => each !== undefined),
      fc.constantFrom('.value', '.display'),
      text,
    ));

  it('if it is complex, as a whole and member by member', async () => {
    const names = fc.record({ givenName: text, familyName: text }, { requiredKeys: [] });
    const stored = fc.option(
      names.filter((each) => Object.keys(each).length > 0),
      { nil: undefined },
    );
    await same('name', stored, fc.constantFrom('.givenName', '.familyName'), fc.oneof(text, fc.constant(null)));
    await same(
      'name',
      stored,
      fc.constant(''),
      stored.map((each) => each ?? null),
    );
  });

  it('if it is simple', () =>
    same('title', fc.option(text, { nil: undefined }), fc.constant(''), fc.oneof(text, fc.constant(null))));
});

describe('a path to an attribute with a different structure', () => {
  const shapes: readonly [string, JsonValue][] = [
    ['text', 'B7'],
    ['number', 7],
    ['object', { type: 'p', value: 1 }],
  ];
  it.each(shapes)(
    'refuses a filter that selects nothing in a %s (400 invalidPath) and changes nothing',
    (_, stored) => {
      for (const form of FORMS) {
        for (const op of ['add', 'replace', 'remove']) {
          const tails = ['[type eq "p"]', '[type eq "p"].value'];
          for (const tail of tails) {
            expect(ofCustomer(form, stored, tail, { op, value: 'x' })).toEqual({ refused: '400 invalidPath' });
          }
        }
      }
    },
  );

  it('does not write members of a simple value, and keeps the value if a member is removed', () => {
    for (const form of FORMS) {
      expect(ofCustomer(form, 'B7', '.k1', { op: 'replace', value: 'x' })).toEqual({ refused: '400 invalidPath' });
      expect(ofCustomer(form, 'B7', '.k1', { op: 'remove' })).toEqual({ value: 'B7' });
    }
  });

  it('leaves values between objects unchanged', () => {
    for (const form of FORMS) {
      const stored = ['a', 1, { type: 'p', value: 'x' }];
      expect(ofCustomer(form, stored, '[type eq "p"]', { op: 'remove' })).toEqual({ value: ['a', 1] });
      expect(ofCustomer(form, stored, '[type eq "p"].n', { op: 'add', value: { deep: [1] } })).toEqual({
        value: ['a', 1, { type: 'p', value: 'x', n: { deep: [1] } }],
      });
    }
  });
});

describe('a name that no schema defines', () => {
  const tails = ['', '.k1', '[type eq "p"]', '[type eq "p"].value'];

  it('is refused if no lookup is possible, and in strict mode', () => {
    for (const tail of tails) {
      for (const path of ['custom', `${USER_URN}:custom`, `${ENTERPRISE_USER_URN}:custom`]) {
        const operation = { op: 'add', path: path + tail, value: {} };
        expect(() => steps(operation, {})).toThrow(/not an attribute of a User/);
        expect(() => steps(operation, { ...LENIENT, strict: true })).toThrow(/not an attribute of a User/);
      }
      expect(() => steps({ op: 'add', path: `${HR}:custom${tail}`, value: {} }, { strict: true })).toThrow(
        /not an attribute/,
      );
    }
  });

  it('must exist in some record, except under the URN of a customer-defined extension', () => {
    for (const { path } of FORMS) {
      for (const tail of tails) {
        const open = unprovenSteps(steps({ op: 'add', path: path + tail, value: {} }));
        expect(open.length).toBe(path.toLowerCase().startsWith(HR.toLowerCase()) ? 0 : 1);
      }
    }
  });

  it('is accepted after an earlier operation wrote it as a member', () => {
    const Operations = [
      { op: 'add', value: { custom: { k1: 1 } } },
      { op: 'replace', path: 'Custom.k1', value: 2 },
      { op: 'replace', path: 'other', value: 2 },
    ];
    const open = unprovenSteps(readPatch(USER_TYPE, { Operations }, LENIENT));
    expect(open.map(({ path }) => path.name)).toEqual(['other']);
  });

  it.each([
    'cust om',
    'custom.a.b',
    '1custom',
    'name.nick',
    'userName.x',
    'custom[type eq "p"',
    'custom[]',
    'custom[a.b eq 1]',
    'custom.k[type eq "p"]',
    'custom[type eq "p"].a.b',
    'custom[type eq "p"]x',
    `${HR}[type eq "p"].value.x`,
    '__proto__',
    '__proto__.x',
    'custom.__proto__',
    'custom[type eq "p"].__proto__',
  ])('is refused in %s (400 invalidPath)', (path) => {
    expect(() => steps({ op: 'add', path, value: {} })).toThrow(expect.objectContaining({ scimType: 'invalidPath' }));
  });
});
