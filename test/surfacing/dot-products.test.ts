// Compares many rows by meaning at once. The result is exact, with and without SIMD, for any number of rows.
import { centroidRows } from '@cairn/surfacing-judge/centroid-rows';
import { dotKernel, MAX_KERNEL_ROWS } from '@cairn/surfacing-judge/dot-kernel';
import { lineProducts, pairProducts } from '@cairn/surfacing-judge/dot-products';
import { lengthOf, likeness, rowDot } from '@cairn/surfacing-judge/vectors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/runs.ts';

const DIMENSIONS = 512;

/** Rows of distinct numbers. The first two have the largest possible values. */
function rowsOf(count: number): Int8Array {
  const rows = Int8Array.from({ length: count * DIMENSIONS }, (_, at) => ((at * 7919 + (at >> 9) * 31) % 255) - 127);
  return rows.fill(127, 0, DIMENSIONS).fill(-127, DIMENSIONS, 2 * DIMENSIONS);
}

const rowOf = (rows: Int8Array, row: number): Int8Array => rows.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);

describe('dot products of rows', () => {
  it.each([
    ['SIMD', false],
    ['plain JavaScript', true],
  ])('are exact in %s', (_, plain) => {
    const rows = rowsOf(9);
    const kernel = dotKernel(plain);
    kernel.rows.set(rows);
    kernel.run(1, 9);
    expect([...kernel.products.subarray(0, 9)]).toEqual(
      Array.from({ length: 9 }, (_, at) => rowDot(rows, 1, rows, at)),
    );
    kernel.products.fill(-1);
    kernel.run(0, 0);
    expect(kernel.products[0]).toBe(-1);
  });

  it('are the same for one row as for several', () => {
    const rows = rowsOf(2 * MAX_KERNEL_ROWS + 5);
    for (const count of [0, 1, MAX_KERNEL_ROWS - 1, MAX_KERNEL_ROWS, 2 * MAX_KERNEL_ROWS + 5]) {
      const expected = Array.from({ length: count }, (_, at) => rowDot(rows, 3, rows, at));
      expect([...lineProducts(rowOf(rows, 3), rows, count)]).toEqual(expected);
    }
  });

  it('of each row with itself and all previous rows equal the single products, and are 0 beyond that', () => {
    const rows = rowsOf(5);
    const products = pairProducts([{ rows, row: 4 }, null, { rows, row: 0 }]);
    const at = (row: number, other: number): number => products[row * 3 + other] ?? Number.NaN;
    expect([at(0, 0), at(2, 0), at(2, 2)]).toEqual([
      rowDot(rows, 4, rows, 4),
      rowDot(rows, 0, rows, 4),
      127 * 127 * 512,
    ]);
    expect([at(1, 0), at(1, 1), at(2, 1)]).toEqual([0, 0, 0]);
  });
});

it("compares a catalog's current trails, regardless of earlier changes", () => {
  const rows = rowsOf(40);
  const query = { row: rowOf(rows, 7), length: lengthOf(rows, 7) };
  const step = fc.record({
    id: fc.integer({ min: 0, max: 24 }),
    row: fc.integer({ min: 0, max: 39 }),
    set: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const model = new Map<string, number>();
      const centroids = centroidRows();
      for (const { id, row, set } of steps) {
        if (set) {
          model.set(`${id}`, row);
          centroids.set(`${id}`, rowOf(rows, row), lengthOf(rows, row));
        } else {
          model.delete(`${id}`);
          centroids.remove(`${id}`);
        }
      }
      const heard = new Map<string, number>();
      centroids.compare(query, (id, alike) => heard.set(id, alike));
      const expected = [...model].map(([id, row]) => [id, likeness(query, rows, row, lengthOf(rows, row))] as const);
      expect(heard).toEqual(new Map(expected));
    }),
    { numRuns: runs(200) },
  );
});
