// Builds and connects all parts of the service once: storage, the dependencies of the doors (open-door-deps.ts), the
// doors (mount-doors.ts), and background work (background-work.ts). The caller starts listening.

import type { Logger } from 'pino';
import { watchHealth } from '../background/health-watch.ts';
import { type Clock, steadyClock } from '../base/clock.ts';
import type { Tracing } from '../base/tracing.ts';
import type { Demo } from '../demo/demo.ts';
import type { ResolveTxt } from '../directory/teams/domain-claims.ts';
import { type ConsoleFiles, readConsoleFiles } from '../doors/console/console-files.ts';
import { resolveTxt } from '../egress/txt-records.ts';
import { type Languages, readLanguages } from '../http/answers/languages.ts';
import { type Metrics, openMetrics } from '../http/metrics/metrics.ts';
import { buildServer, type HttpServer } from '../http/server/server.ts';
import { type Deriver, derivationThreads } from '../identity/derivation-threads.ts';
import type { Database, StorageHealth } from '../storage/database.ts';
import { untilPrepared } from '../storage/gateway.ts';
import { migrations } from '../storage/migrations/migration-files.ts';
import { openDatabase } from '../storage/open-database.ts';
import { type SharedClock, sharedClock } from '../storage/shared-clock.ts';
import { engineVersion } from '../storage/tables/distribution-state.ts';
import type { Dispatcher } from '../webhooks/dispatch.ts';
import { type BackgroundWork, startBackgroundWork } from './background-work.ts';
import type { Config } from './config.ts';
import { noteLostConnection, openLogger } from './log.ts';
import { type MountedDoors, mountDoors } from './mount-doors.ts';
import { type DoorSources, type OpenedDoorDeps, openDoorDeps } from './open-door-deps.ts';
import { type Preparation, prepare } from './prepare.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { ServiceContext } from './service-context.ts';
import { watchService } from './service-metrics.ts';
import { serviceSecrets } from './service-secrets.ts';

export interface App {
  readonly server: HttpServer;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /**
   * Resolves once migrations are applied and the demo is filled in. Until then, the process responds that it is not
   * ready.
   */
  readonly preparation: Preparation;
  /** Sends webhooks and audit streams. */
  readonly dispatcher: Dispatcher;
  /**
   * Fails readiness, stops accepting requests after `delayMs`, lets running ones finish, then closes everything.
   * Resolves with false if requests were cut off after CAIRN_DRAIN_SECONDS. Repeated calls return the same promise.
   */
  close(delayMs?: number): Promise<boolean>;
}

export interface AppOptions {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Looks up TXT records; the resolvers of this machine by default. */
  readonly resolveTxt?: ResolveTxt;
  /** Derives keys from passwords; threads of this process by default. Closed with the app. */
  readonly deriver?: Deriver;
  /** Reads the built console. Several services in one process can share it. */
  readonly readConsole?: () => ConsoleFiles | undefined;
  readonly languages?: Languages;
  /** A database that is open or being opened; the configured one by default. Closed with the app in either case. */
  readonly database?: Database | Promise<Database>;
  /** Called with the demo after it was filled into an empty database, because its keys cannot be shown later. */
  readonly welcome?: (demo: Demo) => void;
  /** Undefined if tracing is off. Closed with the app. A given database must have been opened with it. */
  readonly tracing?: Tracing | undefined;
}

/** Opens storage, mounts every door and starts preparing the database. The caller starts listening. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const shared = sharedClock();
  const context = contextOf(config, options, shared.now);
  const { logger, metrics } = context;
  const gateway = untilPrepared();
  const secrets = serviceSecrets(config);
  const known = migrations();
  const ending = new AbortController();
  const isDraining = (): boolean => ending.signal.aborted;
  const sources = { gateway, isDraining, database: () => database, known, secrets, ...outsideOf(options) };
  const { database, server, deps, listeners, indexes } = await openTogether(
    options.database ?? openDatabase(config, noteLostConnection(logger), context.tracing),
    openDoors(context, sources),
  );
  const noteClock = clockNoter(config, shared, logger);
  const prepareOnce = async (): Promise<void> => {
    noteClock(await database.health());
    const demo = await prepareDatabase(database, context, { known, secrets });
    gateway.open(database);
    if (demo !== undefined) options.welcome?.(demo);
  };
  const preparation = prepare(prepareOnce, logger, () => engineVersion(database));
  const background = startBackgroundWork(context, {
    database: gateway.database,
    prepared: preparation.done,
    blobs: deps.blobs,
    backups: deps.backups,
    secrets,
    isDraining,
    onChange: indexes.refresh,
  });
  const health = watchHealth(database, logger, noteClock);
  watchService(metrics, {
    database,
    health: health.last,
    replica: deps.replica,
    redis: deps.redis,
    judgeIndex: indexes.held,
    leasesHeld: deps.leases.held,
    isDraining,
    backups: background.backups,
    now: shared.now,
  });
  const { dispatcher } = background;
  const { tracing } = context;
  const opened = { config, server, database, preparation, deps, listeners, background, health, tracing };
  let closing: Promise<boolean> | undefined;
  const close = (delayMs = 0): Promise<boolean> => {
    ending.abort();
    closing ??= server.beginDrain(delayMs).then(() => closeAll(opened));
    return closing;
  };
  return { server, database, logger, metrics, preparation, dispatcher, close };
}

/** The parts that tests replace. */
const outsideOf = (options: AppOptions) => ({
  resolveTxt: options.resolveTxt ?? resolveTxt,
  deriver: options.deriver ?? derivationThreads(),
  readConsole: options.readConsole ?? readConsoleFiles,
  languages: options.languages ?? readLanguages(),
});

const ANOTHER_CLOCK =
  "this machine's clock differs from the database's, which is used instead; synchronize both with NTP";
const SET_BACK =
  "this machine's clock was set back: the database has later changes, so time continues from there, slowed down " +
  'until the clock has caught up; synchronize it with NTP';

function clockNoter({ database }: Config, shared: SharedClock, logger: Logger): (health: StorageHealth) => void {
  let last = 0;
  return (health) => {
    // Ignores the clock of a standby.
    const added = health.writable ? shared.note(health.clockAhead) : undefined;
    if (added === undefined) return;
    const isCatchingUp = database.kind === 'embedded' && added < last;
    if (!isCatchingUp) logger.warn({ added_ms: added }, database.kind === 'embedded' ? SET_BACK : ANOTHER_CLOCK);
    last = added;
  };
}

const contextOf = (config: Config, options: AppOptions, shared: Clock): ServiceContext => ({
  config,
  clock: options.clock ?? shared,
  steadyClock: options.clock ?? steadyClock,
  logger: options.logger ?? openLogger(config.logLevel),
  metrics: openMetrics(),
  tracing: options.tracing,
});

interface OpenDoors extends MountedDoors {
  readonly server: HttpServer;
  readonly deps: OpenedDoorDeps;
}

async function openDoors(context: ServiceContext, sources: DoorSources): Promise<OpenDoors> {
  const deps = await openDoorDeps(context, sources);
  const server = openServer(context, deps);
  return { server, deps, ...mountDoors(server, context.config, deps) };
}

/** Builds the doors while the database opens. If that fails, closes the database. */
async function openTogether(
  opening: Database | Promise<Database>,
  mounting: Promise<OpenDoors>,
): Promise<OpenDoors & { readonly database: Database }> {
  const [database, doors] = await Promise.allSettled([opening, mounting]);
  if (database.status === 'rejected') throw database.reason;
  if (doors.status === 'fulfilled') return { ...doors.value, database: database.value };
  await database.value.close();
  throw doors.reason;
}

function openServer({ config, tracing, logger }: ServiceContext, deps: OpenedDoorDeps): HttpServer {
  const { clock, limiter, leases, commits, languages, metrics, report } = deps;
  const { publicUrl: baseUrl, trustProxy } = config;
  const gate = { clock, limiter, leases, commits, languages, report };
  return buildServer({ ...gate, logger, metrics, baseUrl, trustProxy, tracing });
}

interface Opened {
  readonly config: Config;
  readonly server: HttpServer;
  readonly database: Database;
  readonly preparation: Preparation;
  readonly deps: OpenedDoorDeps;
  readonly listeners: { close(): Promise<void> };
  readonly background: BackgroundWork;
  readonly health: { stop(): void };
  readonly tracing: Tracing | undefined;
}

/** Closes each part before those it depends on. Returns whether every request finished. */
async function closeAll({
  config,
  server,
  preparation,
  deps,
  listeners,
  background,
  ...opened
}: Opened): Promise<boolean> {
  preparation.stop();
  // Starts no new deliveries. Running ones finish while requests drain.
  const graceMs = config.drainSeconds * 1_000;
  const delivered = background.stopDelivering(graceMs);
  await listeners.close();
  opened.health.stop();
  const isDrained = await server.close(graceMs);
  await Promise.all([deps.observer, deps.deliveries, deps.refusedSignIns].map((one) => one.flush()));
  await deps.meanings.stop();
  await delivered;
  await Promise.all([preparation.attempted, background.stop()]);
  await Promise.all([deps.limiter.close(), deps.egress.close(), deps.deriver.close(), deps.replica?.close()]);
  await Promise.all([opened.database.close(), opened.tracing?.close()]);
  return isDrained;
}
