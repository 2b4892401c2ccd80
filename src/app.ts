// Builds everything once and wires it: the only file that knows every room and every door.
import pino, { type Logger } from 'pino';
import { authenticator } from './access/authenticate.ts';
import { openDoor } from './api/open-door.ts';
import { publicFiles, type SystemKit, systemEndpoints } from './api/system-routes.ts';
import { v1Document, v1Endpoints } from './api/v1.ts';
import { v1Door } from './api/v1-door.ts';
import { openBlobs } from './assets/blobs.ts';
import { type Clock, systemClock } from './base/clock.ts';
import type { Config } from './config.ts';
import { openMetrics } from './http/metrics.ts';
import { type RateLimiter, ratePolicies } from './http/rate-limit.ts';
import { memoryLimiter } from './http/rate-limit-memory.ts';
import { redisLimiter } from './http/rate-limit-redis.ts';
import { buildServer, type HttpServer } from './http/server.ts';
import { RELEASE } from './release.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { openDatabase } from './storage/open-database.ts';
import { readinessOf } from './storage/readiness.ts';
import { sharedSecret } from './storage/shared-secret.ts';

export interface App {
  readonly server: HttpServer;
  readonly database: Database;
  readonly logger: Logger;
  /** Stops accepting, lets every request under way finish, then closes what was opened. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** Opens storage, migrates it, and mounts every door. Listening is the caller's. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? openLogger(config.logLevel);
  const database = await openDatabase(config, (failure) =>
    logger.warn({ failure: failure.message }, 'an idle database connection was lost'),
  );
  for (const name of await migrate(database)) logger.info({ migration: name }, 'migrated');
  const blobs = await openBlobs(config.assets);
  const limiter = openLimiter(config, clock, logger);
  const metrics = openMetrics();
  const server = buildServer({
    clock,
    limiter,
    logger,
    metrics,
    baseUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    report: (thrown, requestId) => logger.error({ request_id: requestId, err: thrown }, 'internal error'),
  });

  const endpoints = v1Endpoints({
    baseUrl: config.publicUrl,
    secret: config.secret ?? (await sharedSecret(database, 'cursors')),
    clock,
    blobs,
  });
  const system: SystemKit = {
    baseUrl: config.publicUrl,
    release: RELEASE,
    readiness: () => readinessOf(database),
    blobs,
    openapi: () => document,
  };
  const document = JSON.stringify(v1Document(config.publicUrl, systemEndpoints(system), endpoints));
  server.mount(openDoor(database, config.publicUrl), [...systemEndpoints(system), ...publicFiles(system)]);
  server.mount(v1Door(authenticator(database, clock), config.publicUrl), endpoints);
  server.seal();

  return {
    server,
    database,
    logger,
    async close() {
      await server.app.close();
      await limiter.close();
      await database.close();
    },
  };
}

export const openLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });

function openLimiter(config: Config, clock: Clock, logger: Logger): RateLimiter {
  const policies = ratePolicies(config.rateScale);
  if (config.redisUrl === undefined) return memoryLimiter(policies, clock);
  return redisLimiter(config.redisUrl, policies, clock, (failure) =>
    logger.warn({ failure: failure.message }, 'Redis is away; this process limits on its own'),
  );
}
