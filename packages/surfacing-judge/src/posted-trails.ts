// Which trails hold a feature: their terms in postings, and in how many trails each feature stands.
import { blockOf } from './feature-numbers.ts';
import { type FeatureTable, featureTable } from './feature-table.ts';
import type { PostedTerms } from './posted-terms.ts';
import { emptyPostings, enlarged } from './postings.ts';
import type { QueryWeights } from './statistics.ts';

export interface PostedTrails {
  add(terms: PostedTerms, place: number): void;
  /** Takes the terms of the trail at that place out again: what it was added with. */
  remove(terms: PostedTerms, place: number): void;
  /** How many trails hold the feature. */
  frequency(feature: number): number;
  /** How many of the trails at marked places (1 by place) do. */
  frequencyAmong(feature: number, marked: Uint8Array): number;
  /** Rough closeness to the query by place, of the first `places`; good until the next call. */
  scores(query: QueryWeights, places: number): Float64Array;
  /** What it holds in memory. */
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
