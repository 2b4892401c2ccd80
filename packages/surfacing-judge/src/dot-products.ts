// Inner products of many rows of 8-bit integers, the main cost of comparing meaning.
import { type DotKernel, dotKernel, MAX_KERNEL_ROWS } from './dot-kernel.ts';
import { DIMENSIONS } from './encoder/transformer.ts';
import { integers } from './room.ts';

/** One row in a matrix of adjacent rows. */
export interface PlacedRow {
  readonly rows: Int8Array;
  readonly row: number;
}

const ROOM = { line: integers(), pairs: integers() };
const LAST = MAX_KERNEL_ROWS - 1;
let laid: DotKernel | undefined;

/** The products of one row with the first `count` other rows, valid until the next call. */
export function lineProducts(row: Int8Array, others: Int8Array, count: number): Int32Array {
  laid ??= dotKernel();
  const line = ROOM.line(count);
  laid.rows.set(row, LAST * DIMENSIONS);
  for (let from = 0; from < count; from += LAST) {
    const some = Math.min(LAST, count - from);
    laid.rows.set(others.subarray(from * DIMENSIONS, (from + some) * DIMENSIONS));
    laid.run(LAST, some);
    line.set(laid.products.subarray(0, some), from);
  }
  return line;
}

/**
 * The products of each row with itself and all previous rows, in row-major order in a square whose upper half is
 * undefined. Valid until the next call. Null stands for a row of zeros. At most MAX_KERNEL_ROWS rows.
 */
export function pairProducts(rows: readonly (PlacedRow | null)[]): Int32Array {
  laid ??= dotKernel();
  const size = rows.length;
  const pairs = ROOM.pairs(size * size);
  for (const [at, one] of rows.entries()) {
    if (one === null) laid.rows.fill(0, at * DIMENSIONS, (at + 1) * DIMENSIONS);
    else laid.rows.set(one.rows.subarray(one.row * DIMENSIONS, (one.row + 1) * DIMENSIONS), at * DIMENSIONS);
  }
  for (let at = 0; at < size; at++) {
    laid.run(at, at + 1);
    pairs.set(laid.products.subarray(0, at + 1), at * size);
  }
  return pairs;
}
