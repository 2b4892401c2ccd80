// Builds every door with its rooms and mounts it. Paths are matched in this order.

import { authenticator } from '../admission/authenticate.ts';
import { scimAuthenticator } from '../admission/scim-authenticator.ts';
import type { Blobs } from '../assets/blob.ts';
import { lateImageDecoder } from '../assets/image-decoder.ts';
import type { Backups } from '../backup/backups.ts';
import { whenAsked } from '../base/once.ts';
import type { Secrets } from '../base/secrets.ts';
import { keyedSemaphore, semaphore } from '../base/semaphore.ts';
import type { CursorKeys } from '../base/signed-cursor.ts';
import { groupMarks } from '../directory/groups/group-members.ts';
import type { ResolveTxt } from '../directory/teams/domain-claims.ts';
import type { ConsoleFiles } from '../doors/console/console-files.ts';
import { pageElsewhere, withConsole } from '../doors/console/console-routes.ts';
import { manageDocument, manageEndpoints } from '../doors/manage/manage.ts';
import { manageDoor } from '../doors/manage/manage-door.ts';
import { personEndpoints } from '../doors/manage/person-endpoints.ts';
import { openRehearsals } from '../doors/manage/rehearsal-routes.ts';
import { setupDoor } from '../doors/manage/setup-door.ts';
import { setupEndpoints } from '../doors/manage/setup-routes.ts';
import type { ChangeReads } from '../doors/mcp/catalog-changes.ts';
import { openMcp } from '../doors/mcp/mcp.ts';
import { MCP_PREFIX, mcpDoor } from '../doors/mcp/mcp-door.ts';
import type { McpDoorway } from '../doors/mcp/mcp-endpoint.ts';
import { preflightEndpoints } from '../doors/mcp/origins.ts';
import { oauthEndpoints } from '../doors/oauth/oauth.ts';
import type { OauthRefusal } from '../doors/oauth/oauth-deps.ts';
import { oauthDoor } from '../doors/oauth/oauth-door.ts';
import { catalogEndpoints } from '../doors/public/catalog-routes.ts';
import { docsEndpoints } from '../doors/public/docs-routes.ts';
import { openDoor } from '../doors/public/open-door.ts';
import { securityTxt } from '../doors/public/security-txt.ts';
import { manageOpenApi, publicFiles, type SystemDeps, systemEndpoints } from '../doors/public/system-routes.ts';
import { downloadEndpoints } from '../doors/reader/download-routes.ts';
import { previewEndpoints } from '../doors/reader/preview-routes.ts';
import { readerEndpoints } from '../doors/reader/reader-routes.ts';
import { openGroupWrites } from '../doors/scim/group-routes.ts';
import { scimEndpoints } from '../doors/scim/scim.ts';
import { SCIM_PREFIX, scimDoor } from '../doors/scim/scim-door.ts';
import { scimVerdict } from '../doors/scim/scim-problem.ts';
import { openSearches } from '../doors/scim/search-routes.ts';
import { signInEndpoints } from '../doors/sign-in/sign-in.ts';
import { signInDoor } from '../doors/sign-in/sign-in-door.ts';
import { openForBoth } from '../doors/v1/for-both.ts';
import { consoleDoor, consoleEndpoints } from '../doors/v1/session-door.ts';
import { API_VERSION, v1Document, v1Endpoints } from '../doors/v1/v1.ts';
import { type V1Endpoint, v1Door } from '../doors/v1/v1-door.ts';
import type { Egress } from '../egress/egress-request.ts';
import { claimsReader } from '../egress/signed-claims.ts';
import type { GateDeps } from '../http/gate/gated-request.ts';
import { isProxied } from '../http/incoming/client-address.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { HttpServer } from '../http/server/server.ts';
import type { Deriver } from '../identity/derivation-threads.ts';
import { openDiscoveries } from '../identity/discoveries.ts';
import { knownDevices } from '../identity/known-devices.ts';
import { passwordHasher } from '../identity/password-hash.ts';
import type { RefusedSignIns } from '../identity/refused-sign-ins.ts';
import { sealerOf } from '../identity/sealed-secret.ts';
import { visitorBudget } from '../identity/visitor-budget.ts';
import type { DeliveryLog } from '../insight/delivery-log.ts';
import { toolCalls } from '../insight/tool-calls.ts';
import type { ProvisioningObserver } from '../provisioning/log/provisioning-observer.ts';
import { openArrivals } from '../provisioning/users/arrivals.ts';
import { publishedTrails } from '../skills/published-trails.ts';
import { skillLibrary } from '../skills/skill-library.ts';
import type { Gateway } from '../storage/gateway.ts';
import type { Readiness } from '../storage/readiness.ts';
import type { ReadReplica } from '../storage/server/read-replica.ts';
import { catalogFeed } from '../surfacing/catalog-feed.ts';
import { type CatalogIndexes, catalogIndexes } from '../surfacing/catalog-index.ts';
import type { CatalogMeanings } from '../surfacing/catalog-meaning.ts';
import { memoryShares } from '../surfacing/judge-memory.ts';
import type { OpenedJudge } from '../surfacing/open-judge.ts';
import { catalogPositions } from '../trails/catalog/catalogs.ts';
import { coalescedSaves } from '../trails/editing/coalesced-saves.ts';
import { editsAnyTrail } from '../trails/readers/editors.ts';
import type { Config } from './config.ts';
import { RELEASE, VERSION } from './release.ts';
import { rulesOf } from './rules-of.ts';

export interface DoorDeps extends GateDeps {
  readonly metrics: Metrics;
  readonly blobs: Blobs;
  readonly gateway: Gateway;
  readonly replica: ReadReplica | undefined;
  readonly readiness: () => Promise<Readiness>;
  readonly judges: OpenedJudge;
  readonly meanings: CatalogMeanings;
  readonly observer: ProvisioningObserver;
  readonly refusedSignIns: RefusedSignIns;
  readonly deliveries: DeliveryLog;
  readonly cursorKeys: () => CursorKeys;
  readonly sealingSecrets: () => Secrets;
  readonly reportOauth: (refusal: OauthRefusal) => void;
  readonly egress: Egress;
  readonly deriver: Deriver;
  readonly backups: Backups | undefined;
  readonly resolveTxt: ResolveTxt;
  readonly readConsole: () => ConsoleFiles | undefined;
}

export interface MountedDoors {
  /** Streams and waiting requests, which would otherwise keep the process from stopping. */
  readonly listeners: { close(): Promise<void> };
  readonly indexes: CatalogIndexes;
}

/** Builds and mounts every door. */
export function mountDoors(server: HttpServer, config: Config, deps: DoorDeps): MountedDoors {
  const shared = sharedParts(config, deps);
  const endpoints = v1Endpoints(shared.trails);
  mountOpen(server, shared, endpoints);
  server.mount(v1Door(shared.credentials, shared.baseUrl), endpoints);
  const mcp = mountMcp(server, shared, endpoints);
  mountConsole(server, shared, endpoints);
  mountManage(server, shared);
  mountScim(server, shared);
  const close = async (): Promise<void> => {
    shared.forBoth.close();
    await mcp.close();
  };
  return { listeners: { close }, indexes: shared.trails.indexes };
}

/** Parts used by several doors. */
type SharedParts = ReturnType<typeof sharedParts>;

function sharedParts(config: Config, deps: DoorDeps) {
  const { clock, blobs, judges, cursorKeys } = deps;
  const { database } = deps.gateway;
  const baseUrl = config.publicUrl;
  const rules = rulesOf(config);
  const feed = catalogFeed(database);
  const trails = {
    baseUrl,
    cursorKeys,
    clock,
    blobs,
    decode: lateImageDecoder(),
    rules,
    judge: judges.judge,
    embeddedJudge: judges.lexical,
    indexes: catalogIndexes(feed, judges.lexical, memoryShares(config.judge.cacheBytes).catalogBytes, deps.meanings),
    saves: coalescedSaves(database),
  };
  const [credentials, people] = [authenticator(database, clock), { database, clock, publicUrl: baseUrl }];
  const sessions = consoleDoor({ ...people, replica: deps.replica });
  return {
    config,
    deps,
    baseUrl,
    database,
    trails,
    sessions,
    forBoth: openForBoth(trails, credentials, sessions),
    changes: {
      positions: (ids) => catalogPositions(database, ids),
      groupMarks: (teamId, accountIds) => groupMarks(database, teamId, accountIds),
      isEditor: (teamId, accountId) => editsAnyTrail(database, teamId, accountId),
    } satisfies ChangeReads,
    skills: { trails: publishedTrails(), library: skillLibrary(database, blobs, rules.ownImagePrefix) },
    credentials,
    people,
    budget: visitorBudget(clock),
    console: deps.readConsole(),
  };
}

/** The ids of the installation's AI tools. */
const toolsOf = ({ trails }: SharedParts): readonly string[] => trails.rules.providers.map(({ id }) => id);

/** Metadata, health, images, public catalogs and the console's files. /openapi.json describes /v1. */
function mountOpen(server: HttpServer, shared: SharedParts, v1: readonly V1Endpoint[]): void {
  const { deps, baseUrl, skills } = shared;
  const system: SystemDeps = {
    baseUrl,
    release: RELEASE,
    apiVersion: API_VERSION,
    readiness: deps.readiness,
    replica: deps.replica,
    blobs: deps.blobs,
    credentials: shared.credentials,
    people: shared.people,
    openapi: whenAsked(() => JSON.stringify(v1Document(baseUrl, toolsOf(shared), systemEndpoints(system), v1))),
  };
  const published = catalogEndpoints({ baseUrl, skills, deliveries: deps.deliveries });
  const security = { baseUrl, clock: deps.clock, securityContacts: shared.config.securityContacts };
  const open = [...systemEndpoints(system), ...publicFiles(system), ...securityTxt(security), ...published];
  server.mount(openDoor(shared.database, baseUrl), [...withConsole(open, shared.console), ...docsEndpoints()]);
  server.elsewhere(pageElsewhere(shared.console));
}

function mountMcp(server: HttpServer, shared: SharedParts, endpoints: readonly V1Endpoint[]): McpDoorway {
  const { config, deps, baseUrl, trails } = shared;
  const trustProxy = isProxied(config.trustProxy);
  const origins = config.mcpOrigins;
  const door = mcpDoor({ authenticator: shared.credentials, baseUrl, trustProxy, origins });
  const mcp = openMcp({
    door,
    origins,
    gate: deps,
    endpoints,
    rules: trails.rules,
    skills: shared.skills,
    clock: deps.clock,
    baseUrl,
    version: VERSION,
    card: shared.console?.card,
    judge: trails.judge,
    indexes: trails.indexes,
    deliveries: deps.deliveries,
    toolCalls: toolCalls(shared.database, deps.clock),
    changes: shared.changes,
    counted: (method, tool, outcome) =>
      deps.metrics.count('cairn_mcp_calls_total', 'Messages of AI tools.', { method, tool, outcome }),
    tolerated: (mistake, client) =>
      deps.metrics.count('cairn_mcp_tolerated_total', 'Forgiven mistakes of AI tools.', { mistake, client }),
  });
  server.mount(openDoor(shared.database, baseUrl), preflightEndpoints({ baseUrl, origins }));
  server.mount(door, mcp.endpoints, MCP_PREFIX);
  return mcp;
}

/** /v1 for sessions, and endpoints for sessions and keys alike. */
function mountConsole(server: HttpServer, shared: SharedParts, endpoints: readonly V1Endpoint[]): void {
  server.mount(shared.sessions, consoleEndpoints(endpoints), '/console/v1');
  const { door, documented, others } = shared.forBoth;
  server.mount(door, [...others, ...documented]);
}

/** Sign-in, OAuth, set-up links and /manage/v1, which share one OpenAPI document. */
function mountManage(server: HttpServer, shared: SharedParts): void {
  const { config, deps, baseUrl, database, people, budget } = shared;
  const { clock, replica } = deps;
  const signIn = {
    ...people,
    limiter: deps.limiter,
    sealer: sealerOf(deps.sealingSecrets),
    egress: deps.egress,
    discoveries: openDiscoveries(clock, budget.requests),
    hasher: passwordHasher(deps.deriver, budget.hashes),
    devices: knownDevices(deps.sealingSecrets),
    refusedSignIns: deps.refusedSignIns,
  };
  server.mount(signInDoor(database, signIn), signInEndpoints(signIn));
  const managed = {
    ...shared.trails,
    deliveries: deps.deliveries,
    sealer: signIn.sealer,
    resolveTxt: deps.resolveTxt,
    skills: shared.skills,
    backups: deps.backups,
    storage: config.database.kind,
    verdictOf: scimVerdict,
    rehearsals: openRehearsals(),
  };
  const manage = [
    ...manageEndpoints(managed),
    ...readerEndpoints(managed),
    ...previewEndpoints(managed),
    ...downloadEndpoints(managed),
  ];
  const oauth = openOauth(shared);
  server.mount(oauthDoor(database), oauth.open, '/oauth');
  const person = [...personEndpoints(signIn), ...oauth.signedIn];
  const setup = setupEndpoints({ baseUrl, clock });
  const documented = [...signInEndpoints(signIn), ...person, ...manage, ...shared.forBoth.documented, ...setup];
  const document = whenAsked(() => JSON.stringify(manageDocument(baseUrl, toolsOf(shared), documented)));
  server.mount(openDoor(database, baseUrl), manageOpenApi(document));
  server.mount(manageDoor({ database, clock, baseUrl, replica }), [...person, ...manage]);
  server.mount(setupDoor(database, clock, baseUrl), setup);
}

const openOauth = ({ config, deps, people, budget }: SharedParts) =>
  oauthEndpoints({
    ...people,
    egress: deps.egress,
    readClaims: claimsReader(deps.egress, deps.clock),
    limiter: deps.limiter,
    requests: budget.requests,
    observer: deps.observer,
    secrets: deps.sealingSecrets,
    registration: config.oauthRegistration,
    documents: config.oauthDocuments,
    report: deps.reportOauth,
  });

function mountScim(server: HttpServer, { deps, baseUrl, database }: SharedParts): void {
  const { clock, cursorKeys, observer } = deps;
  const sync = {
    groupInTurn: keyedSemaphore(() => semaphore(1)),
    arrivals: openArrivals(database),
    groupWrites: openGroupWrites(),
    searches: openSearches(),
  };
  const endpoints = scimEndpoints({ baseUrl, cursorKeys, clock, ...sync });
  server.mount(scimDoor(scimAuthenticator(database, clock), observer, clock), endpoints, SCIM_PREFIX);
}
