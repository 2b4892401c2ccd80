// Builds everything once and wires it: the only file that knows every room and every door.
import type { Logger } from 'pino';
import { authenticator } from './admission/authenticate.ts';
import { scimAuthenticator } from './admission/scim-authenticator.ts';
import type { Blobs } from './assets/blob.ts';
import { openBlobs } from './assets/blobs.ts';
import { lateImageDecoder } from './assets/image-decoder.ts';
import { type Clock, systemClock } from './base/clock.ts';
import type { Config } from './config.ts';
import { type Demo, fillDemo } from './demo/demo.ts';
import { readConsoleFiles } from './doors/console/console-files.ts';
import { pageElsewhere, withConsole } from './doors/console/console-routes.ts';
import { ownInvitationRoutes } from './doors/manage/invitation-routes.ts';
import { manageDocument, manageDocumentEndpoint, manageEndpoints } from './doors/manage/manage.ts';
import { manageDoor } from './doors/manage/manage-door.ts';
import { personDoor } from './doors/manage/person-door.ts';
import { openMcp } from './doors/mcp/mcp.ts';
import { mcpDoor } from './doors/mcp/mcp-door.ts';
import type { McpDoorway } from './doors/mcp/mcp-endpoint.ts';
import { oauthEndpoints } from './doors/oauth/oauth.ts';
import type { OauthRefusal } from './doors/oauth/oauth-deps.ts';
import { oauthDoor } from './doors/oauth/oauth-door.ts';
import { openDoor } from './doors/public/open-door.ts';
import { publicFiles, type SystemDeps, systemEndpoints } from './doors/public/system-routes.ts';
import { scimEndpoints } from './doors/scim/scim.ts';
import { SCIM_PREFIX, scimDoor } from './doors/scim/scim-door.ts';
import { personEndpoints, signInEndpoints } from './doors/sign-in/sign-in.ts';
import { signInDoor } from './doors/sign-in/sign-in-door.ts';
import { consoleDoor, consoleEndpoints } from './doors/v1/session-door.ts';
import { v1Document, v1Endpoints } from './doors/v1/v1.ts';
import { v1Door } from './doors/v1/v1-door.ts';
import { openEgress } from './egress/egress.ts';
import type { Egress } from './egress/egress-request.ts';
import { watchHealth } from './health-watch.ts';
import { isProxied } from './http/client-address.ts';
import type { GateDeps } from './http/gate.ts';
import { freeLeases } from './http/idempotency-store.ts';
import { type Metrics, openMetrics } from './http/metrics.ts';
import { buildServer, type HttpServer } from './http/server.ts';
import { sealerOf } from './identity/sealed-secret.ts';
import { type DeliveryLog, deliveryLog } from './insight/delivery-log.ts';
import { toolCalls } from './insight/tool-calls.ts';
import { topicReader } from './insight/topics.ts';
import { noteLostConnection, openLogger } from './log.ts';
import { watchModel } from './model-watch.ts';
import { openLimiter } from './open-limiter.ts';
import { type Preparation, prepare } from './prepare.ts';
import { type ProvisioningObserver, provisioningObserver } from './provisioning/provisioning-observer.ts';
import { RELEASE } from './release.ts';
import { backupAge, countSweep, watchService } from './service-metrics.ts';
import type { Database } from './storage/database.ts';
import { migrate, migrations } from './storage/migrate.ts';
import { openDatabase } from './storage/open-database.ts';
import { type Gateway, untilPrepared } from './storage/prepared.ts';
import { type Readiness, readinessOf } from './storage/readiness.ts';
import { sharedSecret } from './storage/shared-secret.ts';
import { catalogFeed } from './surfacing/catalog-feed.ts';
import { type CatalogIndexes, catalogIndexes } from './surfacing/catalog-index.ts';
import { type CatalogMeanings, catalogMeanings } from './surfacing/catalog-meaning.ts';
import { meaningStore } from './surfacing/meaning-store.ts';
import { tokenBudget } from './surfacing/model/token-budget.ts';
import { modelSpendingStore } from './surfacing/model-spending-store.ts';
import { type OpenedJudge, openJudge } from './surfacing/open-judge.ts';
import { startSweeps } from './sweeps.ts';
import { withOperatorProviders } from './trails/providers.ts';
import { type TrailRules, trailRules } from './trails/trail-rules.ts';

export interface App {
  readonly server: HttpServer;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Migrations are applied and the demo is in place; until then the process answers and says that it is not ready. */
  readonly preparation: Preparation;
  /**
   * Stops accepting, lets every request under way finish, then closes what was opened. Resolves with false when the
   * requests were cut after CAIRN_DRAIN_SECONDS.
   */
  close(): Promise<boolean>;
}

export interface AppOptions {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Open or being opened; otherwise what the configuration names is opened. Closed with the app either way. */
  readonly database?: Database | Promise<Database>;
  /** Told of the demo that filled an empty database: its keys are shown now or never. */
  readonly welcome?: (demo: Demo) => void;
}

/** Opens storage, mounts every door and begins to prepare the database. Listening is the caller's. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? openLogger(config.logLevel);
  const metrics = openMetrics();
  const opening = options.database ?? openDatabase(config, noteLostConnection(logger));
  const gateway = untilPrepared();
  const budget = tokenBudget(config.judge.dailyTokens, modelSpendingStore(gateway.database), clock);
  const judges = await openJudge(config.judge, { watch: watchModel(metrics, logger), budget });
  const known = migrations();
  const blobs = await openBlobs(config.assets);
  const egress = openEgress({ allow: config.egressAllow, publicUrl: config.publicUrl });
  const { limiter, redis } = await openLimiter(config, clock, logger);
  const report = (thrown: unknown, requestId: string): void =>
    logger.error({ request_id: requestId, err: thrown }, 'internal error');
  const server = buildServer({
    clock,
    limiter,
    logger,
    metrics,
    baseUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    report,
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
  let cursorKey = Buffer.alloc(0);
  let sealingSecret = '';
  const { mcp, indexes } = mountDoors(server, config, {
    clock,
    metrics,
    report,
    blobs,
    gateway,
    readiness: () => readinessOf(database, gateway, known),
    judges,
    meanings,
    limiter,
    observer,
    deliveries,
    cursorKey: () => cursorKey,
    sealingSecret: () => sealingSecret,
    reportOauth: (refusal) => logger.info(refusal, 'an OAuth request was refused'),
    egress,
  });
  // Everything above was built while it was being opened.
  const database = await opening;
  const preparation = prepare(async () => {
    for (const name of await migrate(database, known)) logger.info({ migration: name }, 'migrated');
    // Whoever held a key on embedded storage is gone: one process has it at a time.
    if (config.database.kind === 'embedded') await freeLeases(database);
    const secretFor = async (use: string): Promise<string> => config.secret ?? (await sharedSecret(database, use));
    const [cursors, sealing] = await Promise.all([secretFor('cursors'), secretFor('sealed-secrets')]);
    cursorKey = Buffer.from(cursors);
    sealingSecret = sealing;
    const demo = config.demo ? await fillDemo(database, rulesOf(config), clock()) : undefined;
    gateway.open(database);
    if (demo !== undefined) options.welcome?.(demo);
  }, logger);
  let isDraining = false;
  const backup = backupAge(gateway.database);
  void preparation.done.then(backup.read).catch(() => undefined);
  const sweeps = startSweeps({
    database: gateway.database,
    blobs,
    clock,
    logger,
    provisioningLogDays: config.provisioningLogDays,
    onSwept: (name, removed) => countSweep(metrics, name, removed),
    onLook: backup.read,
  });
  const watch = watchHealth(database, logger);
  watchService(metrics, {
    database,
    health: watch.last,
    redis,
    judgeIndex: indexes.held,
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
    async close() {
      isDraining = true;
      preparation.stop();
      await mcp.close();
      watch.stop();
      const isDrained = await server.close(config.drainSeconds * 1_000);
      await Promise.all([observer.flush(), deliveries.flush()]);
      await meanings.stop();
      await Promise.all([preparation.attempted, sweeps.stop()]);
      await Promise.all([limiter.close(), egress.close()]);
      await database.close();
      return isDrained;
    },
  };
}

interface DoorDeps extends GateDeps {
  readonly metrics: Metrics;
  readonly blobs: Blobs;
  readonly gateway: Gateway;
  readonly readiness: () => Promise<Readiness>;
  readonly judges: OpenedJudge;
  readonly meanings: CatalogMeanings;
  readonly observer: ProvisioningObserver;
  readonly deliveries: DeliveryLog;
  readonly cursorKey: () => Buffer;
  readonly sealingSecret: () => string;
  readonly reportOauth: (refusal: OauthRefusal) => void;
  readonly egress: Egress;
}

interface MountedDoors {
  readonly mcp: McpDoorway;
  readonly indexes: CatalogIndexes;
}

function mountDoors(server: HttpServer, config: Config, deps: DoorDeps): MountedDoors {
  const { clock, blobs, gateway, readiness, judges, cursorKey } = deps;
  const baseUrl = config.publicUrl;
  const feed = catalogFeed(gateway.database);
  const indexes = catalogIndexes(feed, judges.lexical.emptyCatalog, undefined, deps.meanings);
  const endpoints = v1Endpoints({
    baseUrl,
    cursorKey,
    clock,
    blobs,
    decode: lateImageDecoder(),
    rules: rulesOf(config),
    judge: judges.judge,
    embeddedJudge: judges.lexical,
    indexes,
  });
  const system: SystemDeps = {
    baseUrl,
    release: RELEASE,
    readiness,
    blobs,
    openapi: () => document,
  };
  const document = JSON.stringify(v1Document(baseUrl, systemEndpoints(system), endpoints));
  const open = [...systemEndpoints(system), ...publicFiles(system)];
  const console = readConsoleFiles();
  server.mount(openDoor(gateway.database, baseUrl), withConsole(open, console));
  server.elsewhere(pageElsewhere(console));
  const credentials = authenticator(gateway.database, clock);
  server.mount(v1Door(credentials, baseUrl), endpoints);
  const door = mcpDoor({ authenticator: credentials, baseUrl, trustProxy: isProxied(config.trustProxy) });
  const mcp = openMcp({
    door,
    gate: deps,
    endpoints,
    rules: rulesOf(config),
    blobs,
    baseUrl,
    version: RELEASE,
    judge: judges.judge,
    indexes,
    deliveries: deps.deliveries,
    toolCalls: toolCalls(gateway.database, clock),
    sequences: feed.sequences,
    counted: (method, tool, outcome) =>
      deps.metrics.count('cairn_mcp_calls_total', 'Messages of AI tools.', { method, tool, outcome }),
  });
  server.mount(door, mcp.endpoints);
  const people = { database: gateway.database, clock, publicUrl: baseUrl };
  server.mount(consoleDoor(people), consoleEndpoints(endpoints), '/console/v1');
  const signIn = { ...people, limiter: deps.limiter, sealer: sealerOf(deps.sealingSecret), egress: deps.egress };
  server.mount(signInDoor(gateway.database, baseUrl), signInEndpoints(signIn));
  const person = [...personEndpoints(signIn), ...ownInvitationRoutes({ clock })];
  server.mount(personDoor(people), person);
  const manage = manageEndpoints({
    baseUrl,
    cursorKey,
    clock,
    judge: judges.judge,
    embeddedJudge: judges.lexical,
    indexes,
    deliveries: deps.deliveries,
  });
  const oauth = oauthEndpoints({
    database: gateway.database,
    clock,
    publicUrl: baseUrl,
    egress: deps.egress,
    limiter: deps.limiter,
    secret: deps.sealingSecret,
    registration: config.oauthRegistration,
    report: deps.reportOauth,
  });
  server.mount(oauthDoor(gateway.database, baseUrl), oauth.open, '/oauth');
  server.mount(personDoor(people), oauth.signedIn);
  const sessions = [...signInEndpoints(signIn), ...person, ...oauth.signedIn];
  const manageText = manageDocument(baseUrl, [...sessions, ...manage]);
  server.mount(openDoor(gateway.database, baseUrl), [manageDocumentEndpoint(manageText)]);
  server.mount(manageDoor({ database: gateway.database, clock, baseUrl }), manage);
  const scim = scimDoor(scimAuthenticator(gateway.database, clock), deps.observer, clock);
  server.mount(scim, scimEndpoints({ baseUrl, cursorKey, clock }), SCIM_PREFIX);
  return { mcp, indexes };
}

const rulesOf = ({ extraProviders, publicUrl }: Config): TrailRules =>
  trailRules(withOperatorProviders(extraProviders), `${publicUrl}/assets/`);
