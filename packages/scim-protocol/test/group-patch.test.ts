// Plans of group PATCHes, made without reading any members.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { elementMatches } from '../src/filter-match.ts';
import { type GroupPatch, namedMembers, planGroupPatch } from '../src/group-patch.ts';
import type { JsonObject, JsonValue } from '../src/json.ts';
import { applyPatch } from '../src/patch.ts';
import { readPatch } from '../src/patch-request.ts';
import { GROUP_TYPE } from '../src/resource-type.ts';
import { ScimError } from '../src/scim-error.ts';
import { GROUP_URN } from '../src/urns.ts';

const sales: JsonObject = { schemas: [GROUP_URN], id: 'g1', displayName: 'Sales' };
const refs = (...ids: string[]): JsonValue => ids.map((value) => ({ value }));
const steps = (operations: JsonValue[], strict = false) =>
  readPatch(
    GROUP_TYPE,
    { Operations: operations, schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] },
    { strict },
  );
const plan = (...operations: JsonValue[]): GroupPatch => planGroupPatch(sales, steps(operations));

describe('the plan for a group PATCH contains', () => {
  it.each<[string, JsonValue[], GroupPatch['members']]>([
    ['no member change for a rename', [{ op: 'replace', value: { id: 'g1', displayName: 'X' } }], []],
    [
      'additions',
      [{ op: 'Add', path: 'members', value: refs('a', 'b') }],
      [{ kind: 'change', add: ['a', 'b'], remove: [] }],
    ],
    [
      'an addition of one bare object',
      [{ op: 'add', path: 'members', value: { value: 'a' } }],
      [{ kind: 'change', add: ['a'], remove: [] }],
    ],
    [
      'removals by value',
      [{ op: 'Remove', path: 'members', value: refs('a') }],
      [{ kind: 'change', add: [], remove: ['a'] }],
    ],
    [
      'removals by path',
      [{ op: 'remove', path: 'members[value eq "a"]' }],
      [{ kind: 'change', add: [], remove: ['a'] }],
    ],
    [
      'removals by several values in a path',
      [{ op: 'remove', path: 'members[value eq "a" or value eq "b"]' }],
      [{ kind: 'change', add: [], remove: ['a', 'b'] }],
    ],
    [
      'removals by path in single quotes',
      [{ op: 'remove', path: "members[value eq 'a']" }],
      [{ kind: 'change', add: [], remove: ['a'] }],
    ],
    ['nothing for an empty list to remove', [{ op: 'remove', path: 'members', value: [] }], []],
    ['a replacement', [{ op: 'replace', path: 'members', value: refs('a', 'a') }], [{ kind: 'replace', ids: ['a'] }]],
    ['the removal of all', [{ op: 'remove', path: 'members' }], [{ kind: 'replace', ids: [] }]],
    ['the removal of all by null', [{ op: 'replace', value: { members: null } }], [{ kind: 'replace', ids: [] }]],
    ['and of null', [{ op: 'remove', path: 'members', value: null }], [{ kind: 'replace', ids: [] }]],
    [
      'the last of several changes to one member',
      [
        { op: 'add', path: 'members', value: refs('a') },
        { op: 'remove', path: 'members[value eq "a"]' },
        { op: 'remove', path: 'members', value: refs('b') },
        { op: 'add', path: 'members', value: refs('b') },
      ],
      [{ kind: 'change', add: ['b'], remove: ['a'] }],
    ],
    [
      'one replacement for everything around it',
      [
        { op: 'add', path: 'members', value: refs('z') },
        { op: 'replace', path: 'members', value: refs('a', 'b') },
        { op: 'remove', path: 'members[value eq "a"]' },
        { op: 'add', path: 'members', value: refs('c') },
      ],
      [{ kind: 'replace', ids: ['b', 'c'] }],
    ],
  ])('%s', (_, operations, members) => {
    expect(plan(...operations).members).toEqual(members);
  });

  it.each(['display eq "b"', 'type eq "b"', 'value sw "b"', 'value ne "b"', 'not (value eq "b")'])(
    'no removal by id if a filter tests more than ids: %s',
    (other) => {
      for (const where of [`value eq "a" or ${other}`, `${other} or value eq "a"`])
        expect(plan({ op: 'remove', path: `members[${where}]` }).members).toMatchObject([{ kind: 'removeWhere' }]);
    },
  );

  it('a removal by filter between the surrounding changes', () => {
    const { members } = plan(
      { op: 'add', path: 'members', value: refs('a') },
      { op: 'remove', path: 'members[type eq "User"]' },
      { op: 'add', path: 'members', value: refs('b') },
    );
    expect(members.map(({ kind }) => kind)).toEqual(['change', 'removeWhere', 'change']);
  });

  it('consecutive removals by filter as a single scan of the members', () => {
    const removing = (path: string) => ({ op: 'remove', path });
    const { members } = plan(
      removing('members[display eq "Ann"]'),
      removing('members[type eq "User" or display eq "Ben"]'),
      { op: 'add', path: 'members', value: refs('a') },
      removing('members[display eq "Cleo"]'),
      removing('members[display co "D"]'),
      removing('members[display eq "Eve"]'),
      removing('members[display eq "Fay"]'),
    );
    const asked = members.map((change) => {
      if (change.kind !== 'removeWhere') return change.kind;
      return change.where.kind === 'or'
        ? change.where.terms.map((term) => term.kind === 'compare' && term.value)
        : change.where.kind;
    });
    expect(asked).toEqual([['Ann', 'User', 'Ben'], 'change', ['Cleo', 'D', 'Eve', 'Fay']]);
  });

  it('a limited number of filters that scan all members (Decision 131)', () => {
    const part = (n: number) => ({ op: 'remove', path: `members[display co "P${n}"]` });
    const compared = (n: number) => ({ op: 'remove', path: `members[type eq "User" and display sw "P${n}"]` });
    const between = { op: 'add', path: 'members', value: refs('a') };
    const many = (count: number, one: (n: number) => JsonValue[]) =>
      Array.from({ length: count }, (_, n) => one(n)).flat();
    const refusal = (operations: JsonValue[]) => {
      try {
        plan(...operations);
        return 'planned';
      } catch (thrown) {
        return thrown instanceof ScimError && thrown.scimType;
      }
    };
    expect([299, 300].map((count) => refusal(many(count, (n) => [part(n)])))).toEqual(['planned', 'invalidValue']);
    expect([149, 150].map((count) => refusal(many(count, (n) => [compared(n)])))).toEqual(['planned', 'invalidValue']);
    const apart = (n: number) => [{ op: 'remove', path: `members[display eq "P${n}"]` }, between];
    expect([300, 301].map((count) => refusal(many(count, apart)))).toEqual(['planned', 'invalidValue']);
  });

  it('10,000 removals by display name as a single change', () => {
    const removals = Array.from({ length: 10_000 }, (_, n) => ({
      op: 'remove',
      path: `members[display eq "P${n}"]`,
    }));
    expect(plan(...removals).members).toHaveLength(1);
  });

  it('every id that must exist, even if a later operation removes it', () => {
    expect(
      plan({ op: 'add', path: 'members', value: refs('a') }, { op: 'remove', path: 'members[value eq "a"]' }).named,
    ).toEqual([{ position: 0, ids: ['a'], nested: [] }]);
    expect(plan({ op: 'remove', path: 'members[value eq "a"]' }).named).toEqual([]);
  });

  it('changes of other attributes besides members', () => {
    const renamed = plan({ op: 'replace', value: { displayName: 'X', externalId: 'e', members: refs('a') } });
    expect(renamed).toMatchObject({ changed: true, resource: { displayName: 'X', externalId: 'e' } });
    expect(plan({ op: 'add', path: 'members', value: refs('a') }).changed).toBe(false);
  });

  it('10,000 operations with one member each as a single change', () => {
    const operations = Array.from({ length: 10_000 }, (_, index) => ({
      op: 'add',
      path: 'members',
      value: refs(`u${index}`),
    }));
    const { members, named } = plan(...operations);
    expect(members).toHaveLength(1);
    expect(named).toHaveLength(10_000);
  });

  it.each<[JsonValue, string]>([
    [{ op: 'add', path: 'members[value eq "a"]', value: { display: 'x' } }, 'noTarget'],
    [{ op: 'replace', path: 'members[value eq "a"].value', value: 'b' }, 'mutability'],
    [{ op: 'replace', path: 'members.display', value: 'b' }, 'mutability'],
    [{ op: 'add', path: 'members', value: [{ value: 'g2', type: 'Group' }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ display: 'nobody' }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [7] }, 'invalidValue'],
    [{ op: 'replace', path: 'members', value: [''] }, 'invalidValue'],
    [{ op: 'replace', path: 'members', value: [null] }, 'invalidValue'],
    [{ op: 'replace', path: 'members', value: [[]] }, 'invalidValue'],
    [{ op: 'remove', path: 'displayName' }, 'mutability'],
    [{ op: 'remove', path: 'members[' }, 'invalidPath'],
  ])('nothing if %j is refused with 400 %s', (operation, scimType) => {
    expect(() => plan(operation)).toThrow(expect.objectContaining({ status: 400, scimType }));
  });

  it('nothing in strict mode if a removal has a value', () => {
    const removal = [{ op: 'remove', path: 'members', value: refs('a') }];
    expect(() => planGroupPatch(sales, steps(removal, true), { strict: true })).toThrow(ScimError);
  });
});

describe('the plan', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd');
  const term = fc.oneof(
    fc.tuple(fc.constantFrom('eq', 'eq', 'ne', 'sw'), id).map(([operator, one]) => `value ${operator} "${one}"`),
    fc.constantFrom('type eq "User"', 'type eq "Group"', 'display eq "a"'),
  );
  const operation = fc.oneof(
    fc.record({
      op: fc.constantFrom('add', 'replace', 'remove'),
      path: fc.constant('members'),
      value: fc.array(id).map((ids) => ids.map((value) => ({ value, type: 'User' }))),
    }),
    fc.constant<JsonValue>({ op: 'remove', path: 'members' }),
    fc
      .tuple(fc.array(term, { minLength: 1, maxLength: 3 }), fc.constantFrom(' or ', ' and '), fc.boolean())
      .map(([terms, joined, isNot]): JsonValue => {
        const where = terms.join(joined);
        return { op: 'remove', path: `members[${isNot ? `not (${where})` : where}]` };
      }),
  );

  it('has the same result as applying the operations one by one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.array(operation, { minLength: 1, maxLength: 8 }), (before, operations) => {
        const members = before.length > 0 ? { members: before.map((value) => ({ value, type: 'User' })) } : {};
        const whole = applyPatch(GROUP_TYPE, { ...sales, ...members }, steps(operations as JsonValue[])).resource;
        const after = carriedOut(before, planGroupPatch(sales, steps(operations as JsonValue[])).members);
        expect(after).toEqual([...namedMembers(whole.members ?? null).ids].sort());
      }),
      { numRuns: runs(500) },
    );
  });
});

// Executes a plan like a store in which every member is a user.
function carriedOut(before: readonly string[], changes: GroupPatch['members']): string[] {
  let ids = new Set(before);
  for (const change of changes) {
    if (change.kind === 'replace') ids = new Set(change.ids);
    else if (change.kind === 'removeWhere') {
      const { where } = change;
      ids = new Set([...ids].filter((value) => !elementMatches(where, { value, type: 'User' })));
    } else {
      for (const id of change.add) ids.add(id);
      for (const id of change.remove) ids.delete(id);
    }
  }
  return [...ids].sort();
}
