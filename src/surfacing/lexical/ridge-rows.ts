// The rows of the local ridge: which texts of evidence the compared trails send, and how similar they are to each other.
import { NOISE, ROWS } from './constants.ts';
import { BLOCK_COUNT, blockOf } from './features.ts';
import type { IndexedUnits } from './indexed-trail.ts';
import type { Closeness } from './similarity.ts';

/** One text of evidence: unit `unit` of contender `owner`; background rows belong to no trail (-1). */
export interface RidgeRow {
  readonly owner: number;
  readonly indexed: IndexedUnits;
  readonly weights: Closeness['weights'];
  readonly unit: number;
  readonly kind: 'positive' | 'no_match' | 'background';
  readonly similarity: number;
  readonly noise: number;
}

export interface Contender {
  readonly indexed: IndexedUnits;
  readonly close: Closeness;
}

/** The nearest texts of each contender and of the background. */
export function ridgeRows(contenders: readonly Contender[], background: Contender): RidgeRow[] {
  const positives = Math.max(
    ROWS.fewest,
    Math.min(ROWS.most, Math.floor(ROWS.positives / Math.max(1, contenders.length))),
  );
  const rows = contenders.flatMap((contender, owner) => [
    ...nearestRows(contender, owner, 'positive', positives),
    ...nearestRows(contender, owner, 'no_match', ROWS.noMatch),
  ]);
  return [...rows, ...nearestRows(background, -1, 'background', ROWS.background)];
}

function nearestRows(contender: Contender, owner: number, kind: RidgeRow['kind'], take: number): RidgeRow[] {
  const { indexed, close } = contender;
  const numbers: number[] = [];
  for (let unit = 0; unit < indexed.units.length; unit++) {
    if ((indexed.units[unit]?.kind === 'no_match') === (kind === 'no_match')) numbers.push(unit);
  }
  const similarity = (unit: number): number => close.units[unit] ?? 0;
  numbers.sort((one, other) => similarity(other) - similarity(one) || one - other);
  const noise = kind === 'positive' ? NOISE.positive : kind === 'no_match' ? NOISE.noMatch : NOISE.background;
  return numbers
    .slice(0, take)
    .map((unit) => ({ owner, indexed, weights: close.weights, unit, kind, similarity: similarity(unit), noise }));
}

/** Row-to-row similarities, row-major and symmetric, with 1 (or nearly) on the diagonal. */
export function rowSimilarities(rows: readonly RidgeRow[]): Float64Array {
  const size = rows.length;
  const places = new Map<number, number>();
  const vectors = rows.map((row) => rowVector(row, places));
  const dense = new Float64Array(places.size);
  const similar = new Float64Array(size * size);
  for (const [one, vector] of vectors.entries()) {
    for (let at = 0; at < vector.places.length; at++) dense[vector.places[at] ?? 0] = vector.values[at] ?? 0;
    for (let other = 0; other <= one; other++) {
      const against = vectors[other];
      if (against === undefined) continue;
      let sum = 0;
      for (let at = 0; at < against.places.length; at++) {
        sum += (dense[against.places[at] ?? 0] ?? 0) * (against.values[at] ?? 0);
      }
      similar[one * size + other] = sum;
      similar[other * size + one] = sum;
    }
    for (const place of vector.places) dense[place] = 0;
  }
  return similar;
}

/** The row's weights (idf times block scale) at places shared by all rows. */
function rowVector(row: RidgeRow, known: Map<number, number>): { places: Int32Array; values: Float64Array } {
  const { indexed, weights, unit } = row;
  const from = indexed.starts[unit] ?? 0;
  const size = (indexed.starts[unit + 1] ?? 0) - from;
  const places = new Int32Array(size);
  const values = new Float64Array(size);
  for (let at = 0; at < size; at++) {
    const member = indexed.members[from + at] ?? 0;
    const feature = indexed.features[member] ?? 0;
    let place = known.get(feature);
    if (place === undefined) {
      place = known.size;
      known.set(feature, place);
    }
    places[at] = place;
    values[at] = Math.sqrt(weights.idf2[member] ?? 0) * (weights.scales[unit * BLOCK_COUNT + blockOf(feature)] ?? 0);
  }
  return { places, values };
}
