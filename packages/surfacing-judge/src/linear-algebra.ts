// Small dense linear algebra on row-major symmetric positive definite matrices (at most about a hundred rows).

/**
 * Turns A, row-major, into L of A = L Lᵀ where it stands, and answers it. What is left above the diagonal means
 * nothing.
 */
export function cholesky(matrix: Float64Array, size: number): Float64Array {
  for (let row = 0; row < size; row++) {
    const line = row * size;
    for (let column = 0; column <= row; column++) {
      const other = column * size;
      let sum = matrix[line + column] ?? 0;
      for (let k = 0; k < column; k++) sum -= (matrix[line + k] ?? 0) * (matrix[other + k] ?? 0);
      matrix[line + column] = row === column ? Math.sqrt(sum) : sum / (matrix[other + column] ?? 1);
    }
  }
  return matrix;
}

/** Solves L Lᵀ x = b. */
export function solveFactored(lower: Float64Array, size: number, right: Float64Array): Float64Array {
  const x = Float64Array.from(right);
  for (let row = 0; row < size; row++) {
    let sum = x[row] ?? 0;
    for (let k = 0; k < row; k++) sum -= (lower[row * size + k] ?? 0) * (x[k] ?? 0);
    x[row] = sum / (lower[row * size + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row--) {
    const solved = (x[row] ?? 0) / (lower[row * size + row] ?? 1);
    x[row] = solved;
    for (let k = 0; k < row; k++) x[k] = (x[k] ?? 0) - (lower[row * size + k] ?? 0) * solved;
  }
  return x;
}

/**
 * The block of A⁻¹ whose rows and columns are `from` up to `to`, row-major, from the factor of A alone: with V = L⁻¹ on
 * those columns the block is VᵀV. A few such blocks cost far less than the whole inverse.
 */
export function inverseBlock(lower: Float64Array, size: number, from: number, to: number): Float64Array {
  const width = to - from;
  // Column j of L⁻¹ is zero above row j, so nothing above `from` is needed. Row i of the block's columns stands at i *
  // width.
  const columns = new Float64Array((size - from) * width);
  const block = new Float64Array(width * width);
  const line = new Float64Array(width);
  for (let row = from; row < size; row++) {
    line.fill(0);
    if (row < to) line[row - from] = 1;
    for (let k = from; k < row; k++) {
      const factor = lower[row * size + k] ?? 0;
      const above = (k - from) * width;
      for (let column = 0; column < width; column++) {
        line[column] = (line[column] ?? 0) - factor * (columns[above + column] ?? 0);
      }
    }
    const diagonal = lower[row * size + row] ?? 1;
    for (let column = 0; column < width; column++) line[column] = (line[column] ?? 0) / diagonal;
    columns.set(line, (row - from) * width);
    addSquare(line, block);
  }
  mirrorLower(block, width);
  return block;
}

/** Adds the products of a line with itself to the lower half of a block of its width. */
function addSquare(line: Float64Array, block: Float64Array): void {
  const width = line.length;
  for (let one = 0; one < width; one++) {
    const factor = line[one] ?? 0;
    for (let other = 0; other <= one; other++) {
      block[one * width + other] = (block[one * width + other] ?? 0) + factor * (line[other] ?? 0);
    }
  }
}

/** Copies the lower half of a square of numbers, row-major, onto the upper one. */
export function mirrorLower(square: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    for (let other = 0; other < row; other++) square[other * size + row] = square[row * size + other] ?? 0;
  }
}
