// Class-balanced kernel ridge over the rows near a query: how much a query looks like each contender's own texts and
// unlike everything else. One inverse serves every contender: each only lowers the noise of its own rows, and the
// Woodbury identity turns that into a small system.
import { NOISE } from './constants.ts';
import { inverse, solve } from './linear-algebra.ts';
import { type RidgeRow, rowSimilarities } from './ridge-rows.ts';

/** One score a contender, about -1 (nothing speaks for it) to 1 (it is one of its own texts). */
export function ridgeScores(rows: readonly RidgeRow[], contenders: number): number[] {
  const size = rows.length;
  const kernel = rowSimilarities(rows);
  for (let at = 0; at < kernel.length; at++) kernel[at] = (kernel[at] ?? 0) + 1;
  for (const [at, row] of rows.entries()) kernel[at * size + at] = (kernel[at * size + at] ?? 0) + row.noise;
  const inverted = inverse(kernel, size);
  const query = Float64Array.from(rows, (row) => row.similarity + 1);
  const weights = multiply(inverted, query);
  return Array.from({ length: contenders }, (_, owner) => balancedScore(rows, owner, inverted, weights));
}

function balancedScore(
  rows: readonly RidgeRow[],
  owner: number,
  inverted: Float64Array,
  weights: Float64Array,
): number {
  const size = rows.length;
  const own: number[] = [];
  for (const [at, row] of rows.entries()) if (row.owner === owner) own.push(at);
  const targets = Float64Array.from(rows, (row) => targetFor(row, owner));
  const plain = dot(weights, targets);
  if (own.length === 0) return plain;

  const positives = own.filter((at) => rows[at]?.kind === 'positive').length;
  const ownNoise = (2 * positives) / Math.max(size, 2 * positives);
  const system = new Float64Array(own.length * own.length);
  const right = new Float64Array(own.length);
  for (const [one, row] of own.entries()) {
    for (const [other, column] of own.entries()) {
      system[one * own.length + other] = -(inverted[row * size + column] ?? 0);
    }
    const lowered = (rows[row]?.noise ?? 0) - (rows[row]?.kind === 'no_match' ? NOISE.ownNoMatch : ownNoise);
    system[one * own.length + one] = (system[one * own.length + one] ?? 0) + 1 / lowered;
    right[one] = dot(inverted.subarray(row * size, (row + 1) * size), targets);
  }
  const solved = solve(system, own.length, right);
  return plain + own.reduce((sum, row, at) => sum + (weights[row] ?? 0) * (solved[at] ?? 0), 0);
}

// What speaks against another trail says nothing about this one.
function targetFor(row: RidgeRow, owner: number): number {
  if (row.owner === owner) return row.kind === 'positive' ? 1 : -1;
  return row.kind === 'no_match' ? 0 : -1;
}

function multiply(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  return Float64Array.from(vector, (_, row) => dot(matrix.subarray(row * size, (row + 1) * size), vector));
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
