// Buckets in the memory of one process: the default.
import { boundedCache } from '../../base/bounded-cache.ts';
import type { Clock } from '../../base/clock.ts';
import { type PolicyName, type RateLimiter, type RatePolicies, takeToken } from './rate-limit.ts';

/** Idle buckets are full. Above this number, the least recently used are dropped. */
const MAX_BUCKETS = 200_000;

export function memoryLimiter(policies: RatePolicies, clock: Clock): RateLimiter {
  const buckets = boundedCache<{ due: number }>(MAX_BUCKETS);
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
      // Differs from the cached value if the clock was set back.
      known.due = due;
      return verdict;
    },
    close: async () => {},
  };
}
