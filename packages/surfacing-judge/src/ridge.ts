// Class-balanced kernel ridge regression over the rows near a query: how much the query resembles the texts of each
// contender and nothing else. All contenders share one factorization. Each of them only lowers the noise of its own
// rows, and the Woodbury identity turns that into a small system.
import { NOISE } from './constants.ts';
import { cholesky, dot, inverseBlock, solveFactored } from './linear-algebra.ts';
import { type RidgeRow, rowSimilarities } from './ridge-rows.ts';

/**
 * One score per contender, from about -1 (no evidence) to 1 (equal to one of its texts). The rows of a contender are
 * adjacent.
 */
export function ridgeScores(rows: readonly RidgeRow[], contenders: number, withMeaning: boolean): number[] {
  const size = rows.length;
  const kernel = rowSimilarities(rows, withMeaning);
  for (let at = 0; at < kernel.length; at++) kernel[at] = (kernel[at] ?? 0) + 1;
  for (const [at, row] of rows.entries()) kernel[at * size + at] = (kernel[at * size + at] ?? 0) + row.noise;
  const lower = cholesky(kernel, size);
  const weights = solveFactored(
    lower,
    size,
    numbersOf(rows, (row) => row.similarity + 1),
  );
  const targets = numbersOf(rows, plainTarget);
  const plain = { score: dot(weights, 0, targets, 0, size), solved: solveFactored(lower, size, targets) };
  return Array.from({ length: contenders }, (_, owner) => balancedScore(rows, owner, { lower, weights, plain }));
}

/** The part of the work that all contenders share. */
interface Factored {
  readonly lower: Float64Array;
  /** The query in terms of the rows. */
  readonly weights: Float64Array;
  /** The score of a contender without rows, and the solved targets. */
  readonly plain: { readonly score: number; readonly solved: Float64Array };
}

function balancedScore(rows: readonly RidgeRow[], owner: number, { lower, weights, plain }: Factored): number {
  const size = rows.length;
  const from = rows.findIndex((row) => row.owner === owner);
  if (from < 0) return plain.score;

  const own = rows.filter((row) => row.owner === owner);
  const width = own.length;
  const ownWeights = weights.subarray(from, from + width);
  // Its targets equal the shared ones, except in its own rows.
  const more = numbersOf(own, (row) => ownTarget(row) - plainTarget(row));
  const system = inverseBlock(lower, size, from, from + width);
  const right = plain.solved.slice(from, from + width);
  for (let row = 0; row < width; row++) right[row] = (right[row] ?? 0) + dot(system, row * width, more, 0, width);

  const positives = own.filter((row) => row.kind === 'positive').length;
  const ownNoise = (2 * positives) / Math.max(size, 2 * positives);
  for (let at = 0; at < system.length; at++) system[at] = -(system[at] ?? 0);
  for (const [one, row] of own.entries()) {
    const lowered = row.noise - (row.kind === 'no_match' ? NOISE.ownNoMatch : ownNoise);
    const diagonal = one * width + one;
    system[diagonal] = (system[diagonal] ?? 0) + 1 / lowered;
  }
  const solved = solveFactored(cholesky(system, width), width, right);
  return plain.score + dot(ownWeights, 0, more, 0, width) + dot(ownWeights, 0, solved, 0, width);
}

const ownTarget = (row: RidgeRow): number => (row.kind === 'positive' ? 1 : -1);

/** Evidence against another trail says nothing about this one. */
const plainTarget = (row: RidgeRow): number => (row.kind === 'no_match' ? 0 : -1);

/** This is a loop, because `Float64Array.from` is many times slower. */
function numbersOf(rows: readonly RidgeRow[], numberOf: (row: RidgeRow) => number): Float64Array {
  const numbers = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (row !== undefined) numbers[at] = numberOf(row);
  }
  return numbers;
}
