// Buckets shared by several processes, in Redis. When Redis is away the process's own buckets decide: a limit that is
// too generous for a moment is better than a service that is down.
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import type { PolicyName, RateLimiter, RatePolicies, RateVerdict } from './rate-limit.ts';
import { memoryLimiter } from './rate-limit-memory.ts';

/** GCRA in one round trip, on the clock of Redis; times in microseconds. Answers {allowed, tat - now, over}. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local every, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local due = tonumber(redis.call('GET', KEYS[1]) or '0')
local base = math.max(due, now)
local nextDue = base + every
local over = nextDue - now - burst * every
if over > 0 then return {0, base - now, over} end
redis.call('SET', KEYS[1], string.format('%.0f', nextDue), 'PX', math.ceil((nextDue - now) / 1000) + 1000)
return {1, nextDue - now, 0}`;

const ANSWER_WITHIN_MS = 250;
const MOST_EMPTY = 50_000;

/** Connects lazily; `onFailure` is told when Redis cannot be reached (once an outage). */
export function redisLimiter(
  url: string,
  policies: RatePolicies,
  clock: Clock,
  onFailure: (failure: Error) => void,
): RateLimiter {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: ANSWER_WITHIN_MS,
    connectionName: 'cairn',
  });
  const own = memoryLimiter(policies, clock);
  /** Buckets that were empty when last asked, and when (of this process's clock) they hold a request again. */
  const empty = new LRUCache<string, { readonly verdict: RateVerdict; readonly until: number }>({ max: MOST_EMPTY });
  let isAway = false;
  const away = (failure: Error): void => {
    if (!isAway) onFailure(failure);
    isAway = true;
  };
  redis.on('error', away);
  redis.on('ready', () => {
    isAway = false;
  });
  return {
    policies,
    async take(name: PolicyName, key: string): Promise<RateVerdict> {
      const policy = policies[name];
      try {
        const everyUs = Math.max(1, Math.round(policy.everyMs * 1_000));
        const answer = (await redis.eval(TAKE, 1, `cairn:rate:${name}:${key}`, everyUs, policy.burst)) as [
          number,
          number,
          number,
        ];
        const verdict = verdictOf(answer, everyUs, policy.burst);
        if (!verdict.allowed) empty.set(`${name}:${key}`, { verdict, until: clock() + verdict.retryAfterS * 1_000 });
        return verdict;
      } catch (thrown) {
        away(thrown instanceof Error ? thrown : new Error(String(thrown)));
        return own.take(name, key);
      }
    },
    exhausted(name, key) {
      const known = empty.get(`${name}:${key}`);
      if (known === undefined) return own.exhausted(name, key);
      const leftMs = known.until - clock();
      return leftMs > 0 ? { ...known.verdict, retryAfterS: Math.ceil(leftMs / 1_000) } : undefined;
    },
    close: async () => redis.disconnect(),
  };
}

function verdictOf(
  [allowed, untilFullUs, overUs]: [number, number, number],
  everyUs: number,
  burst: number,
): RateVerdict {
  const resetS = Math.ceil(untilFullUs / 1_000_000);
  if (allowed === 0)
    return { allowed: false, remaining: 0, resetS, retryAfterS: Math.max(1, Math.ceil(overUs / 1_000_000)) };
  return { allowed: true, remaining: Math.floor((burst * everyUs - untilFullUs) / everyUs), resetS, retryAfterS: 0 };
}
