// Any input results in a resource, a tree or a 400, and never in another error or a changed prototype.
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { readResource } from '../src/dialects.ts';
import { matches } from '../src/filter-match.ts';
import { parseFilter } from '../src/filter-parser.ts';
import { planGroupPatch } from '../src/group-patch.ts';
import type { JsonObject, JsonValue } from '../src/json.ts';
import { applyPatch } from '../src/patch.ts';
import { readPatch } from '../src/patch-request.ts';
import { project, readProjection } from '../src/projection.ts';
import { GROUP_TYPE, USER_TYPE } from '../src/resource-type.ts';
import { ScimError } from '../src/scim-error.ts';
import { GROUP_URN, USER_URN } from '../src/urns.ts';

const ann: JsonObject = {
  schemas: [USER_URN],
  userName: 'ann',
  emails: [{ value: 'a', type: 'work' }],
  name: { givenName: 'A' },
};
const sales: JsonObject = { schemas: [GROUP_URN], id: 'g', displayName: 'Sales' };

// Fragments of valid paths and filters in the wrong places get further into the parsers than random text.
const piece = fc.constantFrom(
  'emails', 'members', 'name', '.value', '.', '[', ']', '(', ')', ' ', 'type', 'eq', 'and', 'or', 'not', 'pr', '"work"', '"', '\\', 'null',
  'true', '__proto__', 'constructor', 'userName', 'urn:ietf:params:scim:schemas:core:2.0:User:', ':', '5', '2026-01-01', 'meta.created', 'gt', '\u0000', 'é',
); // biome-ignore format: a bag of words
const text = fc.oneof(
  fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(' ')),
  fc.string(),
);
const name = fc.oneof(
  text,
  fc.constantFrom(
    'userName',
    'emails',
    'name',
    'active',
    'manager',
    'members',
    'displayName',
    'schemas',
    'id',
    'meta',
    'groups',
    '__proto__',
    'constructor',
    'toString',
  ),
);
const json = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  object: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 4 })
    .map((members) =>
      JSON.parse(`{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`),
    ),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue[]>(null, true, 'True', '', 5),
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
}));
const operation = fc.record({
  op: fc.constantFrom('add', 'replace', 'remove', 'Add', 'x'),
  path: fc.option(text, { nil: undefined }),
  value: fc.option(json.value, { nil: undefined }),
});

function onlyRefuses(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(ScimError);
    expect(error).toMatchObject({ status: 400 });
  }
}

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it('any filter', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (filter, strict) =>
      onlyRefuses(() => matches(parseFilter(USER_TYPE, filter, { strict }), ann)),
    ),
    { numRuns: runs(600) },
  );
});

it('any user and any group', () => {
  fc.assert(
    fc.property(json.object, fc.boolean(), (body, strict) => {
      onlyRefuses(() => readResource(USER_TYPE, { ...body, userName: 'ann' }, { strict }));
      onlyRefuses(() => readResource(GROUP_TYPE, body, { strict }));
    }),
    { numRuns: runs(400) },
  );
});

it('any PATCH', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 4 }), fc.boolean(), (operations, strict) => {
      const body = JSON.parse(
        JSON.stringify({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations }),
      );
      onlyRefuses(() => applyPatch(USER_TYPE, ann, readPatch(USER_TYPE, body, { strict }), { strict }));
      onlyRefuses(() => planGroupPatch(sales, readPatch(GROUP_TYPE, body, { strict }), { strict }));
    }),
    { numRuns: runs(600) },
  );
});

it('any projection', () => {
  fc.assert(
    fc.property(text, (attributes) =>
      onlyRefuses(() => project(USER_TYPE, ann, readProjection(USER_TYPE, { attributes }))),
    ),
    { numRuns: runs(100) },
  );
});
