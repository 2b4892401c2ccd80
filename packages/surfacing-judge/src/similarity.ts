// How similar a query is to each text of a trail, and to the whole trail.

import { MEANING_SHARE } from './constants.ts';
import { BLOCK_COUNT, BLOCKS, blockOf } from './feature-numbers.ts';
import type { IndexedUnits } from './indexed-trail.ts';
import type { QueryWeights, Statistics, UnitWeights } from './statistics.ts';
import { likeness, likenesses, type PromptVector } from './vectors.ts';

/** Similarities from 0 to 1: one per unit, and the centroid's (0 without positive evidence). */
export interface Closeness {
  readonly weights: UnitWeights;
  readonly units: Float64Array;
  readonly centroid: number;
  /** The weighted share of the query's words that the text uses anywhere, from 0 to 1. */
  readonly coverage: number;
  /** The similarity in meaning to the whole trail, from 0 to 1, or null if meanings were not compared. */
  readonly meaning: number | null;
}

/**
 * Compares a query with every unit of an indexed text, by meaning too if both have vectors. A translated prompt has a
 * vector, but a trail in the same language does not, and those two are closer by words.
 */
export function closeness(
  query: QueryWeights,
  indexed: IndexedUnits,
  measure: Statistics,
  vector: PromptVector | undefined,
): Closeness {
  const words = wordCloseness(query, indexed, measure);
  if (vector === undefined || indexed.vectors === null) return words;
  return vector.isTranslated && !indexed.vectors.isEnglish ? words : withMeaning(words, indexed, vector);
}

function withMeaning(words: Closeness, indexed: IndexedUnits, vector: PromptVector): Closeness {
  const { vectors } = indexed;
  if (vectors === null) return words;
  let sum = 0;
  let wordSum = 0;
  const all = likenesses(vector, vectors.rows, vectors.lengths);
  const units = words.units.map((similarity, unit) => {
    const alike = all[unit] ?? 0;
    const weight = indexed.units[unit]?.weight ?? 0;
    sum += alike * weight;
    wordSum += similarity * weight;
    return (1 - MEANING_SHARE) * similarity + MEANING_SHARE * alike;
  });
  const norm = Math.sqrt((1 - MEANING_SHARE) * words.weights.norm ** 2 + MEANING_SHARE * vectors.norm ** 2);
  const centroid = norm > 0 ? ((1 - MEANING_SHARE) * wordSum + MEANING_SHARE * sum) / norm : 0;
  return { ...words, units, centroid, meaning: likeness(vector, vectors.centroid, 0, vectors.centroidLength) };
}

function wordCloseness(query: QueryWeights, indexed: IndexedUnits, measure: Statistics): Closeness {
  const weights = measure.unitWeights(indexed);
  const units = new Float64Array(indexed.units.length);
  const { features, holders } = indexed;
  const addToUnits = (strength: number, block: number, place: number): void => {
    const end = holders.starts[place + 1] ?? 0;
    for (let one = holders.starts[place] ?? 0; one < end; one++) {
      const unit = holders.units[one] ?? 0;
      units[unit] = (units[unit] ?? 0) + strength * (weights.scales[unit * BLOCK_COUNT + block] ?? 0);
    }
  };
  let covered = 0;
  let place = 0;
  // Both lists are sorted.
  for (let at = 0; at < query.features.length; at++) {
    const feature = query.features[at] ?? 0;
    while (place < features.length && (features[place] ?? 0) < feature) place++;
    if (features[place] !== feature) continue;
    const block = blockOf(feature);
    const idf2 = weights.idf2[place] ?? 0;
    if (block === BLOCKS.words && indexed.supported?.[place] !== 0) covered += idf2;
    addToUnits(idf2 * (query.scales[block] ?? 0), block, place);
  }
  const centroid = weights.norm > 0 ? weightedSum(units, indexed) / weights.norm : 0;
  return { weights, units, centroid, coverage: query.words > 0 ? covered / query.words : 0, meaning: null };
}

function weightedSum(similarities: Float64Array, { units }: IndexedUnits): number {
  let sum = 0;
  for (let unit = 0; unit < similarities.length; unit++) sum += (similarities[unit] ?? 0) * (units[unit]?.weight ?? 0);
  return sum;
}
