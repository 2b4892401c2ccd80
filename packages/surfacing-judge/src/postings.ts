// Which trails hold a feature, and how much of it: a few chunks of neighbouring entries a feature, all in flat memory,
// so that building makes no garbage and scoring reads memory in order.

export interface Postings {
  /** Notes that the trail at `place` holds the feature with that weight (1 to MOST_WEIGHT). */
  add(feature: number, place: number, weight: number): void;
  /** Takes that entry out again, which looks through the entries of the feature. */
  remove(feature: number, place: number): void;
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

/** Empty postings over numbered features. The latest chunk of a feature is never empty, and all before it are full. */
export function emptyPostings(): Postings {
  let latest = new Int32Array(FIRST_CAPACITY);
  let pool = new Int32Array(FIRST_CAPACITY);
  let size = 1;
  // By capacity (a power of two) the last chunk that was given up; each leads to the one before it.
  const unused = new Int32Array(Math.log2(LARGEST_CHUNK) + 1).fill(NONE);

  const takeChunk = (capacity: number): number => {
    const chunk = unused[Math.log2(capacity)] ?? NONE;
    if (chunk !== NONE) {
      unused[Math.log2(capacity)] = pool[chunk + 2] ?? NONE;
      return chunk;
    }
    const fresh = size;
    size += HEADER + capacity;
    while (size > pool.length) pool = enlarged(pool);
    return fresh;
  };

  // Most features are rare: the first chunk holds one entry, each further one twice as many.
  const openChunk = (feature: number): number => {
    const before = latest[feature] ?? NONE;
    const capacity = before === NONE ? 1 : Math.min(LARGEST_CHUNK, 2 * (pool[before] ?? 1));
    const chunk = takeChunk(capacity);
    pool[chunk] = capacity;
    pool[chunk + 1] = 0;
    pool[chunk + 2] = before;
    latest[feature] = chunk;
    return chunk;
  };

  const giveUp = (feature: number, chunk: number): void => {
    const list = Math.log2(pool[chunk] ?? 1);
    latest[feature] = pool[chunk + 2] ?? NONE;
    pool[chunk + 2] = unused[list] ?? NONE;
    unused[list] = chunk;
  };

  /** Where the entry stands; undefined where there is none. */
  const find = (feature: number, place: number): number | undefined => {
    const entries = pool;
    for (let chunk = latest[feature] ?? NONE; chunk !== NONE; chunk = entries[chunk + 2] ?? NONE) {
      const end = chunk + HEADER + (entries[chunk + 1] ?? 0);
      for (let at = chunk + HEADER; at < end; at++) if ((entries[at] ?? 0) >>> WEIGHT_BITS === place) return at;
    }
    return undefined;
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
    remove(feature, place) {
      const at = find(feature, place);
      if (at === undefined) return;
      const chunk = latest[feature] ?? NONE;
      const used = (pool[chunk + 1] ?? 0) - 1;
      // The last entry takes the place of the one that goes.
      pool[at] = pool[chunk + HEADER + used] ?? 0;
      pool[chunk + 1] = used;
      if (used === 0) giveUp(feature, chunk);
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
