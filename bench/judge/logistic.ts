// Plain logistic regression with weights and offsets, by Newton's method.

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
