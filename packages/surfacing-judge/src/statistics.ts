// The weight of features in one catalog (inverse document frequency), and the weights of trails that follow from it.

import { BLOCK_WEIGHTS, CONCEPT_WORD_SHARE } from './constants.ts';
import { BLOCK_COUNT, BLOCKS, blockOf, KINDS, kindOf } from './feature-numbers.ts';
import type { IndexedUnits } from './indexed-trail.ts';
import { floats } from './room.ts';
import type { Features } from './shared-features.ts';

/** Counts the trails (or everyday prompts) with a feature. */
export interface FeatureCounts {
  readonly counted: number;
  frequency(feature: number): number;
}

/**
 * The scales that turn shared features into a similarity: `scales[u * 4 + b]` for unit u and block b. `norm` is the
 * length of the sum of the weighted units. Each verdict creates one of these per compared trail, so values that are
 * quick to compute are left out.
 */
export interface UnitWeights {
  readonly idf2: Float64Array;
  readonly scales: Float64Array;
  readonly norm: number;
}

/** A query's features with squared idf, one scale per block, and the sum of its words' squared idf. */
export interface QueryWeights {
  readonly features: Features;
  readonly idf2: Float64Array;
  readonly scales: Float64Array;
  readonly words: number;
}

export interface Statistics {
  /** Squared idf of a feature. */
  idf2(feature: number): number;
  /** 1 for a feature of one trail or none; 0 for a feature of all trails. */
  rarity(feature: number): number;
  /** Whether any trail has the feature. */
  isUsed(feature: number): boolean;
  unitWeights(indexed: IndexedUnits): UnitWeights;
  queryWeights(features: Features): QueryWeights;
}

/** Statistics over `everyday` and the sum of `trails`, minus `without` (hidden trails, a draft's live version). */
export function statistics(
  everyday: FeatureCounts,
  trails: readonly FeatureCounts[] = [],
  without: readonly FeatureCounts[] = [],
): Statistics {
  const inTrails = (read: (one: FeatureCounts) => number): number => {
    let sum = 0;
    for (const one of trails) sum += read(one);
    for (const one of without) sum -= read(one);
    return sum;
  };
  const sumOf = (read: (one: FeatureCounts) => number): number => read(everyday) + inTrails(read);
  const total = sumOf((one) => one.counted);
  const frequency = (feature: number): number => sumOf((one) => one.frequency(feature));
  // A word in a concept passes most of its weight on to the concept, so that a shared word does not count twice.
  const idf2 = (feature: number): number => {
    const idf = Math.log((total + 1) / Math.max(1, frequency(feature))) + 1;
    return kindOf(feature) === KINDS.conceptWord ? CONCEPT_WORD_SHARE * idf * idf : idf * idf;
  };
  // Cached for as long as the close reading.
  const known = new WeakMap<IndexedUnits, UnitWeights>();
  return {
    idf2,
    rarity: (feature) => 1 - Math.log(Math.max(1, frequency(feature))) / Math.log(total + 1),
    isUsed: (feature) => inTrails((one) => one.frequency(feature)) > 0,
    unitWeights(indexed) {
      const before = known.get(indexed);
      if (before !== undefined) return before;
      const fresh = weighUnits(indexed, idf2);
      known.set(indexed, fresh);
      return fresh;
    },
    queryWeights: (features) => weighQuery(features, idf2),
  };
}

// A word that no trail knows still counts in the query's length. Such words lower every score, which is the main sign
// that a prompt is about something else.
function weighQuery(features: Features, idf2: (feature: number) => number): QueryWeights {
  const own = new Float64Array(features.length);
  const sums = new Float64Array(BLOCK_COUNT);
  for (let at = 0; at < features.length; at++) {
    const feature = features[at] ?? 0;
    const block = blockOf(feature);
    own[at] = idf2(feature);
    sums[block] = (sums[block] ?? 0) + (own[at] ?? 0);
  }
  const scales = new Float64Array(BLOCK_COUNT);
  scaleBlocks(sums, scales, 0);
  return { features, idf2: own, scales, words: sums[BLOCKS.words] ?? 0 };
}

const ROOM = { centroid: floats() };

/** The weights of an indexed text under any measure of features. */
export function weighUnits(indexed: IndexedUnits, idf2Of: (feature: number) => number): UnitWeights {
  const { units, features, starts, members } = indexed;
  const idf2 = mapped(features, idf2Of);
  const scales = new Float64Array(units.length * BLOCK_COUNT);
  // The sum of the weighted units, without idf.
  const centroid = ROOM.centroid(features.length).fill(0);
  const sums = new Float64Array(BLOCK_COUNT);
  for (const [number, unit] of units.entries()) {
    const from = starts[number] ?? 0;
    const to = starts[number + 1] ?? 0;
    sums.fill(0);
    for (let at = from; at < to; at++) {
      const place = members[at] ?? 0;
      const block = blockOf(features[place] ?? 0);
      sums[block] = (sums[block] ?? 0) + (idf2[place] ?? 0);
    }
    scaleBlocks(sums, scales, number * BLOCK_COUNT);
    if (unit.weight === 0) continue;
    for (let at = from; at < to; at++) {
      const place = members[at] ?? 0;
      const scale = scales[number * BLOCK_COUNT + blockOf(features[place] ?? 0)] ?? 0;
      centroid[place] = (centroid[place] ?? 0) + unit.weight * scale;
    }
  }
  return { idf2, scales, norm: lengthOf(centroid, idf2) };
}

/** This is a loop, because `Float64Array.from` is many times slower. */
function mapped(features: Features, idf2Of: (feature: number) => number): Float64Array {
  const idf2 = new Float64Array(features.length);
  for (let at = 0; at < features.length; at++) idf2[at] = idf2Of(features[at] ?? 0);
  return idf2;
}

function lengthOf(centroid: Float64Array, idf2: Float64Array): number {
  let square = 0;
  for (let at = 0; at < centroid.length; at++) square += (idf2[at] ?? 0) * (centroid[at] ?? 0) ** 2;
  return Math.sqrt(square);
}

/** Writes one scale per block at `offset`: blocks share the text's length in proportion to their weights. */
function scaleBlocks(sums: Float64Array, scales: Float64Array, offset: number): void {
  let present = 0;
  for (let block = 0; block < BLOCK_COUNT; block++) if ((sums[block] ?? 0) > 0) present += BLOCK_WEIGHTS[block] ?? 0;
  for (let block = 0; block < BLOCK_COUNT; block++) {
    const sum = sums[block] ?? 0;
    scales[offset + block] = sum > 0 ? Math.sqrt((BLOCK_WEIGHTS[block] ?? 0) / (sum * present)) : 0;
  }
}
