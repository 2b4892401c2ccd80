// Small dense linear algebra on row-major symmetric positive definite matrices (at most about a hundred rows).

/** The inverse, by Cholesky: A = L Lᵀ, then A⁻¹ = L⁻ᵀ L⁻¹. `matrix` is left as it is. */
export function inverse(matrix: Float64Array, size: number): Float64Array {
  const lower = lowerInverse(cholesky(matrix, size), size);
  const result = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    for (let row = 0; row <= k; row++) {
      const factor = lower[k * size + row] ?? 0;
      for (let column = 0; column <= row; column++) {
        const at = row * size + column;
        result[at] = (result[at] ?? 0) + factor * (lower[k * size + column] ?? 0);
      }
    }
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) result[column * size + row] = result[row * size + column] ?? 0;
  }
  return result;
}

/** Solves A x = b. */
export function solve(matrix: Float64Array, size: number, right: Float64Array): Float64Array {
  const lower = cholesky(matrix, size);
  const x = Float64Array.from(right);
  for (let row = 0; row < size; row++) {
    let sum = x[row] ?? 0;
    for (let k = 0; k < row; k++) sum -= (lower[row * size + k] ?? 0) * (x[k] ?? 0);
    x[row] = sum / (lower[row * size + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = x[row] ?? 0;
    for (let k = row + 1; k < size; k++) sum -= (lower[k * size + row] ?? 0) * (x[k] ?? 0);
    x[row] = sum / (lower[row * size + row] ?? 1);
  }
  return x;
}

function cholesky(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] ?? 0;
      for (let k = 0; k < column; k++) sum -= (lower[row * size + k] ?? 0) * (lower[column * size + k] ?? 0);
      lower[row * size + column] = row === column ? Math.sqrt(sum) : sum / (lower[column * size + column] ?? 1);
    }
  }
  return lower;
}

function lowerInverse(lower: Float64Array, size: number): Float64Array {
  const result = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    const diagonal = lower[row * size + row] ?? 1;
    for (let k = 0; k < row; k++) {
      const factor = lower[row * size + k] ?? 0;
      if (factor === 0) continue;
      for (let column = 0; column <= k; column++) {
        const at = row * size + column;
        result[at] = (result[at] ?? 0) - (factor * (result[k * size + column] ?? 0)) / diagonal;
      }
    }
    result[row * size + row] = 1 / diagonal;
  }
  return result;
}
