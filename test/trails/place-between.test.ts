import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OrderedItem, placeBetween } from '../../src/trails/place-between.ts';
import { runs } from '../support/runs.ts';

const inOrder = (numbers: readonly number[]): OrderedItem[] =>
  numbers.map((sort_order, index) => ({ id: String.fromCharCode(97 + index), sort_order }));

/** The order of ids after the changes. */
function after(items: readonly OrderedItem[], changes: readonly OrderedItem[]): string[] {
  const numbers = new Map(changes.map(({ id, sort_order }) => [id, sort_order]));
  return items
    .map(({ id, sort_order }) => ({ id, sort_order: numbers.get(id) ?? sort_order }))
    .sort((one, other) => one.sort_order - other.sort_order)
    .map(({ id }) => id);
}

test('changes one number for a move to an end', () => {
  const items = inOrder([1, 2, 3, 4]);
  expect(placeBetween(items, 3, 0)).toEqual([{ id: 'd', sort_order: 0 }]);
  expect(placeBetween(items, 0, 3)).toEqual([{ id: 'a', sort_order: 5 }]);
});

test('moves an item into a gap without shifting others', () => {
  expect(placeBetween(inOrder([1, 5, 9]), 2, 1)).toEqual([{ id: 'c', sort_order: 2 }]);
});

test('puts any item at any position, keeps the order of the others, and uses distinct int32 numbers', () => {
  const [least, most] = [-2_147_483_648, 2_147_483_647];
  const anyNumber = fc.oneof(
    fc.integer({ min: -9, max: 9 }),
    fc.integer({ min: least, max: least + 9 }),
    fc.integer({ min: most - 9, max: most }),
  );
  const ascending = fc
    .array(anyNumber, { minLength: 1, maxLength: 12 })
    .map((numbers) => inOrder(numbers.sort((one, other) => one - other)));
  fc.assert(
    fc.property(ascending, fc.nat(11), fc.nat(11), (items, one, other) => {
      const [from, to] = [one % items.length, other % items.length];
      const ids = items.map(({ id }) => id);
      const wanted = ids.filter((_, index) => index !== from);
      wanted.splice(to, 0, ids[from] ?? '');
      const changes = placeBetween(items, from, to);
      expect(after(items, changes)).toEqual(wanted);
      const changed = new Map(changes.map(({ id, sort_order }) => [id, sort_order]));
      const numbers = items.map(({ id, sort_order }) => changed.get(id) ?? sort_order);
      const before = new Set(items.map(({ sort_order }) => sort_order));
      expect(new Set(numbers).size).toBeGreaterThanOrEqual(before.size);
      for (const { sort_order } of changes)
        expect(sort_order === Math.min(Math.max(sort_order, least), most)).toBe(true);
    }),
    { numRuns: runs(100) },
  );
});
