// Trains the direction that separates office prompts from everyday ones: a logistic regression on unit vectors by
// Newton's method, with conjugate gradients for each step.

/** A text's vector, and whether it is an office prompt. */
export interface SortedVector {
  readonly vector: Float32Array;
  readonly isOffice: boolean;
}

const STEPS = 20;
const INNER_STEPS = 200;
/**
 * The ridge penalty of the weights; the constant has none. A third or three times as much separates the same prompts.
 */
const RIDGE = 3;

/** A weight for each dimension of the vectors, then a constant. Both kinds of texts have the same total weight. */
export function trainDirection(texts: readonly SortedVector[]): Float64Array {
  const width = (texts[0]?.vector.length ?? 0) + 1;
  const office = texts.filter(({ isOffice }) => isOffice).length;
  const weightOf = ({ isOffice }: SortedVector): number => (isOffice ? 1 : office / (texts.length - office));
  const ridge = (at: number): number => (at === width - 1 ? 0 : RIDGE);
  const direction = new Float64Array(width);
  for (let step = 0; step < STEPS; step++) {
    const slope = Float64Array.from(direction, (value, at) => -ridge(at) * value);
    const bends = texts.map((text) => {
      const chance = 1 / (1 + Math.exp(-along(text.vector, direction)));
      add(slope, text.vector, weightOf(text) * (Number(text.isOffice) - chance));
      return weightOf(text) * chance * (1 - chance);
    });
    const bent = (move: Float64Array): Float64Array => {
      const sum = Float64Array.from(move, (value, at) => ridge(at) * value);
      for (const [at, { vector }] of texts.entries()) add(sum, vector, (bends[at] ?? 0) * along(vector, move));
      return sum;
    };
    const move = solved(bent, slope);
    for (let at = 0; at < width; at++) direction[at] = (direction[at] ?? 0) + (move[at] ?? 0);
    if (Math.sqrt(product(move, move)) < 1e-6) break;
  }
  return direction;
}

/** The inner product with a vector and a trailing 1. */
function along(vector: Float32Array, direction: Float64Array): number {
  let sum = direction[vector.length] ?? 0;
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) * (direction[at] ?? 0);
  return sum;
}

/** Adds a multiple of a vector and a trailing 1. */
function add(to: Float64Array, vector: Float32Array, share: number): void {
  for (let at = 0; at < vector.length; at++) to[at] = (to[at] ?? 0) + share * (vector[at] ?? 0);
  to[vector.length] = (to[vector.length] ?? 0) + share;
}

/** Conjugate gradients (Hestenes and Stiefel 1952): solves `bent` x = `right`. */
function solved(bent: (move: Float64Array) => Float64Array, right: Float64Array): Float64Array {
  const found = new Float64Array(right.length);
  const left = right.slice();
  const way = right.slice();
  let square = product(left, left);
  const enough = 1e-16 * square;
  for (let step = 0; step < INNER_STEPS && square > enough; step++) {
    const bentWay = bent(way);
    const far = square / product(way, bentWay);
    for (let at = 0; at < found.length; at++) {
      found[at] = (found[at] ?? 0) + far * (way[at] ?? 0);
      left[at] = (left[at] ?? 0) - far * (bentWay[at] ?? 0);
    }
    const next = product(left, left);
    for (let at = 0; at < way.length; at++) way[at] = (left[at] ?? 0) + (next / square) * (way[at] ?? 0);
    square = next;
  }
  return found;
}

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
