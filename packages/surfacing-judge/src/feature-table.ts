// Numbers features, using flat memory because a catalog of 100,000 trails has millions of them.

export interface FeatureTable {
  /** The number of a feature, or -1 if it was never added. */
  find(feature: number): number;
  /** The number of a feature; assigns a new one if needed. */
  add(feature: number): number;
  /** Removes a feature. The next new one reuses its number. */
  remove(feature: number): void;
  /** Removes all features, with room for half of `expected`. */
  clear(expected: number): void;
  /** All assigned numbers are below this. */
  readonly size: number;
  /** Bytes in memory. */
  readonly bytes: number;
}

/** Starts small, because thousands of small catalogs exist at once. */
const LEAST_CAPACITY = 64;
/** Marks a free slot: features are never negative. */
const FREE = -1;

/** Open addressing with linear probing. Features are already hashes, so their low bits are well distributed. */
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

/** Creates empty slots for keys and for their numbers. */
const emptied = (capacity: number) => [new Int32Array(capacity).fill(FREE), new Int32Array(capacity)] as const;

/** Frees a slot and moves displaced entries back, so that every search still ends at a free one. */
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
