// Builds everything once and wires it: storage, rooms, doors (mount-doors.ts), sweeps. Listening is the caller's.

import type { Logger } from 'pino';
import { openBlobs } from './assets/blobs.ts';
import { backupsIn } from './backup/backups.ts';
import { type Clock, systemClock } from './base/clock.ts';
import type { Tracing } from './base/tracing.ts';
import type { Config } from './config.ts';
import { type Demo, fillDemo } from './demo/demo.ts';
import type { ResolveTxt } from './directory/domain-claims.ts';
import { openEgress } from './egress/egress.ts';
import { resolveTxt } from './egress/txt-records.ts';
import { watchHealth } from './health-watch.ts';
import { freeLeases } from './http/idempotency-store.ts';
import { openLeases } from './http/leases.ts';
import { type Metrics, openMetrics } from './http/metrics.ts';
import { buildServer, type HttpServer } from './http/server.ts';
import { sealerOf } from './identity/sealed-secret.ts';
import { deliveryLog } from './insight/delivery-log.ts';
import { topicReader } from './insight/topics.ts';
import { noteLostConnection, noteReplica, openLogger } from './log.ts';
import { watchEncoder, watchModel } from './model-watch.ts';
import { mountDoors, rulesOf } from './mount-doors.ts';
import { openLimiter } from './open-limiter.ts';
import { type Preparation, prepare } from './prepare.ts';
import { provisioningObserver } from './provisioning/provisioning-observer.ts';
import { RELEASE } from './release.ts';
import { startScheduledBackups } from './scheduled-backups.ts';
import { startScheduledChanges } from './scheduled-changes.ts';
import { backupAge, countBackup, countSweep, watchService } from './service-metrics.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { migrations } from './storage/migration-files.ts';
import { openDatabase, openStandby } from './storage/open-database.ts';
import { untilPrepared } from './storage/prepared.ts';
import { openReadReplica } from './storage/read-replica.ts';
import { readinessOf } from './storage/readiness.ts';
import { sharedSecret } from './storage/shared-secret.ts';
import { catalogMeanings } from './surfacing/catalog-meaning.ts';
import { meaningStore } from './surfacing/meaning-store.ts';
import { tokenBudget } from './surfacing/model/token-budget.ts';
import { modelSpendingStore } from './surfacing/model-spending-store.ts';
import { openJudge } from './surfacing/open-judge.ts';
import { startSweeps } from './sweeps.ts';
import { openDispatch } from './webhook-dispatch.ts';
import type { Dispatcher } from './webhooks/dispatch.ts';
import { freeWebhookLeases } from './webhooks/leases.ts';

export interface App {
  readonly server: HttpServer;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Migrations are applied and the demo is in place; until then the process answers and says that it is not ready. */
  readonly preparation: Preparation;
  /** Sends webhooks and audit streams. */
  readonly dispatcher: Dispatcher;
  /**
   * Stops accepting, lets every request under way finish, then closes what was opened. Resolves with false when the
   * requests were cut after CAIRN_DRAIN_SECONDS.
   */
  close(): Promise<boolean>;
}

export interface AppOptions {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Where TXT records are asked for; the resolvers of this machine as usual. */
  readonly resolveTxt?: ResolveTxt;
  /** Open or being opened; otherwise what the configuration names is opened. Closed with the app either way. */
  readonly database?: Database | Promise<Database>;
  /** Told of the demo that filled an empty database: its keys are shown now or never. */
  readonly welcome?: (demo: Demo) => void;
  /** Undefined: no traces. Closed with the app; a database that is given was opened with it. */
  readonly tracing?: Tracing | undefined;
}

/** Opens storage, mounts every door and begins to prepare the database. Listening is the caller's. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const clock = options.clock ?? systemClock;
  const { tracing } = options;
  const logger = options.logger ?? openLogger(config.logLevel);
  const metrics = openMetrics();
  const opening = options.database ?? openDatabase(config, noteLostConnection(logger), tracing);
  const gateway = untilPrepared();
  const standby = await openStandby(config, noteLostConnection(logger), tracing);
  const replica =
    standby &&
    openReadReplica({
      primary: gateway.database,
      standby,
      mostLagMs: config.mostLagMs,
      now: () => performance.now(),
      onChange: noteReplica(logger),
    });
  const budget = tokenBudget(config.judge.dailyTokens, modelSpendingStore(gateway.database), clock);
  const judges = await openJudge(config.judge, {
    watch: watchModel(metrics, logger),
    budget,
    reportDamage: watchEncoder(metrics, logger),
    tracing,
  });
  const known = migrations();
  const blobs = await openBlobs(config.assets);
  const traced = tracing && { tracing, purpose: 'sign-in' };
  const egress = openEgress({ allow: config.egressAllow, publicUrl: config.publicUrl, traced });
  const { limiter, redis } = await openLimiter(config, clock, logger);
  const report = (thrown: unknown, requestId: string): void =>
    logger.error({ request_id: requestId, err: thrown }, 'internal error');
  const leases = openLeases(gateway.database, clock);
  const server = buildServer({
    clock,
    limiter,
    leases,
    logger,
    metrics,
    baseUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    report,
    tracing,
  });
  const observer = provisioningObserver(gateway.database, clock, (thrown) =>
    logger.warn({ err: thrown }, 'a part of the provisioning log could not be written'),
  );
  const meanings = catalogMeanings(
    () => judges.lexical.meaning,
    meaningStore(gateway.database),
    (thrown) => logger.warn({ err: thrown }, 'what trails mean could not be kept; it is worked out again later'),
  );
  const deliveries = deliveryLog(gateway.database, clock, topicReader(), (thrown) =>
    logger.warn({ err: thrown }, 'deliveries of a second could not be counted'),
  );
  const source = { storage: config.database, database: () => database, assets: config.assets, release: RELEASE };
  const backups = config.backups && backupsIn(config.backups, source, clock);
  let cursorKey = Buffer.alloc(0);
  let sealingSecret = '';
  const { mcp, indexes } = mountDoors(server, config, {
    clock,
    metrics,
    report,
    blobs,
    gateway,
    replica,
    readiness: () => readinessOf(database, gateway, known),
    judges,
    meanings,
    limiter,
    leases,
    observer,
    deliveries,
    cursorKey: () => cursorKey,
    sealingSecret: () => sealingSecret,
    reportOauth: (refusal) => logger.info(refusal, 'an OAuth request was refused'),
    egress,
    backups,
    resolveTxt: options.resolveTxt ?? resolveTxt,
  });
  // Everything above was built while it was being opened.
  const database = await opening;
  // One process has an embedded database at a time.
  const isAlone = config.database.kind === 'embedded';
  const preparation = prepare(async () => {
    for (const name of await migrate(database, { known, isAlone })) logger.info({ migration: name }, 'migrated');
    // On embedded storage no other process holds a key or serves an endpoint.
    if (isAlone) await Promise.all([freeLeases(database), freeWebhookLeases(database)]);
    const secretFor = async (use: string): Promise<string> => config.secret ?? (await sharedSecret(database, use));
    const [cursors, sealing] = await Promise.all([secretFor('cursors'), secretFor('sealed-secrets')]);
    cursorKey = Buffer.from(cursors);
    sealingSecret = sealing;
    const demo = config.demo ? await fillDemo(database, rulesOf(config), clock()) : undefined;
    gateway.open(database);
    if (demo !== undefined) options.welcome?.(demo);
  }, logger);
  let isDraining = false;
  const dispatch = openDispatch({
    config,
    clock,
    logger,
    metrics,
    database: gateway.database,
    sealer: sealerOf(() => sealingSecret),
    isReady: () => sealingSecret !== '' && !isDraining,
    tracing,
  });
  const backup = backupAge(gateway.database);
  void preparation.done.then(backup.read).catch(() => undefined);
  const sweeps = startSweeps({
    database: gateway.database,
    blobs,
    clock,
    logger,
    provisioningLogDays: config.provisioningLogDays,
    onSwept: (name, removed) => countSweep(metrics, name, removed),
    onLook: async () => {
      await Promise.all([backup.read(), dispatch.readBacklog()]);
    },
  });
  const scheduled = startScheduledChanges({
    database: gateway.database,
    rules: rulesOf(config),
    clock,
    logger,
    onChange: indexes.refresh,
  });
  const backedUp =
    config.backups && backups
      ? startScheduledBackups({
          backups,
          database: gateway.database,
          clock,
          logger,
          everyMs: config.backups.everyMs,
          onAttempt: (outcome) => countBackup(metrics, outcome),
        })
      : undefined;
  const watch = watchHealth(database, logger);
  watchService(metrics, {
    database,
    health: watch.last,
    replica,
    redis,
    judgeIndex: indexes.held,
    leasesHeld: leases.held,
    isDraining: () => isDraining,
    lastBackupAt: backup.at,
    now: Date.now,
  });

  return {
    server,
    database,
    logger,
    metrics,
    preparation,
    dispatcher: dispatch.dispatcher,
    async close() {
      isDraining = true;
      preparation.stop();
      // Begins nothing new; what is under way ends beside the requests.
      const graceMs = config.drainSeconds * 1_000;
      const dispatched = dispatch.close(graceMs);
      await mcp.close();
      watch.stop();
      const isDrained = await server.close(graceMs);
      await Promise.all([observer.flush(), deliveries.flush()]);
      await meanings.stop();
      await dispatched;
      await Promise.all([preparation.attempted, sweeps.stop(), scheduled.stop(), backedUp?.stop()]);
      await Promise.all([limiter.close(), egress.close(), replica?.close()]);
      await Promise.all([database.close(), tracing?.close()]);
      return isDrained;
    },
  };
}
