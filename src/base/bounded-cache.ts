// What was used last, up to a number of values.
import { LRUCache } from 'lru-cache';

/**
 * Keeps the last `most` values by their keys, and grows with them: where the library is told a number as `max`, it
 * takes room for all at once, which costs every start milliseconds and megabytes.
 */
export const boundedCache = <Value extends NonNullable<unknown>>(most: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
