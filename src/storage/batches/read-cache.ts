// Caches answers of batched reads by key. The database confirms whether they are still valid.
import { LRUCache } from 'lru-cache';
import type { VersionCheck } from '../batched-read.ts';
import type { Checked } from '../database.ts';

export interface ReadCacheOptions {
  /** Memory for cached answers. */
  readonly cacheBytes?: number | undefined;
  /**
   * Set if this process is the only writer: a number that increases with every write, before the writer gets its
   * result. An answer read since the last write is valid without asking the database.
   */
  readonly generation?: () => number;
}

const DEFAULT_CACHE_BYTES = 64 * 1_048_576;
/** The memory overhead of an entry, in addition to key and answer. */
const ENTRY_BYTES = 200;
/** The generation of answers that always need confirmation. */
export const NEVER = -1;

export interface CachedResult {
  readonly token: string;
  readonly answer: unknown;
  generation: number;
}

/** A caller's version when it was last read. */
interface CachedVersion {
  readonly authorization_version: string | null;
  readonly generation: number;
}

export interface ReadCache {
  readonly answers: LRUCache<string, CachedResult>;
  readonly versions: WeakMap<VersionCheck, CachedVersion>;
  /** `NEVER` if other processes write, too. */
  readonly generation: () => number;
}

export const readCache = ({
  cacheBytes = DEFAULT_CACHE_BYTES,
  generation = () => NEVER,
}: ReadCacheOptions): ReadCache => ({
  answers: new LRUCache({ maxSize: cacheBytes }),
  versions: new WeakMap(),
  generation,
});

/** Caches an answer of this size. */
export const keep = ({ answers }: ReadCache, cacheKey: string, result: CachedResult, bytes: number): void =>
  void answers.set(cacheKey, result, { size: ENTRY_BYTES + cacheKey.length + bytes });

/** The caller and answer cached in generation `now`. */
export function currentResult(
  { answers, versions }: ReadCache,
  cacheKey: string,
  versionCheck: VersionCheck | undefined,
  now: number,
): Checked<unknown> | undefined {
  if (now === NEVER) return undefined;
  const cached = answers.get(cacheKey);
  if (cached?.generation !== now) return undefined;
  if (versionCheck === undefined) return { answer: cached.answer, authorization_version: null };
  const version = versions.get(versionCheck);
  if (version?.generation !== now) return undefined;
  return { answer: cached.answer, authorization_version: version.authorization_version };
}
