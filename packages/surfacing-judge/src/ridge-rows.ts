// The rows of the local ridge: which texts of evidence the compared trails send, and how similar they are to each
// other.
import { MEANING_SHARE, NOISE, ROWS } from './constants.ts';
import { pairProducts } from './dot-products.ts';
import { BLOCK_COUNT, blockOf } from './feature-numbers.ts';
import { type FeatureTable, featureTable } from './feature-table.ts';
import type { IndexedUnits } from './indexed-trail.ts';
import { mirrorLower } from './linear-algebra.ts';
import { floats, integers } from './room.ts';
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

const ROOM = {
  similar: floats(),
  numbers: integers(),
  known: integers(),
  starts: integers(),
  next: integers(),
  holders: integers(),
  values: floats(),
};
/** The columns of the features; used again as a room is. */
const TABLE = featureTable();

/** Row-to-row similarities, row-major and symmetric, with 1 (or nearly) on the diagonal; good until the next call. */
export function rowSimilarities(rows: readonly RidgeRow[], withMeaning: boolean): Float64Array {
  const size = rows.length;
  const similar = ROOM.similar(size * size).fill(0);
  addShared(columnsOf(rows), similar, size);
  if (withMeaning) addMeaning(rows, similar);
  mirrorLower(similar, size);
  return similar;
}

/** Adds what rows share of each feature to the lower half of the similarities. */
function addShared({ starts, holders, values }: Columns, similar: Float64Array, size: number): void {
  // Most features stand in few rows: only rows that share one meet.
  for (let column = 0; column + 1 < starts.length; column++) {
    const end = starts[column + 1] ?? 0;
    for (let one = starts[column] ?? 0; one < end; one++) {
      const value = values[one] ?? 0;
      const line = (holders[one] ?? 0) * size;
      for (let other = starts[column] ?? 0; other <= one; other++) {
        const at = line + (holders[other] ?? 0);
        similar[at] = (similar[at] ?? 0) + value * (values[other] ?? 0);
      }
    }
  }
}

/** Shares the lower half of the similarities between words and meaning. */
function addMeaning(rows: readonly RidgeRow[], similar: Float64Array): void {
  const size = rows.length;
  const products = pairProducts(
    rows.map(({ indexed, unit }) => indexed.vectors && { rows: indexed.vectors.rows, row: unit }),
  );
  const lengths = Float64Array.from(rows, ({ indexed, unit }) => indexed.vectors?.lengths[unit] ?? 0);
  for (let row = 0; row < size; row++) {
    for (let other = 0; other <= row; other++) {
      const at = row * size + other;
      // A row without a vector is like none.
      const both = (lengths[row] ?? 0) * (lengths[other] ?? 0);
      const alike = both === 0 ? 0 : Math.max(0, (products[at] ?? 0) / both);
      similar[at] = (1 - MEANING_SHARE) * (similar[at] ?? 0) + MEANING_SHARE * alike;
    }
  }
}

/** Per feature the rows that hold it, ascending, with its weight there (idf times the scale of its block). */
interface Columns {
  readonly starts: Int32Array;
  readonly holders: Int32Array;
  readonly values: Float64Array;
}

function columnsOf(rows: readonly RidgeRow[]): Columns {
  const total = rows.reduce((sum, { indexed, unit }) => sum + sizeOf(indexed, unit), 0);
  TABLE.clear(total);
  const numbers = columnNumbers(rows, TABLE, total);
  const starts = columnStarts(numbers, TABLE.size);
  const next = ROOM.next(starts.length);
  next.set(starts);
  const holders = ROOM.holders(total);
  const values = ROOM.values(total);
  let filled = 0;
  for (const [row, { indexed, weights, unit }] of rows.entries()) {
    const end = indexed.starts[unit + 1] ?? 0;
    for (let at = indexed.starts[unit] ?? 0; at < end; at++) {
      const member = indexed.members[at] ?? 0;
      const column = numbers[filled++] ?? 0;
      const free = next[column] ?? 0;
      next[column] = free + 1;
      holders[free] = row;
      const scale = weights.scales[unit * BLOCK_COUNT + blockOf(indexed.features[member] ?? 0)] ?? 0;
      values[free] = Math.sqrt(weights.idf2[member] ?? 0) * scale;
    }
  }
  return { starts, holders, values };
}

/** The column of every feature of every row, in the order of the rows. */
function columnNumbers(rows: readonly RidgeRow[], table: FeatureTable, total: number): Int32Array {
  const numbers = ROOM.numbers(total);
  // The texts of a trail share its features, and each is looked up but once: its column plus one, 0 before that.
  const begins = beginsOf(rows);
  const known = ROOM.known(begins.total).fill(0);
  let filled = 0;
  for (const { indexed, unit } of rows) {
    const begin = begins.of.get(indexed) ?? 0;
    const end = indexed.starts[unit + 1] ?? 0;
    for (let at = indexed.starts[unit] ?? 0; at < end; at++) {
      const place = indexed.members[at] ?? 0;
      const number = known[begin + place] || table.add(indexed.features[place] ?? 0) + 1;
      known[begin + place] = number;
      numbers[filled++] = number - 1;
    }
  }
  return numbers;
}

/** Where each of so many columns begins. */
function columnStarts(numbers: Int32Array, columns: number): Int32Array {
  const starts = ROOM.starts(columns + 1).fill(0);
  for (const number of numbers) starts[number + 1] = (starts[number + 1] ?? 0) + 1;
  for (let column = 0; column < columns; column++) {
    starts[column + 1] = (starts[column + 1] ?? 0) + (starts[column] ?? 0);
  }
  return starts;
}

/** Where the features of each trail begin when those of all are laid side by side. */
function beginsOf(rows: readonly RidgeRow[]): {
  readonly of: ReadonlyMap<IndexedUnits, number>;
  readonly total: number;
} {
  const of = new Map<IndexedUnits, number>();
  let total = 0;
  for (const { indexed } of rows) {
    if (of.has(indexed)) continue;
    of.set(indexed, total);
    total += indexed.features.length;
  }
  return { of, total };
}

const sizeOf = (indexed: IndexedUnits, unit: number): number =>
  (indexed.starts[unit + 1] ?? 0) - (indexed.starts[unit] ?? 0);
