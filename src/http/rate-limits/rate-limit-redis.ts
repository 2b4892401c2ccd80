// Buckets in Redis, shared by several processes. If Redis is unreachable, each process uses its own: too generous a
// limit for a moment is better than an outage.
import type { SecureContext } from 'node:tls';
import { Redis } from 'ioredis';
import { redisTls } from '../../base/authorities.ts';
import { boundedCache } from '../../base/bounded-cache.ts';
import { type Clock, steadyClock } from '../../base/clock.ts';
import { deadline, within } from '../../base/deadline.ts';
import { breaker } from './breaker.ts';
import type { PolicyName, RateLimiter, RatePolicies, RateVerdict } from './rate-limit.ts';
import { memoryLimiter } from './rate-limit-memory.ts';

/**
 * GCRA in one round trip, on Redis's clock, with times in microseconds. Returns {allowed, tat - now, over}. Handles a
 * clock set back as `takeToken` does.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local every, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local due = tonumber(redis.call('GET', KEYS[1]) or '0')
local base = math.min(math.max(due, now), now + burst * every)
local function keep(full)
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000) + 1000)
end
local nextDue = base + every
local over = nextDue - now - burst * every
if over > 0 then
  if due > base then keep(base) end
  return {0, base - now, over}
end
keep(nextDue)
return {1, nextDue - now, 0}`;

const CONNECT_WITHIN_MS = 2_000;
/** From the connection until Redis reports that it is ready. */
const READY_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 250;
const MAX_EMPTY = 50_000;

/** From a failure to the next attempt. */
const REST_MS = 2_000;

export interface RedisWatch {
  /** Called when Redis is given up for a while; this process then limits alone. */
  away(failure: Error): void;
  back(): void;
  /** The context of TLS connections; Node's own by default. */
  readonly secureContext?: SecureContext | undefined;
}

export interface RedisLimiter extends RateLimiter {
  /** The numbers of requests decided by Redis and by this process alone. */
  counts(): { readonly shared: number; readonly alone: number; readonly isAway: boolean };
}

/** Connects lazily. Calls `watch` when Redis becomes unreachable or silent, and again when it is back. */
export function redisLimiter(url: string, policies: RatePolicies, clock: Clock, watch: RedisWatch): RedisLimiter {
  const redis = openRedis(url, watch.secureContext);
  const own = memoryLimiter(policies, clock);
  /** Buckets known to be empty, and when (on this process's clock) they allow a request again. */
  const empty = boundedCache<{ readonly verdict: RateVerdict; readonly until: number }>(MAX_EMPTY);
  const trust = breaker({ restMs: REST_MS, now: steadyClock, onOpen: watch.away, onClose: watch.back });
  let [shared, alone] = [0, 0];
  let isClosing = false;
  redis.on('error', trust.failed);
  redis.on('close', () => {
    if (!isClosing) trust.failed(new Error('the connection was closed'));
  });
  const takeAlone = (name: PolicyName, key: string): RateVerdict | Promise<RateVerdict> => {
    alone += 1;
    return own.take(name, key);
  };
  /** A silent connection may never recover even if the server does, so the next trial uses a new one. */
  const reconnect = (): void => {
    if (redis.status === 'ready') redis.disconnect(true);
  };
  const takeShared = async (name: PolicyName, key: string): Promise<RateVerdict> => {
    const policy = policies[name];
    const everyUs = Math.max(1, Math.round(policy.everyMs * 1_000));
    try {
      const answer = await within(ANSWER_WITHIN_MS, 'Redis', reconnect, () =>
        redis.eval(TAKE, 1, `cairn:rate:${name}:${key}`, everyUs, policy.burst),
      );
      trust.succeeded();
      shared += 1;
      const verdict = verdictOf(answer as [number, number, number], everyUs, policy.burst);
      if (!verdict.allowed) empty.set(`${name}:${key}`, { verdict, until: clock() + verdict.retryAfterS * 1_000 });
      return verdict;
    } catch (thrown) {
      const failure = thrown instanceof Error ? thrown : new Error(String(thrown));
      trust.failed(failure);
      return takeAlone(name, key);
    }
  };
  return {
    policies,
    // Don't wait if there is no connection, e.g. at startup.
    take: (name, key) => (redis.status === 'ready' && trust.mayTry() ? takeShared(name, key) : takeAlone(name, key)),
    exhausted(name, key) {
      const known = empty.get(`${name}:${key}`);
      if (known === undefined) return own.exhausted(name, key);
      const leftMs = known.until - clock();
      // The value is higher than before, so the clock was set back by an unknown amount.
      if (leftMs > known.verdict.retryAfterS * 1_000) return undefined;
      return leftMs > 0 ? { ...known.verdict, retryAfterS: Math.ceil(leftMs / 1_000) } : undefined;
    },
    counts: () => ({ shared, alone, isAway: trust.isOpen() }),
    async close() {
      isClosing = true;
      redis.disconnect();
    },
  };
}

/** Reconnects automatically, also if Redis accepts a connection but does not respond. */
function openRedis(url: string, secureContext: SecureContext | undefined): Redis {
  const redis = new Redis(url, {
    ...redisTls(url, secureContext),
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: CONNECT_WITHIN_MS,
    keepAlive: 10_000,
    connectionName: 'cairn',
  });
  let heard = (): void => {};
  redis.on('connect', () => {
    heard = deadline(READY_WITHIN_MS, () => redis.disconnect(true));
  });
  redis.on('ready', () => heard());
  redis.on('close', () => heard());
  return redis;
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
