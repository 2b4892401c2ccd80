// Class-balanced kernel ridge over the rows near a query: how much a query looks like each contender's own texts and
// unlike everything else. One factorisation serves every contender: each only lowers the noise of its own rows, and the
// Woodbury identity turns that into a small system.
import { NOISE } from './constants.ts';
import { cholesky, inverseBlock, solveFactored } from './linear-algebra.ts';
import { type RidgeRow, rowSimilarities } from './ridge-rows.ts';

/**
 * One score a contender, about -1 (nothing speaks for it) to 1 (it is one of its own texts). The rows of a contender
 * stand side by side.
 */
export function ridgeScores(rows: readonly RidgeRow[], contenders: number, withMeaning: boolean): number[] {
  const size = rows.length;
  const kernel = rowSimilarities(rows, withMeaning);
  for (let at = 0; at < kernel.length; at++) kernel[at] = (kernel[at] ?? 0) + 1;
  for (const [at, row] of rows.entries()) kernel[at * size + at] = (kernel[at * size + at] ?? 0) + row.noise;
  const lower = cholesky(kernel, size);
  const query = Float64Array.from(rows, (row) => row.similarity + 1);
  const weights = solveFactored(lower, size, query);
  return Array.from({ length: contenders }, (_, owner) => balancedScore(rows, owner, lower, weights));
}

function balancedScore(rows: readonly RidgeRow[], owner: number, lower: Float64Array, weights: Float64Array): number {
  const size = rows.length;
  const targets = Float64Array.from(rows, (row) => targetFor(row, owner));
  const plain = dot(weights, targets);
  const from = rows.findIndex((row) => row.owner === owner);
  if (from < 0) return plain;

  const own = rows.filter((row) => row.owner === owner);
  const positives = own.filter((row) => row.kind === 'positive').length;
  const ownNoise = (2 * positives) / Math.max(size, 2 * positives);
  const system = inverseBlock(lower, size, from, from + own.length).map((value) => -value);
  for (const [one, row] of own.entries()) {
    const lowered = row.noise - (row.kind === 'no_match' ? NOISE.ownNoMatch : ownNoise);
    const diagonal = one * own.length + one;
    system[diagonal] = (system[diagonal] ?? 0) + 1 / lowered;
  }
  const right = solveFactored(lower, size, targets).slice(from, from + own.length);
  const solved = solveFactored(cholesky(system, own.length), own.length, right);
  return plain + dot(weights.subarray(from, from + own.length), solved);
}

// What speaks against another trail says nothing about this one.
function targetFor(row: RidgeRow, owner: number): number {
  if (row.owner === owner) return row.kind === 'positive' ? 1 : -1;
  return row.kind === 'no_match' ? 0 : -1;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
