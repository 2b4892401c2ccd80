// The rate limiter that the configuration names: shared through Redis, or this process's own.
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import { type RateLimiter, ratePolicies } from '../http/rate-limits/rate-limit.ts';
import { memoryLimiter } from '../http/rate-limits/rate-limit-memory.ts';
import type { RedisLimiter } from '../http/rate-limits/rate-limit-redis.ts';
import type { Config } from './config.ts';

export interface OpenedLimiter {
  readonly limiter: RateLimiter;
  /** Undefined where limits are this process's own. */
  readonly redis: RedisLimiter['counts'] | undefined;
}

/** `clock` only goes forward: were it set back, every bucket would be empty. */
export async function openLimiter(config: Config, clock: Clock, logger: Logger): Promise<OpenedLimiter> {
  const policies = ratePolicies(config.rateScale);
  if (config.redisUrl === undefined) return { limiter: memoryLimiter(policies, clock), redis: undefined };
  // Loaded only where it is used: a process on one machine starts the sooner.
  const { redisLimiter } = await import('../http/rate-limits/rate-limit-redis.ts');
  const limiter = redisLimiter(config.redisUrl, policies, clock, {
    away: (failure) => logger.warn({ failure: failure.message }, 'Redis is away; this process limits on its own'),
    back: () => logger.info('Redis is back; limits are shared again'),
  });
  return { limiter, redis: limiter.counts };
}
