// Applies random PATCH sequences to random users with this library and two others. The results agree unless one of the
// others has a bug. The tables at the end list these bugs and the rules that they break.
import fc from 'fast-check';
import { scimPatch } from 'scim-patch';
import SCIMMY from 'scimmy';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { readResource } from '../src/dialects.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../src/json.ts';
import { applyPatch } from '../src/patch.ts';
import { readPatch } from '../src/patch-request.ts';
import { USER_TYPE } from '../src/resource-type.ts';
import { ENTERPRISE_USER_URN, PATCH_OP_URN, USER_URN } from '../src/urns.ts';

type Operation = { op: 'add' | 'replace' | 'remove'; path?: string; value?: JsonValue };

function ours(user: JsonObject, Operations: Operation[]): JsonObject {
  const steps = readPatch(USER_TYPE, { schemas: [PATCH_OP_URN], Operations: Operations as unknown as JsonValue });
  return applyPatch(USER_TYPE, user, steps).resource;
}

function scimPatchs(user: JsonObject, operations: Operation[]): JsonObject {
  let patched: JsonObject = user;
  for (const operation of operations) {
    const resource = { ...patched, schemas: [USER_URN], meta: { created: new Date(0), lastModified: new Date(0) } };
    try {
      const { meta: _, ...rest } = scimPatch(resource, [operation] as never, {
        treatMissingAsAdd: true,
        mutateDocument: false,
      });
      patched = JSON.parse(JSON.stringify(rest));
    } catch (error) {
      // The others refuse to remove an element from a missing list. RFC 7644 3.5.2.2 defines no error for that, and
      // identity providers repeat removals, so it is a no-op here.
      if (operation.op !== 'remove') throw error;
    }
  }
  return patched;
}

async function scimmys(user: JsonObject, Operations: Operation[]): Promise<JsonObject> {
  const { PatchOp } = SCIMMY.Messages;
  const resource = new SCIMMY.Schemas.User(user, 'both');
  const patched = await new PatchOp({ schemas: [PATCH_OP_URN], Operations } as never).apply(resource as never);
  // The others return no result if nothing changed.
  const { meta: _, ...rest } = JSON.parse(JSON.stringify(patched ?? resource));
  return rest;
}

/**
 * Normalizes for the comparison: without `schemas` (which the others do not keep) and empty values, and with each
 * element once.
 */
function essence(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) {
    const kept = value.map(essence).filter((each) => each !== undefined);
    const distinct = [...new Map(kept.map((each) => [JSON.stringify(each), each])).values()];
    return distinct.length > 0 ? distinct : undefined;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value)
    .filter(([name]) => name !== 'schemas')
    .map(([name, inner]) => [name, essence(inner)] as const)
    .filter(([, inner]) => inner !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return members.length > 0 ? Object.fromEntries(members as [string, JsonValue][]) : undefined;
}

const word = fc.constantFrom('a', 'b', 'c', 'd');
const type = fc.constantFrom('work', 'home', 'other');
const email: fc.Arbitrary<JsonObject> = fc.record({ type, value: word });
const emails = fc.uniqueArray(email, { minLength: 1, maxLength: 3, selector: ({ type }) => type });
const someone: fc.Arbitrary<JsonObject> = fc
  .record({
    userName: word,
    title: fc.option(word, { nil: undefined }),
    name: fc.option(fc.record({ givenName: word, familyName: word }), { nil: undefined }),
    emails: fc.option(emails, { nil: undefined }),
  })
  .map((user) => ({ schemas: [USER_URN], ...JSON.parse(JSON.stringify(user)) }));

const write = fc.constantFrom('add' as const, 'replace' as const);
const at = (path: string, value: fc.Arbitrary<JsonValue>): fc.Arbitrary<Operation> =>
  fc.record({ op: write, path: fc.constant(path), value });
const remove = (...paths: string[]): fc.Arbitrary<Operation> =>
  fc.record({ op: fc.constant('remove' as const), path: fc.constantFrom(...paths) });

const scalar = fc.oneof(
  at('userName', word),
  at('title', word),
  at('name.givenName', word),
  at('displayName', word),
  remove('title', 'displayName', 'name.givenName'),
);
const wholeName = at('name', fc.record({ familyName: word }));
const wholeList = fc.oneof(at('emails', emails), remove('emails'));
const oneElement = type.chain((each) =>
  fc.oneof(at(`emails[type eq "${each}"].value`, word), remove(`emails[type eq "${each}"]`)),
);
const pathless: fc.Arbitrary<Operation> = fc.record({
  op: write,
  value: fc.record({ displayName: word, 'name.givenName': word }) as fc.Arbitrary<JsonValue>,
});
const byUrn = fc.oneof(
  at(`${USER_URN}:displayName`, word),
  at(`${ENTERPRISE_USER_URN}:department`, word),
  remove(`${ENTERPRISE_USER_URN}:department`),
);
const sequence = (operation: fc.Arbitrary<Operation>): fc.Arbitrary<Operation[]> =>
  fc.array(operation, { minLength: 1, maxLength: 8 });

describe('random PATCH sequences on random users', () => {
  it('have the same result as with scim-patch', () => {
    fc.assert(
      fc.property(
        someone,
        sequence(fc.oneof(scalar, wholeName, wholeList, oneElement, pathless, byUrn)),
        (user, operations) => {
          expect(essence(ours(user, operations))).toEqual(essence(scimPatchs(user, operations)));
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it('have the same result as with scimmy', async () => {
    await fc.assert(
      fc.asyncProperty(someone, sequence(fc.oneof(scalar, at('emails', emails))), async (user, operations) => {
        expect(essence(ours(user, operations))).toEqual(essence(await scimmys(user, operations)));
      }),
      { numRuns: runs(100) },
    );
  });

  it('produce a canonical resource, so that parsing it again changes nothing', () => {
    fc.assert(
      fc.property(
        someone,
        sequence(fc.oneof(scalar, wholeName, wholeList, oneElement, pathless, byUrn)),
        (user, operations) => {
          const patched = ours(user, operations);
          expect(readResource(USER_TYPE, patched)).toEqual(patched);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('are idempotent if they only replace and remove', () => {
    fc.assert(
      fc.property(someone, fc.oneof(scalar, wholeName, wholeList, oneElement, byUrn), (user, operation) => {
        const once = ours(user, [operation]);
        expect(ours(once, [operation])).toEqual(once);
      }),
      { numRuns: runs(100) },
    );
  });
});

const dora: JsonObject = {
  schemas: [USER_URN],
  userName: 'dora',
  name: { givenName: 'Dora', familyName: 'Ek' },
  emails: [
    { value: 'd@work.com', type: 'work', primary: true },
    { value: 'd@home.com', type: 'home' },
  ],
};

describe('known bugs in the other libraries', () => {
  it.each<[string, Operation, JsonObject, string]>([
    [
      'a removed value',
      { op: 'remove', path: 'emails[type eq "home"].value' },
      { emails: [{ value: 'd@work.com', type: 'work', primary: true }] },
      'they leave an email that has only a type, which Entra ID then reads as a value',
    ],
    [
      'a new primary value',
      { op: 'add', path: 'emails', value: [{ value: 'x', type: 'other', primary: true }] },
      {
        emails: [
          { value: 'd@work.com', type: 'work', primary: false },
          { value: 'd@home.com', type: 'home' },
          { value: 'x', type: 'other', primary: true },
        ],
      },
      'they keep two primary values (RFC 7644 3.5.2 forbids that)',
    ],
    [
      'a removal by value',
      { op: 'remove', path: 'emails', value: [{ $ref: null, value: 'd@work.com' }] },
      { emails: [{ value: 'd@home.com', type: 'home' }] },
      'they compare whole elements, so that what Entra ID names is never found',
    ],
    [
      'a replaced element',
      { op: 'replace', path: 'emails[type eq "work"]', value: { value: 'x', type: 'work' } },
      {
        emails: [
          { value: 'x', type: 'work' },
          { value: 'd@home.com', type: 'home' },
        ],
      },
      'they merge, where RFC 7644 3.5.2.3 replaces the values that match',
    ],
    [
      'a name in another case',
      { op: 'replace', path: 'USERNAME', value: 'x' },
      { userName: 'x' },
      'they create a second attribute (RFC 7643 2.1: names are case-insensitive)',
    ],
  ])('scim-patch: %s', (_, operation, wanted) => {
    const right = { ...dora, ...wanted };
    expect(ours(dora, [operation])).toEqual(right);
    expect(scimPatchs(dora, [operation])).not.toEqual(right);
  });

  it('scimmy: drops the members of a complex value that the request does not name (RFC 7644 3.5.2.3)', async () => {
    const operation: Operation = { op: 'replace', path: 'name', value: { familyName: 'Berg' } };
    expect(ours(dora, [operation]).name).toEqual({ givenName: 'Dora', familyName: 'Berg' });
    expect((await scimmys(dora, [operation])).name).toEqual({ familyName: 'Berg' });
  });

  it('scimmy: refuses the URN of the core schema before a name (RFC 7644 3.10)', async () => {
    const operation: Operation = { op: 'add', path: `${USER_URN}:displayName`, value: 'Dora' };
    expect(ours(dora, [operation]).displayName).toBe('Dora');
    await expect(scimmys(dora, [operation])).rejects.toMatchObject({ scimType: 'invalidPath' });
  });
});
