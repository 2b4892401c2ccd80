// Builds everything once and wires it: the only file that knows every room and every door.
import pino, { type Logger } from 'pino';
import { authenticator } from './access/authenticate.ts';
import { openDoor } from './api/open-door.ts';
import { publicFiles, type SystemKit, systemEndpoints } from './api/system-routes.ts';
import { v1Document, v1Endpoints } from './api/v1.ts';
import { v1Door } from './api/v1-door.ts';
import { type Blobs, openBlobs } from './assets/blobs.ts';
import { type Clock, systemClock } from './base/clock.ts';
import type { Config } from './config.ts';
import { type Metrics, openMetrics } from './http/metrics.ts';
import { type RateLimiter, ratePolicies } from './http/rate-limit.ts';
import { memoryLimiter } from './http/rate-limit-memory.ts';
import { redisLimiter } from './http/rate-limit-redis.ts';
import { buildServer, type HttpServer } from './http/server.ts';
import { type Preparation, prepare } from './prepare.ts';
import { RELEASE } from './release.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { openDatabase } from './storage/open-database.ts';
import { type Gateway, untilPrepared } from './storage/prepared.ts';
import { readinessOf } from './storage/readiness.ts';
import { sharedSecret } from './storage/shared-secret.ts';
import { startSweeps } from './sweeps.ts';

export interface App {
  readonly server: HttpServer;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Migrations are applied and the demo is in place; until then the process answers and says that it is not ready. */
  readonly preparation: Preparation;
  /** Stops accepting, lets every request under way finish, then closes what was opened. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Opened already; otherwise what the configuration names is opened. Closed with the app either way. */
  readonly database?: Database;
}

/** Opens storage, mounts every door and begins to prepare the database. Listening is the caller's. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? openLogger(config.logLevel);
  const database = options.database ?? (await openDatabase(config, noteLostConnection(logger)));
  const gateway = untilPrepared(database);
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
  let cursorKey = Buffer.alloc(0);
  mountDoors(server, config, { clock, blobs, database, gateway, cursorKey: () => cursorKey });
  const preparation = prepare(async () => {
    for (const name of await migrate(database)) logger.info({ migration: name }, 'migrated');
    cursorKey = Buffer.from(config.secret ?? (await sharedSecret(database, 'cursors')));
    gateway.open();
  }, logger);
  const sweeps = startSweeps({ database: gateway.database, blobs, clock, logger });

  return {
    server,
    database,
    logger,
    metrics,
    preparation,
    async close() {
      preparation.stop();
      await server.app.close();
      await Promise.all([preparation.attempted, sweeps.stop()]);
      await limiter.close();
      await database.close();
    },
  };
}

interface DoorKit {
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly database: Database;
  readonly gateway: Gateway;
  readonly cursorKey: () => Buffer;
}

function mountDoors(server: HttpServer, config: Config, { clock, blobs, database, gateway, cursorKey }: DoorKit): void {
  const baseUrl = config.publicUrl;
  const endpoints = v1Endpoints({ baseUrl, cursorKey, clock, blobs });
  const system: SystemKit = {
    baseUrl,
    release: RELEASE,
    readiness: () => readinessOf(database, gateway),
    blobs,
    openapi: () => document,
  };
  const document = JSON.stringify(v1Document(baseUrl, systemEndpoints(system), endpoints));
  server.mount(openDoor(gateway.database, baseUrl), [...systemEndpoints(system), ...publicFiles(system)]);
  server.mount(v1Door(authenticator(gateway.database, clock), baseUrl), endpoints);
  server.seal();
}

const noteLostConnection =
  (logger: Logger) =>
  (failure: Error): void =>
    logger.warn({ failure: failure.message }, 'an idle database connection was lost');

export const openLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });

function openLimiter(config: Config, clock: Clock, logger: Logger): RateLimiter {
  const policies = ratePolicies(config.rateScale);
  if (config.redisUrl === undefined) return memoryLimiter(policies, clock);
  return redisLimiter(config.redisUrl, policies, clock, (failure) =>
    logger.warn({ failure: failure.message }, 'Redis is away; this process limits on its own'),
  );
}
