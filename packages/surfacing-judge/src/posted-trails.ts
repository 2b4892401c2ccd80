// Finds the trails with a feature by postings, and counts the trails per feature.
import { blockOf } from './feature-numbers.ts';
import { type FeatureTable, featureTable } from './feature-table.ts';
import type { PostedTerms } from './posted-terms.ts';
import { emptyPostings, enlarged } from './postings.ts';
import type { QueryWeights } from './statistics.ts';

export interface PostedTrails {
  add(terms: PostedTerms, place: number): void;
  /** Removes the terms of the trail in that slot, as they were added. */
  remove(terms: PostedTerms, place: number): void;
  /** The number of trails with the feature. */
  frequency(feature: number): number;
  /** The number of trails with the feature in marked slots (1 per slot). */
  frequencyAmong(feature: number, marked: Uint8Array): number;
  /** Rough scores by slot, of the first `places`; valid until the next call. */
  scores(query: QueryWeights, places: number): Float64Array;
  /** Bytes in memory. */
  readonly bytes: number;
}

const FIRST_FEATURES = 64;

export function postedTrails(): PostedTrails {
  const table: FeatureTable = featureTable();
  let frequencies = new Int32Array(FIRST_FEATURES);
  const postings = emptyPostings();
  let scores = new Float64Array(0);

  return {
    get bytes() {
      return table.bytes + frequencies.byteLength + postings.bytes + scores.byteLength;
    },
    add(terms, place) {
      for (let at = 0; at < terms.features.length; at++) {
        const number = table.add(terms.features[at] ?? 0);
        if (number >= frequencies.length) frequencies = enlarged(frequencies);
        frequencies[number] = (frequencies[number] ?? 0) + 1;
        postings.add(number, place, terms.weights[at] ?? 0);
      }
    },
    remove(terms, place) {
      for (const feature of terms.features) {
        const number = table.find(feature);
        if (number < 0) continue;
        postings.remove(number, place);
        const left = (frequencies[number] ?? 0) - 1;
        frequencies[number] = left;
        if (left === 0) table.remove(feature);
      }
    },
    frequency: (feature) => frequencies[table.find(feature)] ?? 0,
    frequencyAmong(feature, marked) {
      const number = table.find(feature);
      let holders = 0;
      if (number >= 0) postings.forEach(number, (place) => (holders += marked[place] ?? 0));
      return holders;
    },
    scores(query, places) {
      if (scores.length < places) scores = new Float64Array(places * 2);
      scores.fill(0, 0, places);
      for (let at = 0; at < query.features.length; at++) {
        const feature = query.features[at] ?? 0;
        const number = table.find(feature);
        const strength = (query.idf2[at] ?? 0) * (query.scales[blockOf(feature)] ?? 0);
        if (number >= 0) postings.score(number, strength, scores);
      }
      return scores;
    },
  };
}
