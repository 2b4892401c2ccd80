// Buckets of one process, in memory: the default.
import { boundedCache } from '../../base/bounded-cache.ts';
import type { Clock } from '../../base/clock.ts';
import { type PolicyName, type RateLimiter, type RatePolicies, takeToken } from './rate-limit.ts';

/** Idle buckets are full ones; the least used leave first when there are more than this. */
const MOST_BUCKETS = 200_000;

export function memoryLimiter(policies: RatePolicies, clock: Clock): RateLimiter {
  const buckets = boundedCache<{ due: number }>(MOST_BUCKETS);
  return {
    policies,
    take(name: PolicyName, key: string) {
      const known = buckets.get(`${name}:${key}`);
      const { verdict, due } = takeToken(policies[name], known?.due ?? 0, clock());
      if (known === undefined) buckets.set(`${name}:${key}`, { due });
      else known.due = due;
      return verdict;
    },
    exhausted(name, key) {
      const known = buckets.get(`${name}:${key}`);
      if (known === undefined) return undefined;
      const { verdict, due } = takeToken(policies[name], known.due, clock());
      if (verdict.allowed) return undefined;
      // Another than was known where the clock was set back.
      known.due = due;
      return verdict;
    },
    close: async () => {},
  };
}
