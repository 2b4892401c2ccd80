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
  /** What it holds in memory. */
  readonly bytes: number;
}

const WEIGHT_BITS = 10;
export const MOST_WEIGHT = (1 << WEIGHT_BITS) - 1;

/** Thousands of small catalogs are held at once. */
const FIRST_CAPACITY = 64;
const LARGEST_CHUNK = 4096;
/** A chunk begins with its capacity, how much of it is used, and the start of the chunk before it. */
const HEADER = 3;
/** No chunk starts at 0. */
const NONE = 0;

/** Chunks in flat memory; those that are given up are taken again for as many entries. */
function chunkPool() {
  let entries = new Int32Array(FIRST_CAPACITY);
  let size = 1;
  // By capacity (a power of two) the last chunk that was given up; each leads to the one before it.
  const unused = new Int32Array(Math.log2(LARGEST_CHUNK) + 1).fill(NONE);

  const room = (capacity: number): number => {
    const list = Math.log2(capacity);
    const chunk = unused[list] ?? NONE;
    if (chunk !== NONE) {
      unused[list] = entries[chunk + 2] ?? NONE;
      return chunk;
    }
    const fresh = size;
    size += HEADER + capacity;
    while (size > entries.length) entries = enlarged(entries);
    return fresh;
  };

  return {
    /** Good until the next chunk is taken. */
    entries: () => entries,
    /** An empty chunk behind `before`. */
    take(capacity: number, before: number): number {
      const chunk = room(capacity);
      entries[chunk] = capacity;
      entries[chunk + 1] = 0;
      entries[chunk + 2] = before;
      return chunk;
    },
    /** Answers the chunk before it. */
    giveUp(chunk: number): number {
      const list = Math.log2(entries[chunk] ?? 1);
      const before = entries[chunk + 2] ?? NONE;
      entries[chunk + 2] = unused[list] ?? NONE;
      unused[list] = chunk;
      return before;
    },
  };
}

/** Goes through the entries from the latest chunk on; answers where the first wanted one stands. */
function firstEntry(entries: Int32Array, latest: number, isWanted: (entry: number) => boolean): number | undefined {
  for (let chunk = latest; chunk !== NONE; chunk = entries[chunk + 2] ?? NONE) {
    const end = chunk + HEADER + (entries[chunk + 1] ?? 0);
    for (let at = chunk + HEADER; at < end; at++) if (isWanted(entries[at] ?? 0)) return at;
  }
  return undefined;
}

/** Empty postings over numbered features. The latest chunk of a feature is never empty, and all before it are full. */
export function emptyPostings(): Postings {
  let latest = new Int32Array(FIRST_CAPACITY);
  const pool = chunkPool();

  // Most features are rare: the first chunk holds one entry, each further one twice as many.
  const openChunk = (feature: number): number => {
    const before = latest[feature] ?? NONE;
    const capacity = before === NONE ? 1 : Math.min(LARGEST_CHUNK, 2 * (pool.entries()[before] ?? 1));
    const chunk = pool.take(capacity, before);
    latest[feature] = chunk;
    return chunk;
  };

  return {
    get bytes() {
      return latest.byteLength + pool.entries().byteLength;
    },
    add(feature, place, weight) {
      while (feature >= latest.length) latest = enlarged(latest);
      let chunk = latest[feature] ?? NONE;
      if (chunk === NONE || pool.entries()[chunk] === pool.entries()[chunk + 1]) chunk = openChunk(feature);
      const entries = pool.entries();
      const used = entries[chunk + 1] ?? 0;
      entries[chunk + HEADER + used] = (place << WEIGHT_BITS) | weight;
      entries[chunk + 1] = used + 1;
    },
    remove(feature, place) {
      const chunk = latest[feature] ?? NONE;
      const entries = pool.entries();
      const at = firstEntry(entries, chunk, (entry) => entry >>> WEIGHT_BITS === place);
      if (at === undefined) return;
      const used = (entries[chunk + 1] ?? 0) - 1;
      // The last entry takes the place of the one that goes.
      entries[at] = entries[chunk + HEADER + used] ?? 0;
      entries[chunk + 1] = used;
      if (used === 0) latest[feature] = pool.giveUp(chunk);
    },
    score(feature, strength, scores) {
      const entries = pool.entries();
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
      firstEntry(pool.entries(), latest[feature] ?? NONE, (entry) => {
        heard(entry >>> WEIGHT_BITS, entry & MOST_WEIGHT);
        return false;
      });
    },
  };
}

/** The same numbers with room for half as many again. */
export function enlarged(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length + (numbers.length >> 1));
  larger.set(numbers);
  return larger;
}
