// Which trails hold a feature, and how much of it: one chain of entries a feature, all chains in flat memory.

export interface Postings {
  /** Notes that the trail at `place` holds the feature with that weight (1 to MOST_WEIGHT). */
  add(feature: number, place: number, weight: number): void;
  /** Adds `strength` times the weight to the score of every trail that holds the feature. */
  score(feature: number, strength: number, scores: Float64Array): void;
}

const WEIGHT_BITS = 10;
export const MOST_WEIGHT = (1 << WEIGHT_BITS) - 1;
const FIRST_CAPACITY = 1024;

/** Empty postings over numbered features. Entries are never removed: a catalog compacts by filling new ones. */
export function emptyPostings(): Postings {
  // A link is an index into both arrays plus one; 0 ends a chain.
  let heads = new Int32Array(FIRST_CAPACITY);
  let links = new Int32Array(FIRST_CAPACITY);
  let entries = new Int32Array(FIRST_CAPACITY);
  let size = 0;
  return {
    add(feature, place, weight) {
      while (feature >= heads.length) heads = enlarged(heads);
      if (size === entries.length) {
        entries = enlarged(entries);
        links = enlarged(links);
      }
      entries[size] = (place << WEIGHT_BITS) | weight;
      links[size] = heads[feature] ?? 0;
      size++;
      heads[feature] = size;
    },
    score(feature, strength, scores) {
      for (let link = heads[feature] ?? 0; link !== 0; link = links[link - 1] ?? 0) {
        const entry = entries[link - 1] ?? 0;
        const place = entry >>> WEIGHT_BITS;
        scores[place] = (scores[place] ?? 0) + strength * (entry & MOST_WEIGHT);
      }
    },
  };
}

/** The same numbers with room for half as many again. */
export function enlarged(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length + (numbers.length >> 1));
  larger.set(numbers);
  return larger;
}
