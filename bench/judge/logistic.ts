// Fits choices among several options or none, with weights and offsets (the multinomial logit), by Newton's method.
// With one option per choice this is plain logistic regression. Options are adjacent in typed arrays, so that several
// hundred thousand take a tenth of a second.

/** Many choices with at most one right option each. */
export interface Choices {
  /** The options of choice c are `starts[c]` up to `starts[c + 1]`. */
  readonly starts: Uint32Array;
  /** The same number of values for each option, one option after the other. */
  readonly inputs: Float64Array;
  /** A fixed term of each option's log-odds, without a coefficient. */
  readonly offsets: Float64Array;
  /** The index of the right option of each choice, or -1 if there is none. */
  readonly right: Int32Array;
}

/** Choices that all have the same weight. */
export interface WeighedChoices {
  readonly choices: Choices;
  readonly weight: number;
}

const STEPS = 30;
const RIDGE = 1e-6;

/** The `width` coefficients that make the right options, or none, most likely. */
export function fitChoices(parts: readonly WeighedChoices[], width: number): number[] {
  let at = slopesAt(new Float64Array(width), parts);
  for (let step = 0; step < STEPS; step++) {
    const move = solved(at.curvature, at.gradient);
    let next = at;
    // A full step may overshoot.
    for (let part = 1; part > 1e-3; part /= 2) {
      next = slopesAt(
        at.coefficients.map((value, place) => value + part * (move[place] ?? 0)),
        parts,
      );
      if (next.likelihood >= at.likelihood) break;
    }
    const gained = next.likelihood - at.likelihood;
    if (gained >= 0) at = next;
    if (gained < 1e-12 * Math.abs(at.likelihood)) break;
  }
  return [...at.coefficients];
}

/** The log-likelihood of the choices, with its gradient and curvature. */
interface Slopes {
  readonly coefficients: Float64Array;
  readonly gradient: Float64Array;
  /** A matrix of which only the lower half is filled. */
  readonly curvature: readonly Float64Array[];
  likelihood: number;
}

function slopesAt(coefficients: Float64Array, parts: readonly WeighedChoices[]): Slopes {
  const width = coefficients.length;
  const curvature = Array.from({ length: width }, (_, row) =>
    Float64Array.from({ length: width }, (_, column) => (row === column ? RIDGE : 0)),
  );
  const slopes = { coefficients, gradient: new Float64Array(width), curvature, likelihood: 0 };
  for (const { choices, weight } of parts) {
    for (let choice = 0; choice < choices.right.length; choice++) addChoice(slopes, choices, choice, weight);
  }
  return slopes;
}

function addChoice(slopes: Slopes, choices: Choices, choice: number, weight: number): void {
  const { coefficients, gradient, curvature } = slopes;
  const width = coefficients.length;
  const from = choices.starts[choice] ?? 0;
  const odds = oddsOf(choices, choice, coefficients);
  const most = odds.reduce((one, other) => Math.max(one, other), 0);
  const total = odds.reduce((sum, one) => sum + Math.exp(one - most), Math.exp(-most));
  const chosen = (choices.right[choice] ?? -1) - from;
  slopes.likelihood += weight * ((odds[chosen] ?? 0) - most - Math.log(total));
  const mean = new Float64Array(width);
  for (const [at, one] of odds.entries()) {
    const share = Math.exp(one - most) / total;
    const own = choices.inputs.subarray((from + at) * width, (from + at + 1) * width);
    addTimes(gradient, own, weight * (Number(at === chosen) - share));
    addTimes(mean, own, share);
    bend(curvature, own, weight * share);
  }
  bend(curvature, mean, -weight);
}

/** The log-odds of the options of a choice. */
function oddsOf({ starts, inputs, offsets }: Choices, choice: number, coefficients: Float64Array): Float64Array {
  const width = coefficients.length;
  const from = starts[choice] ?? 0;
  return offsets.slice(from, starts[choice + 1]).map((offset, at) => {
    let sum = offset;
    for (let place = 0; place < width; place++)
      sum += (inputs[(from + at) * width + place] ?? 0) * (coefficients[place] ?? 0);
    return sum;
  });
}

function addTimes(to: Float64Array, own: Float64Array, times: number): void {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) + times * (own[at] ?? 0);
}

/** Adds a multiple of a row's product with itself. */
function bend(curvature: readonly Float64Array[], own: Float64Array, by: number): void {
  for (let row = 0; row < own.length; row++) {
    const line = curvature[row] ?? own;
    const scaled = by * (own[row] ?? 0);
    for (let column = 0; column <= row; column++) line[column] = (line[column] ?? 0) + scaled * (own[column] ?? 0);
  }
}

/** Gaussian elimination with pivots, for a symmetric matrix given by its lower half. */
function solved(half: readonly Float64Array[], right: Float64Array): number[] {
  const rows = half.map((line, row) => [
    ...Array.from(line, (value, column) => (column <= row ? value : (half[column]?.[row] ?? 0))),
    right[row] ?? 0,
  ]);
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
