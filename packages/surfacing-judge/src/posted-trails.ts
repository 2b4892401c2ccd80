// Which trails hold a feature: their terms in postings, and in how many trails each feature stands.
import { blockOf } from './feature-numbers.ts';
import { type FeatureTable, featureTable } from './feature-table.ts';
import type { PostedTerms } from './posted-terms.ts';
import { emptyPostings, enlarged } from './postings.ts';
import type { QueryWeights } from './statistics.ts';

export interface PostedTrails {
  add(terms: PostedTerms, place: number): void;
  /** Counts the features no more. The postings of the trail stay: until `clear`, its place must stay empty. */
  uncount(terms: PostedTerms): void;
  /** How many trails hold the feature. */
  frequency(feature: number): number;
  /** Rough closeness to the query by place, of the first `places`; good until the next call. */
  scores(query: QueryWeights, places: number): Float64Array;
  clear(): void;
}

const FIRST_FEATURES = 1024;

export function postedTrails(): PostedTrails {
  let table: FeatureTable = featureTable();
  let frequencies = new Int32Array(FIRST_FEATURES);
  let postings = emptyPostings();
  let scores = new Float64Array(0);

  const count = (terms: PostedTerms, by: 1 | -1): void => {
    for (const feature of terms.features) {
      const number = table.add(feature);
      if (number >= frequencies.length) frequencies = enlarged(frequencies);
      frequencies[number] = (frequencies[number] ?? 0) + by;
    }
  };

  return {
    add(terms, place) {
      count(terms, 1);
      for (let at = 0; at < terms.features.length; at++)
        postings.add(table.find(terms.features[at] ?? 0), place, terms.weights[at] ?? 0);
    },
    uncount: (terms) => count(terms, -1),
    frequency: (feature) => frequencies[table.find(feature)] ?? 0,
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
    clear() {
      table = featureTable();
      frequencies = new Int32Array(FIRST_FEATURES);
      postings = emptyPostings();
    },
  };
}
