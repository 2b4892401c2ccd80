// Answers of batched reads that are remembered, by their keys: asked again, the database says whether they still hold.
import { LRUCache } from 'lru-cache';
import type { VersionCheck } from '../batched-read.ts';
import type { Checked } from '../database.ts';

export interface ReadCacheOptions {
  /** For the answers that are remembered. */
  readonly cacheBytes?: number | undefined;
  /**
   * Where this process is the only writer: a number that moves with every write, before the writer is told. An answer
   * that was read since the last write is then good without asking the database.
   */
  readonly generation?: () => number;
}

const DEFAULT_CACHE_BYTES = 64 * 1_048_576;
/** What an entry takes in memory beside its key and its answer. */
const ENTRY_BYTES = 200;
/** The generation of answers that are always confirmed. */
export const NEVER = -1;

export interface CachedResult {
  readonly token: string;
  readonly answer: unknown;
  generation: number;
}

/** What a caller's version was when it was read last. */
interface CachedVersion {
  readonly authorization_version: string | null;
  readonly generation: number;
}

export interface ReadCache {
  readonly answers: LRUCache<string, CachedResult>;
  readonly versions: WeakMap<VersionCheck, CachedVersion>;
  /** `NEVER` where others write too. */
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

/** Takes an answer of so many bytes. */
export const keep = ({ answers }: ReadCache, cacheKey: string, result: CachedResult, bytes: number): void =>
  void answers.set(cacheKey, result, { size: ENTRY_BYTES + cacheKey.length + bytes });

/** What was read of the generation `now`, caller and answer. */
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
