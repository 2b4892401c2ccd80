// How close a query is to each text of evidence, and to a trail as a whole.
import { BLOCK_COUNT, BLOCKS, blockOf } from './feature-numbers.ts';
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
  const units = new Float64Array(indexed.units.length);
  const { features, holders } = indexed;
  let covered = 0;
  let place = 0;
  // Both lists ascend.
  for (let at = 0; at < query.features.length; at++) {
    const feature = query.features[at] ?? 0;
    while (place < features.length && (features[place] ?? 0) < feature) place++;
    if (features[place] !== feature) continue;
    const block = blockOf(feature);
    const idf2 = weights.idf2[place] ?? 0;
    if (block === BLOCKS.words && indexed.supported?.[place] !== 0) covered += idf2;
    const strength = idf2 * (query.scales[block] ?? 0);
    const end = holders.starts[place + 1] ?? 0;
    for (let one = holders.starts[place] ?? 0; one < end; one++) {
      const unit = holders.units[one] ?? 0;
      units[unit] = (units[unit] ?? 0) + strength * (weights.scales[unit * BLOCK_COUNT + block] ?? 0);
    }
  }
  let sum = 0;
  for (let unit = 0; unit < units.length; unit++) sum += (units[unit] ?? 0) * (indexed.units[unit]?.weight ?? 0);
  const centroid = weights.norm > 0 ? sum / weights.norm : 0;
  return { weights, units, centroid, coverage: query.words > 0 ? covered / query.words : 0 };
}
