// Plain logistic regression with weights and offsets, and choices among several or none, by Newton's method.

import { sharesOf } from '@cairn/surfacing-judge/calibration';

export interface Observation {
  readonly inputs: readonly number[];
  /** Added to the log-odds as it is. */
  readonly offset: number;
  readonly right: boolean;
  readonly weight: number;
}

const STEPS = 30;
const RIDGE = 1e-6;

/** The coefficients, one an input, that make the observations likeliest. */
export function fitLogistic(observations: readonly Observation[]): number[] {
  const size = observations[0]?.inputs.length ?? 0;
  let coefficients = new Array<number>(size).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = new Array<number>(size).fill(0);
    const curvature = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, column): number => (row === column ? RIDGE : 0)),
    );
    for (const { inputs, offset, right, weight } of observations) {
      const odds = offset + inputs.reduce((sum, input, at) => sum + input * (coefficients[at] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-odds));
      const pull = weight * ((right ? 1 : 0) - chance);
      const bend = weight * chance * (1 - chance);
      for (const [row, input] of inputs.entries()) {
        gradient[row] = (gradient[row] ?? 0) + pull * input;
        const line = curvature[row] ?? [];
        for (const [column, other] of inputs.entries()) line[column] = (line[column] ?? 0) + bend * input * other;
      }
    }
    const move = solved(curvature, gradient);
    coefficients = coefficients.map((value, at) => value + (move[at] ?? 0));
  }
  return coefficients;
}

/** Something that may be chosen; `offset` is added to its log-odds as it is. */
export interface Option {
  readonly inputs: readonly number[];
  readonly offset: number;
  readonly right: boolean;
}

/** Of these options at most one is right. */
export interface Choice {
  readonly options: readonly Option[];
  readonly weight: number;
}

/** The coefficients that make the right options, or none of them, likeliest: the multinomial logit. */
export function fitChoices(choices: readonly Choice[]): number[] {
  const size = choices.flatMap(({ options }) => options)[0]?.inputs.length ?? 0;
  let coefficients = new Array<number>(size).fill(0);
  let best = likelihood(choices, coefficients);
  for (let step = 0; step < STEPS; step++) {
    const move = choiceMove(choices, coefficients);
    let share = 1;
    let next = coefficients;
    let reached = Number.NEGATIVE_INFINITY;
    // A whole step may lead too far.
    for (; reached < best && share > 1e-3; share /= 2) {
      const part = share;
      next = coefficients.map((value, at) => value + part * (move[at] ?? 0));
      reached = likelihood(choices, next);
    }
    if (reached < best) break;
    const gained = reached - best;
    [coefficients, best] = [next, reached];
    if (gained < 1e-9 * Math.abs(best)) break;
  }
  return coefficients;
}

const oddsOf = ({ inputs, offset }: Option, coefficients: readonly number[]): number =>
  offset + inputs.reduce((sum, input, at) => sum + input * (coefficients[at] ?? 0), 0);

function likelihood(choices: readonly Choice[], coefficients: readonly number[]): number {
  let sum = 0;
  for (const { options, weight } of choices) {
    const shares = sharesOf(options.map((option) => oddsOf(option, coefficients)));
    const right = options.findIndex((option) => option.right);
    const share = right < 0 ? 1 - shares.reduce((total, one) => total + one, 0) : (shares[right] ?? 0);
    sum += weight * Math.log(Math.max(share, Number.MIN_VALUE));
  }
  return sum;
}

/** Newton's step. */
function choiceMove(choices: readonly Choice[], coefficients: readonly number[]): number[] {
  const size = coefficients.length;
  const gradient = new Float64Array(size);
  const curvature = Array.from({ length: size }, (_, row) =>
    Float64Array.from({ length: size }, (_, column) => (row === column ? RIDGE : 0)),
  );
  const bend = (inputs: ArrayLike<number>, by: number): void => {
    for (let row = 0; row < size; row++) {
      const line = curvature[row] ?? gradient;
      const scaled = by * (inputs[row] ?? 0);
      for (let column = 0; column < size; column++) line[column] = (line[column] ?? 0) + scaled * (inputs[column] ?? 0);
    }
  };
  for (const { options, weight } of choices) {
    const shares = sharesOf(options.map((option) => oddsOf(option, coefficients)));
    const mean = new Float64Array(size);
    for (const [at, { inputs, right }] of options.entries()) {
      const share = shares[at] ?? 0;
      for (const [row, input] of inputs.entries()) {
        gradient[row] = (gradient[row] ?? 0) + weight * (Number(right) - share) * input;
        mean[row] = (mean[row] ?? 0) + share * input;
      }
      bend(inputs, weight * share);
    }
    bend(mean, -weight);
  }
  return solved(
    curvature.map((line) => [...line]),
    [...gradient],
  );
}

/** Gauss elimination with pivots. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((line, at) => [...line, right[at] ?? 0]);
  for (let at = 0; at < rows.length; at++) {
    const best = rows.slice(at).reduce((one, line, offset) => {
      return Math.abs(line[at] ?? 0) > Math.abs(rows[one]?.[at] ?? 0) ? at + offset : one;
    }, at);
    [rows[at], rows[best]] = [rows[best] ?? [], rows[at] ?? []];
    const pivot = rows[at] ?? [];
    for (const [other, line] of rows.entries()) {
      if (other === at) continue;
      const factor = (line[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column < line.length; column++)
        line[column] = (line[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return rows.map((line, at) => (line.at(-1) ?? 0) / (line[at] ?? 1));
}
