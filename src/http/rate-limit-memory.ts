// Buckets of one process, in memory: the default.
import { boundedCache } from '../base/bounded-cache.ts';
import type { Clock } from '../base/clock.ts';
import { type PolicyName, type RateLimiter, type RatePolicies, takeToken } from './rate-limit.ts';

/** Idle buckets are full ones; the least used leave first when there are more than this. */
const MOST_BUCKETS = 200_000;

export function memoryLimiter(policies: RatePolicies, clock: Clock): RateLimiter {
  const dues = boundedCache<number>(MOST_BUCKETS);
  return {
    policies,
    take(name: PolicyName, key: string) {
      const bucket = `${name}:${key}`;
      const { verdict, due } = takeToken(policies[name], dues.get(bucket) ?? 0, clock());
      dues.set(bucket, due);
      return verdict;
    },
    exhausted(name, key) {
      const bucket = `${name}:${key}`;
      const known = dues.get(bucket);
      if (known === undefined) return undefined;
      const { verdict, due } = takeToken(policies[name], known, clock());
      if (verdict.allowed) return undefined;
      // Another than was known where the clock was set back.
      dues.set(bucket, due);
      return verdict;
    },
    close: async () => {},
  };
}
