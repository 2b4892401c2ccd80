// Which trails hold a feature: their terms in postings, and in how many trails each feature stands.
import { blockOf } from './feature-numbers.ts';
import { type FeatureTable, featureTable } from './feature-table.ts';
import type { PostedTerms } from './posted-terms.ts';
import { emptyPostings, enlarged } from './postings.ts';
import type { QueryWeights } from './statistics.ts';

export interface PostedTrails {
  add(terms: PostedTerms, place: number): void;
  /** Counts the features no more. The postings of the trail stay: until `move`, its place must stay empty. */
  uncount(terms: PostedTerms): void;
  /** How many trails hold the feature. */
  frequency(feature: number): number;
  /** Rough closeness to the query by place, of the first `places`; good until the next call. */
  scores(query: QueryWeights, places: number): Float64Array;
  /** Gives every place its new one, GONE for one that is empty. */
  move(placeOf: Int32Array): void;
}

/** No place: the trail is no longer there. */
export const GONE = -1;

const FIRST_FEATURES = 1024;

export function postedTrails(): PostedTrails {
  let table: FeatureTable = featureTable();
  let frequencies = new Int32Array(FIRST_FEATURES);
  let postings = emptyPostings();
  let scores = new Float64Array(0);

  const count = (feature: number, by: number): number => {
    const number = table.add(feature);
    if (number >= frequencies.length) frequencies = enlarged(frequencies);
    frequencies[number] = (frequencies[number] ?? 0) + by;
    return number;
  };

  return {
    add(terms, place) {
      for (let at = 0; at < terms.features.length; at++)
        postings.add(count(terms.features[at] ?? 0, 1), place, terms.weights[at] ?? 0);
    },
    uncount(terms) {
      for (const feature of terms.features) count(feature, -1);
    },
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
    move(placeOf) {
      const before = { table, frequencies, postings };
      table = featureTable();
      frequencies = new Int32Array(FIRST_FEATURES);
      postings = emptyPostings();
      before.table.forEach((feature, number) => {
        const holders = before.frequencies[number] ?? 0;
        if (holders === 0) return;
        const own = count(feature, holders);
        before.postings.forEach(number, (place, weight) => {
          const to = placeOf[place] ?? GONE;
          if (to !== GONE) postings.add(own, to, weight);
        });
      });
    },
  };
}
