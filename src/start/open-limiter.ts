// Opens the configured rate limiter: shared through Redis, or in memory.
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import { type RateLimiter, ratePolicies } from '../http/rate-limits/rate-limit.ts';
import { memoryLimiter } from '../http/rate-limits/rate-limit-memory.ts';
import type { RedisLimiter } from '../http/rate-limits/rate-limit-redis.ts';
import type { Config } from './config.ts';

export interface OpenedLimiter {
  readonly limiter: RateLimiter;
  /** Undefined if this process limits rates on its own. */
  readonly redis: RedisLimiter['counts'] | undefined;
}

/** `clock` must be monotonic, because after a step backwards every bucket would be empty. */
export async function openLimiter(config: Config, clock: Clock, logger: Logger): Promise<OpenedLimiter> {
  const policies = ratePolicies(config.rateScale);
  if (config.redisUrl === undefined) return { limiter: memoryLimiter(policies, clock), redis: undefined };
  // Loaded on demand, so processes without Redis start faster.
  const { redisLimiter } = await import('../http/rate-limits/rate-limit-redis.ts');
  const { secureContext } = config.outbound;
  const limiter = redisLimiter(config.redisUrl, policies, clock, {
    secureContext,
    away: (failure) =>
      logger.warn({ failure: failure.message }, 'Redis is unavailable; this process uses its own limits'),
    back: () => logger.info('Redis is available again; limits are shared'),
  });
  return { limiter, redis: limiter.counts };
}
