// How close a query is to each text of evidence, and to a trail as a whole.
import { BLOCK_COUNT, BLOCKS, blockOf } from './features.ts';
import type { IndexedUnits } from './indexed-trail.ts';
import type { QueryWeights, Statistics, UnitWeights } from './statistics.ts';

/** Similarities in 0..1: one a unit, and the centroid's (0..1 where the trail has positive evidence, else 0). */
export interface Closeness {
  readonly weights: UnitWeights;
  readonly units: Float64Array;
  readonly centroid: number;
  /** The share of the query's words, by what they tell, that the text uses anywhere: 0..1. */
  readonly coverage: number;
}

/** Compares a query with every unit of an indexed text. */
export function closeness(query: QueryWeights, indexed: IndexedUnits, measure: Statistics): Closeness {
  const weights = measure.unitWeights(indexed);
  const shared = sharedStrength(query, indexed, weights);
  const units = new Float64Array(indexed.units.length);
  let sum = 0;
  for (let number = 0; number < units.length; number++) {
    let similarity = 0;
    const to = indexed.starts[number + 1] ?? 0;
    for (let at = indexed.starts[number] ?? 0; at < to; at++) {
      const place = indexed.members[at] ?? 0;
      const strength = shared[place] ?? 0;
      if (strength === 0) continue;
      similarity += strength * (weights.scales[number * BLOCK_COUNT + blockOf(indexed.features[place] ?? 0)] ?? 0);
    }
    units[number] = similarity;
    sum += similarity * (indexed.units[number]?.weight ?? 0);
  }
  const centroid = weights.norm > 0 ? sum / weights.norm : 0;
  return { weights, units, centroid, coverage: coverage(query, indexed, weights, shared) };
}

function coverage(query: QueryWeights, indexed: IndexedUnits, weights: UnitWeights, shared: Float64Array): number {
  let all = 0;
  for (let at = 0; at < query.features.length; at++) {
    if (blockOf(query.features[at] ?? 0) === BLOCKS.words) all += query.idf2[at] ?? 0;
  }
  let used = 0;
  for (let place = 0; place < shared.length; place++) {
    if ((shared[place] ?? 0) === 0 || (indexed.frequencies[place] ?? 0) === 0) continue;
    if (blockOf(indexed.features[place] ?? 0) === BLOCKS.words) used += weights.idf2[place] ?? 0;
  }
  return all > 0 ? used / all : 0;
}

/** Per feature of the text: squared idf times the query's scale where the query has it, else 0. Both lists ascend. */
function sharedStrength(query: QueryWeights, indexed: IndexedUnits, weights: UnitWeights): Float64Array {
  const shared = new Float64Array(indexed.features.length);
  let at = 0;
  for (let place = 0; place < shared.length; place++) {
    const feature = indexed.features[place] ?? 0;
    while (at < query.features.length && (query.features[at] ?? 0) < feature) at++;
    if (query.features[at] !== feature) continue;
    shared[place] = (weights.idf2[place] ?? 0) * (query.scales[blockOf(feature)] ?? 0);
  }
  return shared;
}
