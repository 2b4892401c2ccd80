// Finds any of tens of thousands of members outside the schemas in any letter case, in linear time.
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { canonicalText, type JsonObject, type JsonValue, nameIn, sameJson } from '../src/json.ts';
import { memberNames } from '../src/member-names.ts';
import { applyPatch } from '../src/patch.ts';
import { readPatch } from '../src/patch-request.ts';
import { USER_TYPE } from '../src/resource-type.ts';
import { ENTERPRISE_USER_URN, USER_URN } from '../src/urns.ts';

const MANY = 1_000;
const ann: JsonObject = { schemas: [USER_URN], userName: 'ann' };
const keys = Array.from({ length: MANY }, (_, at) => `k${at}`);
const members = (value: JsonValue, spelled = (key: string): string => key): JsonObject =>
  Object.fromEntries(keys.map((key) => [spelled(key), value]));
const upper = (key: string): string => key.toUpperCase();

/** Counts the names that are lowercased while the request is applied. */
function foldedNames(resource: JsonObject, Operations: JsonObject[]): number {
  const steps = readPatch(USER_TYPE, { Operations }, { allowsUnproven: true });
  const fold = vi.spyOn(String.prototype, 'toLowerCase');
  applyPatch(USER_TYPE, resource, steps);
  const count = fold.mock.calls.length;
  fold.mockRestore();
  return count;
}

describe('the work grows linearly with the number of members if one request', () => {
  test.each<[string, JsonObject, JsonObject[]]>([
    ['gives a complex attribute many', ann, [{ op: 'replace', value: { custom: members(1) } }]],
    ['adds many at the top level', ann, [{ op: 'add', value: members(1) }]],
    ['adds many to an extension', ann, [{ op: 'add', value: { [ENTERPRISE_USER_URN]: members(1) } }]],
    [
      'changes many in an extension with another spelling',
      { ...ann, [ENTERPRISE_USER_URN]: members(1) },
      [{ op: 'replace', value: { [ENTERPRISE_USER_URN]: members(2, upper) } }],
    ],
    [
      'changes many one by one',
      { ...ann, custom: members(1) },
      keys.map((key) => ({ op: 'add', path: `custom.${upper(key)}`, value: 2 })),
    ],
    [
      'removes many that do not exist',
      { ...ann, ...members(1) },
      keys.map((key) => ({ op: 'remove', path: `x${key}` })),
    ],
  ])('%s', (_name, resource, operations) => {
    expect(foldedNames(resource, operations)).toBeLessThan(20 * MANY);
  });

  test('adds many values to existing ones', () => {
    const there = keys.map((key) => ({ key }));
    const sent = keys.map((key) => ({ key: `more ${key}` }));
    const steps = readPatch(
      USER_TYPE,
      { Operations: [{ op: 'add', path: 'custom', value: [...there, ...sent] }] },
      { allowsUnproven: true },
    );
    const listed = vi.spyOn(Object, 'keys');
    const { resource } = applyPatch(USER_TYPE, { ...ann, custom: there }, steps);
    const count = listed.mock.calls.length;
    listed.mockRestore();
    expect(resource.custom).toEqual([...there, ...sent]);
    expect(count).toBeLessThan(20 * MANY);
  });
});

test('keeps an extension that loses its last custom member only if it has schema attributes', () => {
  const held = { ...ann, [ENTERPRISE_USER_URN]: { department: 'Sales', badge: 1 } };
  const after = (...Operations: JsonObject[]): JsonObject =>
    applyPatch(USER_TYPE, held, readPatch(USER_TYPE, { Operations })).resource;
  const badge = { op: 'replace', value: { [ENTERPRISE_USER_URN]: { badge: null } } };
  const department = { op: 'remove', path: `${ENTERPRISE_USER_URN}:department` };
  const division = { op: 'add', path: `${ENTERPRISE_USER_URN}:division`, value: 'North' };
  expect(after(badge)[ENTERPRISE_USER_URN]).toEqual({ department: 'Sales' });
  expect(after(badge, department, division)[ENTERPRISE_USER_URN]).toEqual({ division: 'North' });
  const touched = { op: 'add', value: { [ENTERPRISE_USER_URN]: { colour: 'red' } } };
  const untouched = { op: 'replace', value: { [ENTERPRISE_USER_URN]: { colour: null, badge: null } } };
  expect(after(touched, department, untouched)).not.toHaveProperty([ENTERPRISE_USER_URN]);
  expect(after(touched, department, division, untouched)[ENTERPRISE_USER_URN]).toEqual({ division: 'North' });
});

const name = fc.constantFrom('a', 'A', 'b', 'B', 'ab', 'aB', 'constructor', '__proto__x');

test('finds and writes the same members as a search through all names', () => {
  const write = fc.record({ name, value: fc.constantFrom<(JsonValue | undefined)[]>(1, null, undefined) });
  fc.assert(
    fc.property(fc.dictionary(name, fc.integer()), fc.array(write), (start, writes) => {
      const object: JsonObject = { ...start };
      const plain: JsonObject = { ...start };
      const names = memberNames();
      for (const { name: written, value } of writes) {
        const found = names.find(object, written);
        expect(found?.toLowerCase()).toBe(nameIn(plain, written)?.toLowerCase());
        if (Object.hasOwn(plain, written)) expect(found).toBe(written);
        names.write(object, written, value);
        if (value === undefined) delete plain[written];
        else plain[written] = value;
        expect(object).toEqual(plain);
        expect(names.isEmpty(object)).toBe(Object.keys(plain).length === 0);
      }
    }),
    { numRuns: runs(100) },
  );
});

test('gives equal JSON the same text, and different JSON different texts', () => {
  const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(canonicalText(one) === canonicalText(other)).toBe(sameJson(one, other));
      expect(canonicalText(structuredClone(one))).toBe(canonicalText(one));
    }),
    { numRuns: runs(100) },
  );
  expect(canonicalText({ a: 1, b: [{ d: 1, c: 2 }] })).toBe(canonicalText({ b: [{ c: 2, d: 1 }], a: 1 }));
});
