// Numbers features in flat memory: a catalog of a hundred thousand trails holds millions.

export interface FeatureTable {
  /** The number of a feature; -1 where it was never added. */
  find(feature: number): number;
  /** The number of a feature, a new one where it was never added. */
  add(feature: number): number;
  /** Forgets a feature, whose number the next new one gets. */
  remove(feature: number): void;
  /** Forgets all of them, and needs not grow for half as many as `expected`. */
  clear(expected: number): void;
  /** How many numbers were given: all are below this. */
  readonly size: number;
  /** What it holds in memory. */
  readonly bytes: number;
}

/** Thousands of small catalogs are held at once. */
const LEAST_CAPACITY = 64;
/** Features are never negative, so this marks a free place. */
const FREE = -1;

/** Open addressing with linear probing; features are hashes already, so their low bits spread well. */
export function featureTable(): FeatureTable {
  let capacity = LEAST_CAPACITY;
  let [keys, numbers] = emptied(capacity);
  let size = 0;
  const freed: number[] = [];

  const placeOf = (feature: number): number => {
    let place = feature & (capacity - 1);
    while (keys[place] !== feature && keys[place] !== FREE) place = (place + 1) & (capacity - 1);
    return place;
  };

  const grow = (): void => {
    const before = { keys, numbers };
    capacity *= 2;
    [keys, numbers] = emptied(capacity);
    for (let at = 0; at < before.keys.length; at++) {
      const feature = before.keys[at] ?? FREE;
      if (feature === FREE) continue;
      const place = placeOf(feature);
      keys[place] = feature;
      numbers[place] = before.numbers[at] ?? 0;
    }
  };

  return {
    get size() {
      return size;
    },
    get bytes() {
      return keys.byteLength + numbers.byteLength;
    },
    find(feature) {
      const place = placeOf(feature);
      return keys[place] === feature ? (numbers[place] ?? -1) : -1;
    },
    add(feature) {
      const place = placeOf(feature);
      if (keys[place] === feature) return numbers[place] ?? -1;
      const number = freed.pop() ?? size++;
      keys[place] = feature;
      numbers[place] = number;
      if (2 * (size - freed.length) > capacity) grow();
      return number;
    },
    remove(feature) {
      const gap = placeOf(feature);
      if (keys[gap] !== feature) return;
      freed.push(numbers[gap] ?? 0);
      closeGap(keys, numbers, gap);
    },
    clear(expected) {
      while (capacity < expected) capacity *= 2;
      if (capacity === keys.length) keys.fill(FREE);
      else [keys, numbers] = emptied(capacity);
      size = 0;
      freed.length = 0;
    },
  };
}

/** Places for keys, all of them free, and for their numbers. */
const emptied = (capacity: number) => [new Int32Array(capacity).fill(FREE), new Int32Array(capacity)] as const;

/** Frees a place. What a full place had pushed on moves back, so that every search still ends at a free one. */
function closeGap(keys: Int32Array, numbers: Int32Array, from: number): void {
  const last = keys.length - 1;
  let gap = from;
  keys[gap] = FREE;
  for (let next = (gap + 1) & last; keys[next] !== FREE; next = (next + 1) & last) {
    const home = (keys[next] ?? 0) & last;
    if (((next - home) & last) < ((next - gap) & last)) continue;
    keys[gap] = keys[next] ?? FREE;
    numbers[gap] = numbers[next] ?? 0;
    keys[next] = FREE;
    gap = next;
  }
}
