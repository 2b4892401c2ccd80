// Caches results of batched reads by key, and versions of callers. Moves or the database confirm that they are still
// valid.
import { LRUCache } from 'lru-cache';
import type { Source, VersionCheck } from '../batched-read.ts';
import type { Dated } from './moves.ts';

const DEFAULT_CACHE_BYTES = 64 * 1_048_576;
/** The memory overhead of an entry, in addition to key, sources and result. */
const ENTRY_BYTES = 200;

export interface CachedResult extends Dated {
  readonly token: string;
  readonly answer: unknown;
}

/** A caller's authorization version when it was last read. */
interface CachedVersion extends Dated {
  readonly authorization_version: string | null;
}

export interface ReadCache {
  readonly answers: LRUCache<string, CachedResult>;
  readonly versions: WeakMap<VersionCheck, CachedVersion>;
}

/** Creates a cache with this much memory for results. */
export const readCache = (cacheBytes = DEFAULT_CACHE_BYTES): ReadCache => ({
  answers: new LRUCache({ maxSize: cacheBytes }),
  versions: new WeakMap(),
});

/** Caches an answer of this size. */
export function keep({ answers }: ReadCache, cacheKey: string, result: CachedResult, bytes: number): void {
  const ofSources = result.sources.reduce((sum: number, source: Source) => sum + source.length, 0);
  answers.set(cacheKey, result, { size: ENTRY_BYTES + cacheKey.length + ofSources + bytes });
}
