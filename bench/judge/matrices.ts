// Matrix products of 32-bit floats in row-major order, as fast as loops can be without a library.

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

export const matrix = (
  rows: number,
  columns: number,
  values: Float32Array = new Float32Array(rows * columns),
): Matrix => ({
  rows,
  columns,
  values,
});

/** `one` times `other`. */
export function product(one: Matrix, other: Matrix): Matrix {
  const to = matrix(one.rows, other.columns);
  for (let row = 0; row < one.rows; row++) {
    const line = to.values.subarray(row * to.columns, (row + 1) * to.columns);
    for (let at = 0; at < one.columns; at++) {
      const factor = one.values[row * one.columns + at] ?? 0;
      if (factor !== 0) addTimes(line, other.values, at * other.columns, factor);
    }
  }
  return to;
}

/** `one` transposed, times `other`. */
export function productOfColumns(one: Matrix, other: Matrix): Matrix {
  const to = matrix(one.columns, other.columns);
  for (let row = 0; row < one.rows; row++) {
    for (let at = 0; at < one.columns; at++) {
      const factor = one.values[row * one.columns + at] ?? 0;
      if (factor === 0) continue;
      addTimes(to.values.subarray(at * to.columns, (at + 1) * to.columns), other.values, row * other.columns, factor);
    }
  }
  return to;
}

/** Inner products of the rows of `one` with the rows of `other`. */
export function rowProducts(one: Matrix, other: Matrix): Matrix {
  const to = matrix(one.rows, other.rows);
  for (let row = 0; row < one.rows; row++) {
    const from = row * one.columns;
    for (let against = 0; against < other.rows; against++) {
      const start = against * other.columns;
      let sum = 0;
      for (let at = 0; at < one.columns; at++) sum += (one.values[from + at] ?? 0) * (other.values[start + at] ?? 0);
      to.values[row * to.columns + against] = sum;
    }
  }
  return to;
}

function addTimes(to: Float32Array, from: Float32Array, start: number, factor: number): void {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) + factor * (from[start + at] ?? 0);
}

/** Scales each row to length 1 and returns the previous lengths. */
export function unitRows({ rows, columns, values }: Matrix): Float32Array {
  const lengths = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let square = 0;
    for (let at = row * columns; at < (row + 1) * columns; at++) square += (values[at] ?? 0) ** 2;
    const length = Math.sqrt(Math.max(square, 1e-12));
    for (let at = row * columns; at < (row + 1) * columns; at++) values[at] = (values[at] ?? 0) / length;
    lengths[row] = length;
  }
  return lengths;
}

/**
 * The gradient before `unitRows`, given the one after it, in which the part along a row has no effect. Changes
 * `gradient` in place.
 */
export function beforeUnitRows(gradient: Matrix, unit: Matrix, lengths: Float32Array): void {
  const { rows, columns, values } = gradient;
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    let along = 0;
    for (let at = from; at < from + columns; at++) along += (values[at] ?? 0) * (unit.values[at] ?? 0);
    const length = lengths[row] ?? 1;
    for (let at = from; at < from + columns; at++)
      values[at] = ((values[at] ?? 0) - along * (unit.values[at] ?? 0)) / length;
  }
}
