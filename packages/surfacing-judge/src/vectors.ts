// Directions of vectors as rows of 8-bit integers (512 bytes per text), and their similarity.
import { lineProducts } from './dot-products.ts';
import { DIMENSIONS } from './encoder/transformer.ts';
import { floats } from './room.ts';

/** Adjacent rows of DIMENSIONS numbers. A row of zeros stands for a text without a vector. */
export type VectorRows = Int8Array;

/** The direction of a vector in integers: its largest number becomes 127. */
export function directionOf(vector: ArrayLike<number>): Int8Array {
  let largest = 0;
  for (let at = 0; at < DIMENSIONS; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  const direction = new Int8Array(DIMENSIONS);
  if (largest === 0) return direction;
  for (let at = 0; at < DIMENSIONS; at++) direction[at] = Math.round(((vector[at] ?? 0) * 127) / largest);
  return direction;
}

/** The length of a row, or 0 for a text without a vector. */
export function lengthOf(rows: VectorRows, row: number): number {
  return Math.sqrt(rowDot(rows, row, rows, row));
}

/** The inner product of two rows, before dividing by their lengths. */
export function rowDot(one: VectorRows, row: number, other: VectorRows, otherRow: number): number {
  const from = row * DIMENSIONS;
  const against = otherRow * DIMENSIONS;
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += (one[from + at] ?? 0) * (other[against + at] ?? 0);
  return sum;
}

/** The vectors of one trail's texts, or of the everyday prompts. */
export interface UnitVectors {
  readonly rows: VectorRows;
  /** The length of each row. */
  readonly lengths: Float64Array;
  /** The direction of the weighted sum of the texts; all zeros if no text has a vector. */
  readonly centroid: Int8Array;
  readonly centroidLength: number;
  /** The length of that weighted sum. */
  readonly norm: number;
  /** True if most of the texts are in English and have a vector. */
  readonly isEnglish: boolean;
}

/** Rows with the data needed to compare them. `weights` are the shares of the texts in the centroid. */
export function unitVectors(rows: VectorRows, weights: readonly number[]): UnitVectors {
  const lengths = Float64Array.from(weights, (_, row) => lengthOf(rows, row));
  const sum = new Float64Array(DIMENSIONS);
  for (const [row, weight] of weights.entries()) {
    const length = lengths[row] ?? 0;
    if (weight === 0 || length === 0) continue;
    for (let at = 0; at < DIMENSIONS; at++) {
      sum[at] = (sum[at] ?? 0) + (weight * (rows[row * DIMENSIONS + at] ?? 0)) / length;
    }
  }
  const centroid = directionOf(sum);
  const norm = Math.sqrt(sum.reduce((square, value) => square + value * value, 0));
  const isEnglish = 2 * lengths.filter((length) => length > 0).length >= lengths.length;
  return { rows, lengths, centroid, centroidLength: lengthOf(centroid, 0), norm, isEnglish };
}

/** The vector of a text. */
export interface QueryVector {
  readonly row: Int8Array;
  readonly length: number;
}

/** The vector of a prompt. */
export interface PromptVector extends QueryVector {
  /** Whether it was translated into English word by word. */
  readonly isTranslated: boolean;
}

/** The cosines of a text and the first `lengths.length` rows, each as in `likeness`. Valid until the next call. */
export function likenesses(query: QueryVector, rows: VectorRows, lengths: Float64Array): Float64Array {
  const cosines = ROOM.cosines(lengths.length);
  const products = lineProducts(query.row, rows, lengths.length);
  for (let row = 0; row < lengths.length; row++) {
    const length = lengths[row] ?? 0;
    cosines[row] = length === 0 ? 0 : Math.max(0, (products[row] ?? 0) / (query.length * length));
  }
  return cosines;
}

const ROOM = { cosines: floats() };

/** The cosine of a text and a row, or 0 if the row is empty. Never below 0: opposites are merely unrelated. */
export function likeness(query: QueryVector, rows: VectorRows, row: number, length: number): number {
  return length === 0 ? 0 : Math.max(0, rowDot(query.row, 0, rows, row) / (query.length * length));
}
