// The trails of each feature with their weights: a few chunks of consecutive entries per feature, all in flat memory,
// so that building creates no garbage and scoring reads memory in order.

export interface Postings {
  /** Adds the feature to the trail at `place` with that weight (1 to MAX_WEIGHT). */
  add(feature: number, place: number, weight: number): void;
  /** Removes that entry, searching the entries of the feature. */
  remove(feature: number, place: number): void;
  /** Adds `strength` times the weight to the score of every trail with the feature. */
  score(feature: number, strength: number, scores: Float64Array): void;
  /** Calls back for every trail with the feature, in no particular order. */
  forEach(feature: number, heard: (place: number, weight: number) => void): void;
  /** Bytes in memory. */
  readonly bytes: number;
}

const WEIGHT_BITS = 10;
export const MAX_WEIGHT = (1 << WEIGHT_BITS) - 1;

/** Starts small, because thousands of small catalogs exist at once. */
const FIRST_CAPACITY = 64;
const LARGEST_CHUNK = 4096;
/** A chunk begins with its capacity, its used length, and the start of the previous chunk. */
const HEADER = 3;
/** No chunk starts at 0. */
const NONE = 0;

/** Chunks in flat memory. Freed chunks are reused for the same capacity. */
function chunkPool() {
  let entries = new Int32Array(FIRST_CAPACITY);
  let size = 1;
  // The last freed chunk for each capacity (a power of two). Each chunk links to the one freed before it.
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
    /** Valid until the next allocation. */
    entries: () => entries,
    /** An empty chunk that links to `before`. */
    take(capacity: number, before: number): number {
      const chunk = room(capacity);
      entries[chunk] = capacity;
      entries[chunk + 1] = 0;
      entries[chunk + 2] = before;
      return chunk;
    },
    /** Returns the previous chunk. */
    giveUp(chunk: number): number {
      const list = Math.log2(entries[chunk] ?? 1);
      const before = entries[chunk + 2] ?? NONE;
      entries[chunk + 2] = unused[list] ?? NONE;
      unused[list] = chunk;
      return before;
    },
  };
}

/** Searches the entries, starting with the latest chunk, and returns the position of the first match. */
function firstEntry(entries: Int32Array, latest: number, isWanted: (entry: number) => boolean): number | undefined {
  for (let chunk = latest; chunk !== NONE; chunk = entries[chunk + 2] ?? NONE) {
    const end = chunk + HEADER + (entries[chunk + 1] ?? 0);
    for (let at = chunk + HEADER; at < end; at++) if (isWanted(entries[at] ?? 0)) return at;
  }
  return undefined;
}

/**
 * Empty postings over numbered features. The latest chunk of a feature is never empty, and all earlier ones are full.
 */
export function emptyPostings(): Postings {
  let latest = new Int32Array(FIRST_CAPACITY);
  const pool = chunkPool();

  // Most features are rare, so the first chunk holds one entry, and each further chunk holds twice as many as the one
  // before.
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
      // The last entry replaces the removed one.
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
          scores[place] = (scores[place] ?? 0) + strength * (entry & MAX_WEIGHT);
        }
      }
    },
    forEach(feature, heard) {
      firstEntry(pool.entries(), latest[feature] ?? NONE, (entry) => {
        heard(entry >>> WEIGHT_BITS, entry & MAX_WEIGHT);
        return false;
      });
    },
  };
}

/** Copies the numbers to an array with space for half as many more. */
export function enlarged(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length + (numbers.length >> 1));
  larger.set(numbers);
  return larger;
}
