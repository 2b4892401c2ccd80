// Which trails hold a feature, and how much of it: a few chunks of neighbouring entries a feature, all in flat memory,
// so that building makes no garbage and scoring reads memory in order.

export interface Postings {
  /** Notes that the trail at `place` holds the feature with that weight (1 to MOST_WEIGHT). */
  add(feature: number, place: number, weight: number): void;
  /** Adds `strength` times the weight to the score of every trail that holds the feature. */
  score(feature: number, strength: number, scores: Float64Array): void;
  /** Calls back for every trail that holds the feature, in no order. */
  forEach(feature: number, heard: (place: number, weight: number) => void): void;
}

const WEIGHT_BITS = 10;
export const MOST_WEIGHT = (1 << WEIGHT_BITS) - 1;

const FIRST_CAPACITY = 1024;
const LARGEST_CHUNK = 4096;
/** A chunk begins with its capacity, how much of it is used, and the start of the chunk before it. */
const HEADER = 3;
/** No chunk starts at 0. */
const NONE = 0;

/** Empty postings over numbered features. Entries are never removed: a catalog compacts by filling new ones. */
export function emptyPostings(): Postings {
  let latest = new Int32Array(FIRST_CAPACITY);
  let pool = new Int32Array(FIRST_CAPACITY);
  let size = 1;

  // Most features are rare: the first chunk holds one entry, each further one twice as many.
  const openChunk = (feature: number): number => {
    const before = latest[feature] ?? NONE;
    const capacity = before === NONE ? 1 : Math.min(LARGEST_CHUNK, 2 * (pool[before] ?? 1));
    const chunk = size;
    size += HEADER + capacity;
    while (size > pool.length) pool = enlarged(pool);
    pool[chunk] = capacity;
    pool[chunk + 2] = before;
    latest[feature] = chunk;
    return chunk;
  };

  return {
    add(feature, place, weight) {
      while (feature >= latest.length) latest = enlarged(latest);
      let chunk = latest[feature] ?? NONE;
      if (chunk === NONE || pool[chunk] === pool[chunk + 1]) chunk = openChunk(feature);
      const used = pool[chunk + 1] ?? 0;
      pool[chunk + HEADER + used] = (place << WEIGHT_BITS) | weight;
      pool[chunk + 1] = used + 1;
    },
    score(feature, strength, scores) {
      const entries = pool;
      for (let chunk = latest[feature] ?? NONE; chunk !== NONE; chunk = entries[chunk + 2] ?? NONE) {
        const end = chunk + HEADER + (entries[chunk + 1] ?? 0);
        for (let at = chunk + HEADER; at < end; at++) {
          const entry = entries[at] ?? 0;
          const place = entry >>> WEIGHT_BITS;
          scores[place] = (scores[place] ?? 0) + strength * (entry & MOST_WEIGHT);
        }
      }
    },
    forEach(feature, heard) {
      for (let chunk = latest[feature] ?? NONE; chunk !== NONE; chunk = pool[chunk + 2] ?? NONE) {
        const end = chunk + HEADER + (pool[chunk + 1] ?? 0);
        for (let at = chunk + HEADER; at < end; at++) {
          const entry = pool[at] ?? 0;
          heard(entry >>> WEIGHT_BITS, entry & MOST_WEIGHT);
        }
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
