// A least-recently-used cache with a maximum number of values.
import { LRUCache } from 'lru-cache';

/**
 * Keeps the last `most` values and grows with them. The library's own `max` option allocates everything at once, which
 * would cost every start milliseconds and megabytes.
 */
export const boundedCache = <Value extends NonNullable<unknown>>(most: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
