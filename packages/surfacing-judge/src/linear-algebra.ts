// Small dense linear algebra on symmetric positive definite matrices (row-major, at most about a hundred rows).
import { floats } from './room.ts';

/** The inner product of `count` numbers from these offsets. Four independent sums avoid waiting for each addition. */
export function dot(one: Float64Array, from: number, other: Float64Array, otherFrom: number, count: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const whole = count - (count % 4);
  let at = 0;
  for (; at < whole; at += 4) {
    first += (one[from + at] ?? 0) * (other[otherFrom + at] ?? 0);
    second += (one[from + at + 1] ?? 0) * (other[otherFrom + at + 1] ?? 0);
    third += (one[from + at + 2] ?? 0) * (other[otherFrom + at + 2] ?? 0);
    fourth += (one[from + at + 3] ?? 0) * (other[otherFrom + at + 3] ?? 0);
  }
  for (; at < count; at++) first += (one[from + at] ?? 0) * (other[otherFrom + at] ?? 0);
  return first + second + (third + fourth);
}

/** Cholesky: replaces A, row-major, with L of A = L Lᵀ and returns it. The part above the diagonal is undefined. */
export function cholesky(matrix: Float64Array, size: number): Float64Array {
  for (let row = 0; row < size; row++) {
    const line = row * size;
    for (let column = 0; column <= row; column++) {
      const other = column * size;
      const sum = (matrix[line + column] ?? 0) - dot(matrix, line, matrix, other, column);
      matrix[line + column] = row === column ? Math.sqrt(sum) : sum / (matrix[other + column] ?? 1);
    }
  }
  return matrix;
}

/** Solves L Lᵀ x = b. */
export function solveFactored(lower: Float64Array, size: number, right: Float64Array): Float64Array {
  const x = Float64Array.from(right);
  for (let row = 0; row < size; row++) {
    x[row] = ((x[row] ?? 0) - dot(lower, row * size, x, 0, row)) / (lower[row * size + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row--) {
    const solved = (x[row] ?? 0) / (lower[row * size + row] ?? 1);
    x[row] = solved;
    for (let k = 0; k < row; k++) x[k] = (x[k] ?? 0) - (lower[row * size + k] ?? 0) * solved;
  }
  return x;
}

const ROOM = { columns: floats() };

/**
 * The block `from` to `to` of A⁻¹, row-major, from the factor of A: with V = L⁻¹ on those columns, the block is VᵀV. A
 * few blocks cost far less than the whole inverse.
 */
export function inverseBlock(lower: Float64Array, size: number, from: number, to: number): Float64Array {
  const width = to - from;
  // Column j of V is zero above row j. It is stored as a row, so that all sums read consecutive memory.
  const columns = ROOM.columns(width * size);
  for (let column = 0; column < width; column++) {
    const line = column * size;
    const first = from + column;
    columns[line + first] = 1 / (lower[first * size + first] ?? 1);
    for (let row = first + 1; row < size; row++) {
      const sum = dot(lower, row * size + first, columns, line + first, row - first);
      columns[line + row] = -sum / (lower[row * size + row] ?? 1);
    }
  }
  const block = new Float64Array(width * width);
  for (let one = 0; one < width; one++) {
    const first = from + one;
    for (let other = 0; other <= one; other++) {
      block[one * width + other] = dot(columns, one * size + first, columns, other * size + first, size - first);
    }
  }
  mirrorLower(block, width);
  return block;
}

/** Copies the lower half of a square matrix, row-major, to the upper half. */
export function mirrorLower(square: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    for (let other = 0; other < row; other++) square[other * size + row] = square[row * size + other] ?? 0;
  }
}
