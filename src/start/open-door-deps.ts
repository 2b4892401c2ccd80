// Opens the dependencies of the doors: the standby, the judge, images, egress, rate limits, and the logs that are
// written after responses.
import { openBlobs } from '../assets/blobs.ts';
import { watchEncoder, watchModel } from '../background/model-watch.ts';
import { backupsIn, type NoteLeft } from '../backup/backups.ts';
import type { ResolveTxt } from '../directory/teams/domain-claims.ts';
import type { ConsoleFiles } from '../doors/console/console-files.ts';
import { openEgress } from '../egress/egress.ts';
import type { Languages } from '../http/answers/languages.ts';
import { commitsInTurn } from '../http/gate/commits-in-turn.ts';
import { openLeases } from '../http/idempotency/leases.ts';
import type { Deriver } from '../identity/derivation-threads.ts';
import { refusedSignIns } from '../identity/refused-sign-ins.ts';
import { deliveryLog } from '../insight/delivery-log.ts';
import { topicReader } from '../insight/topics.ts';
import { provisioningObserver } from '../provisioning/log/provisioning-observer.ts';
import type { Database } from '../storage/database.ts';
import type { Gateway } from '../storage/gateway.ts';
import type { Migration } from '../storage/migrations/migration-files.ts';
import { openStandby } from '../storage/open-database.ts';
import { PROCESS_ID } from '../storage/process-sessions.ts';
import { type Readiness, readinessOf } from '../storage/readiness.ts';
import { openReadReplica, type ReadReplica } from '../storage/server/read-replica.ts';
import { catalogMeanings } from '../surfacing/catalog-meaning.ts';
import { meaningStore } from '../surfacing/meaning-store.ts';
import { tokenBudget } from '../surfacing/model/token-budget.ts';
import { modelSpendingStore } from '../surfacing/model-spending-store.ts';
import { type OpenedJudge, openJudge } from '../surfacing/open-judge.ts';
import { noteLostConnection, noteReplica } from './log.ts';
import type { DoorDeps } from './mount-doors.ts';
import { type OpenedLimiter, openLimiter } from './open-limiter.ts';
import { RELEASE } from './release.ts';
import type { ServiceContext } from './service-context.ts';
import type { ServiceSecrets } from './service-secrets.ts';

export interface DoorSources {
  readonly gateway: Gateway;
  /** The database behind the gateway; called once the gateway is open. */
  readonly database: () => Database;
  /** The migrations of this release. */
  readonly known: readonly Migration[];
  readonly secrets: ServiceSecrets;
  readonly resolveTxt: ResolveTxt;
  readonly deriver: Deriver;
  readonly readConsole: () => ConsoleFiles | undefined;
  readonly languages: Languages;
  readonly isDraining: () => boolean;
}

export interface OpenedDoorDeps extends DoorDeps {
  /** Undefined if this process limits rates on its own. */
  readonly redis: OpenedLimiter['redis'];
}

export async function openDoorDeps(context: ServiceContext, sources: DoorSources): Promise<OpenedDoorDeps> {
  const { config, clock, steadyClock, logger, metrics, tracing } = context;
  const { gateway, database, known, secrets, isDraining, ...outside } = sources;
  const replica = await openReplica(context, gateway.database);
  const judges = await openConfiguredJudge(context, gateway.database);
  const blobs = await openBlobs(config.assets, config.outbound);
  const { limiter, redis } = await openLimiter(config, steadyClock, logger);
  const traced = tracing && { tracing, purpose: 'sign-in' };
  const { silenceMs } = config.deadlines;
  const stored = { storage: config.database, silenceMs, database, assets: config.assets, release: RELEASE };
  return {
    clock,
    metrics,
    report: (thrown, requestId) => logger.error({ request_id: requestId, err: thrown }, 'internal error'),
    blobs,
    gateway,
    replica,
    readiness: async () => (isDraining() ? STOPPING : readinessOf(database(), gateway, known)),
    judges,
    limiter,
    redis,
    leases: openLeases(gateway.database, clock, hasSessions(config) ? PROCESS_ID : undefined),
    commits: commitsInTurn(),
    ...writtenBehind(context, gateway.database, judges),
    cursorKeys: secrets.cursorKeys,
    sealingSecrets: secrets.sealing,
    reportOauth: (refusal) => logger.info(refusal, 'an OAuth request was refused'),
    egress: openEgress({ allow: config.egressAllow, outbound: config.outbound, publicUrl: config.publicUrl, traced }),
    backups: config.backups && backupsIn(config.backups, stored, clock, noteLeftIn(logger)),
    ...outside,
  };
}

/** Embedded storage and poolers in transaction mode have no sessions of their own. */
const hasSessions = ({ database, prepareStatements }: ServiceContext['config']): boolean =>
  database.kind !== 'embedded' && prepareStatements;

const STOPPING: Readiness = { isReady: false, why: 'stopping' };

const noteLeftIn =
  (logger: ServiceContext['logger']): NoteLeft =>
  (backup, thrown) =>
    logger.warn({ backup, err: thrown }, 'an old backup could not be removed; remove it to free the space');

async function openReplica(
  { config, logger, tracing }: ServiceContext,
  primary: Database,
): Promise<ReadReplica | undefined> {
  const standby = await openStandby(config, noteLostConnection(logger), tracing);
  if (standby === undefined) return undefined;
  const now = (): number => performance.now();
  return openReadReplica({ primary, standby, mostLagMs: config.mostLagMs, now, onChange: noteReplica(logger) });
}

function openConfiguredJudge(
  { config, clock, logger, metrics, tracing }: ServiceContext,
  database: Database,
): Promise<OpenedJudge> {
  return openJudge(config.judge, {
    outbound: config.outbound,
    watch: watchModel(metrics, logger),
    budget: tokenBudget(config.judge.dailyTokens, modelSpendingStore(database), clock),
    reportDamage: watchEncoder(metrics, logger),
    tracing,
  });
}

/** Logs that are written after the response. A failed write is only reported in the process log. */
function writtenBehind({ clock, logger }: ServiceContext, database: Database, { lexical }: OpenedJudge) {
  const warn =
    (sentence: string) =>
    (thrown: unknown): void =>
      logger.warn({ err: thrown }, sentence);
  const notMeant = warn('the meanings of trails could not be stored; they will be computed again');
  const notCounted = warn('the deliveries of one second could not be counted');
  const notRecorded = warn('a failed sign-in could not be recorded in the audit log');
  const notLogged = warn('part of the provisioning log could not be written');
  return {
    meanings: catalogMeanings(() => lexical.meaning, meaningStore(database), notMeant),
    deliveries: deliveryLog(database, clock, topicReader(), notCounted),
    observer: provisioningObserver(database, clock, notLogged),
    refusedSignIns: refusedSignIns(database, clock, (line) => logger.info(line, 'a sign-in was refused'), notRecorded),
  };
}
