// The rows of the local ridge: the texts that represent the compared trails, and their similarity to each other.
import { keepBest } from './best-few.ts';
import { MEANING_SHARE, NOISE, ROWS } from './constants.ts';
import { pairProducts } from './dot-products.ts';
import { BLOCK_COUNT, blockOf } from './feature-numbers.ts';
import { featureTable } from './feature-table.ts';
import type { IndexedUnits } from './indexed-trail.ts';
import { mirrorLower } from './linear-algebra.ts';
import { floats, integers } from './room.ts';
import type { Closeness } from './similarity.ts';

/** One text: unit `unit` of contender `owner`. Background rows belong to no trail (-1). */
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
  const similarity = (unit: number): number => close.units[unit] ?? 0;
  const isNearer = (one: number, other: number): boolean => similarity(one) > similarity(other);
  const nearest: number[] = [];
  for (let unit = 0; unit < indexed.units.length; unit++) {
    if ((indexed.units[unit]?.kind === 'no_match') === (kind === 'no_match')) keepBest(nearest, unit, take, isNearer);
  }
  const noise = kind === 'positive' ? NOISE.positive : kind === 'no_match' ? NOISE.noMatch : NOISE.background;
  const { weights } = close;
  return nearest.map((unit) => ({ owner, indexed, weights, unit, kind, similarity: similarity(unit), noise }));
}

const ROOM = {
  similar: floats(),
  numbers: integers(),
  known: integers(),
  held: integers(),
  blocks: integers(),
  idf2: floats(),
  next: integers(),
  holders: integers(),
  scales: floats(),
};
/** The columns of the features, in a reused buffer. */
const TABLE = featureTable();

/**
 * Similarities between rows, in row-major order and symmetric, with 1 on the diagonal (less if only others have a
 * vector). Valid until the next call.
 */
export function rowSimilarities(rows: readonly RidgeRow[], withMeaning: boolean): Float64Array {
  const size = rows.length;
  const similar = ROOM.similar(size * size).fill(0);
  // Compared by words, a text equals itself.
  for (let row = 0; row < size; row++) similar[row * size + row] = 1;
  addShared(rows, similar);
  if (withMeaning) addMeaning(rows, similar);
  mirrorLower(similar, size);
  return similar;
}

/** Adds the shared weight of each feature to the lower half of the similarities. */
function addShared(rows: readonly RidgeRow[], similar: Float64Array): void {
  const size = rows.length;
  const columns = columnsOf(rows);
  const { holders, scales, ends } = holdersOf(rows, columns);
  // Most features occur in one row only, so only rows with a common feature are compared.
  for (let column = 0; column < columns.count; column++) {
    const held = columns.held[column] ?? 0;
    if (held < 2) continue;
    const end = ends[column] ?? 0;
    const begin = end - held;
    const idf2 = columns.idf2[column] ?? 0;
    for (let one = begin + 1; one < end; one++) {
      const value = idf2 * (scales[one] ?? 0);
      const line = (holders[one] ?? 0) * size;
      for (let other = begin; other < one; other++) {
        const at = line + (holders[other] ?? 0);
        similar[at] = (similar[at] ?? 0) + value * (scales[other] ?? 0);
      }
    }
  }
}

/** Combines words and meaning in the lower half of the similarities. */
function addMeaning(rows: readonly RidgeRow[], similar: Float64Array): void {
  const size = rows.length;
  const products = pairProducts(
    rows.map(({ indexed, unit }) => indexed.vectors && { rows: indexed.vectors.rows, row: unit }),
  );
  const lengths = Float64Array.from(rows, ({ indexed, unit }) => indexed.vectors?.lengths[unit] ?? 0);
  for (let row = 0; row < size; row++) {
    for (let other = 0; other <= row; other++) {
      const at = row * size + other;
      // A row without a vector is similar to no other.
      const both = (lengths[row] ?? 0) * (lengths[other] ?? 0);
      const alike = both === 0 ? 0 : Math.max(0, (products[at] ?? 0) / both);
      similar[at] = (1 - MEANING_SHARE) * (similar[at] ?? 0) + MEANING_SHARE * alike;
    }
  }
}

/** Numbers for the features of all rows in sequence, and the data of each number. */
interface Columns {
  readonly numbers: Int32Array;
  readonly count: number;
  /** The number of rows with the feature. */
  readonly held: Int32Array;
  readonly blocks: Int32Array;
  readonly idf2: Float64Array;
}

function columnsOf(rows: readonly RidgeRow[]): Columns {
  const total = rows.reduce((sum, { indexed, unit }) => sum + sizeOf(indexed, unit), 0);
  TABLE.clear(total);
  const numbers = ROOM.numbers(total);
  const [held, blocks, idf2] = [ROOM.held(total).fill(0), ROOM.blocks(total), ROOM.idf2(total)];
  // The texts of a trail share features, so each feature is looked up only once. Stores its number plus one, and 0
  // before that.
  const begins = beginsOf(rows);
  const known = ROOM.known(begins.total).fill(0);
  let filled = 0;
  for (const { indexed, weights, unit } of rows) {
    const begin = begins.of.get(indexed) ?? 0;
    const end = indexed.starts[unit + 1] ?? 0;
    for (let at = indexed.starts[unit] ?? 0; at < end; at++) {
      const place = indexed.members[at] ?? 0;
      let number = (known[begin + place] ?? 0) - 1;
      if (number < 0) {
        const feature = indexed.features[place] ?? 0;
        number = TABLE.add(feature);
        known[begin + place] = number + 1;
        blocks[number] = blockOf(feature);
        idf2[number] = weights.idf2[place] ?? 0;
      }
      held[number] = (held[number] ?? 0) + 1;
      numbers[filled++] = number;
    }
  }
  return { numbers, count: TABLE.size, held, blocks, idf2 };
}

/** The rows with each shared feature, sorted, with the scale of its block, up to `ends`. */
interface Holders {
  readonly holders: Int32Array;
  readonly scales: Float64Array;
  readonly ends: Int32Array;
}

function holdersOf(rows: readonly RidgeRow[], { numbers, count, held, blocks }: Columns): Holders {
  const next = ROOM.next(count);
  let total = 0;
  for (let column = 0; column < count; column++) {
    const shared = (held[column] ?? 0) > 1;
    next[column] = shared ? total : UNSHARED;
    if (shared) total += held[column] ?? 0;
  }
  const holders = ROOM.holders(total);
  const scales = ROOM.scales(total);
  let at = 0;
  for (const [row, { indexed, weights, unit }] of rows.entries()) {
    for (const end = at + sizeOf(indexed, unit); at < end; at++) {
      const column = numbers[at] ?? 0;
      const free = next[column] ?? UNSHARED;
      if (free === UNSHARED) continue;
      next[column] = free + 1;
      holders[free] = row;
      scales[free] = weights.scales[unit * BLOCK_COUNT + (blocks[column] ?? 0)] ?? 0;
    }
  }
  return { holders, scales, ends: next };
}

const UNSHARED = -1;

/** The offset of each trail's features in the sequence of all features. */
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
