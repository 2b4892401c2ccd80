// `cairn doctor`: checks everything that the service depends on, changes nothing, and says what to fix.
import { existsSync } from 'node:fs';
import { openBlobs } from '../assets/blobs.ts';
import { redisTls } from '../base/authorities.ts';
import { within } from '../base/deadline.ts';
import { isLoopback } from '../base/hosts.ts';
import { failureSentence, isRefusal } from '../base/refusal.ts';
import { listTeams, selectTeamIds } from '../directory/teams/teams.ts';
import type { Outbound } from '../egress/egress-request.ts';
import type { Config } from '../start/config.ts';
import type { Database } from '../storage/database.ts';
import { refuseUnfit } from '../storage/migrations/database-fitness.ts';
import { schemaState } from '../storage/migrations/migrate.ts';
import { MAX_NAMED_WORKSPACES, type Outage } from '../storage/reach.ts';
import { serverVersion } from '../storage/readiness.ts';
import { engineVersion, misplacedTables } from '../storage/tables/distribution-state.ts';
import { findOutage } from '../storage/tables/worker-outage.ts';
import { absentFolder } from './absent-database.ts';
import { type Finding, failing, requirePlace } from './finding.ts';
import type { Host } from './host.ts';
import { lookAtAiTools } from './look-at-ai-tools.ts';
import { lookAtBackups } from './look-at-backups.ts';
import { lookAtStandby } from './look-at-standby.ts';
import { EXIT } from './outcome.ts';

/** Returns every check. Sets exit code 1 if one failed. */
export async function examine(config: Config, host: Host): Promise<Finding[]> {
  const findings = await lookAtAll(config, host);
  if (findings.some(({ state }) => state === 'failed')) host.exitWith(EXIT.refused);
  return findings;
}

async function lookAtAll(config: Config, host: Host): Promise<Finding[]> {
  const { findings, mayGetDemo, version } = await storage(config, host);
  return [
    node(),
    ...variables(config),
    publicUrl(config),
    ...findings,
    await failing('images', () => images(config)),
    ...(await lookAtBackups(config, host, version)),
    ...(config.redisUrl === undefined ? [] : [await redis(config.redisUrl, config.outbound)]),
    await lookAtAiTools(config),
    demo(config.demo, mayGetDemo),
  ];
}

function demo(isOn: boolean, mayGetIt: boolean): Finding {
  if (!isOn) return { check: 'demo', state: 'ok', detail: 'off' };
  return mayGetIt
    ? { check: 'demo', state: 'warning', detail: 'the empty database would get demo data; CAIRN_DEMO=off starts bare' }
    : { check: 'demo', state: 'ok', detail: 'on, but only used for an empty database' };
}

async function images({ assets, outbound }: Config): Promise<string> {
  if (!assets.startsWith('s3://') && !existsSync(assets)) {
    await requirePlace(assets);
    return `${assets} is created at the first start`;
  }
  await (await openBlobs(assets, outbound)).check();
  return `${assets} can be written and read`;
}

function variables({ ignoredVariables }: Config): readonly Finding[] {
  if (ignoredVariables.length === 0) return [];
  const detail = `${ignoredVariables.join(', ')}: not in this release, and ignored`;
  return [{ check: 'variables', state: 'warning', detail }];
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isFine = major > 20 || (major === 20 && minor >= 19);
  return {
    check: 'node',
    state: isFine ? 'ok' : 'failed',
    detail: `${process.versions.node}; 20.19 or newer is needed`,
  };
}

/** A service that others can reach must know its public address, for links, cookies and origin checks. */
function publicUrl({ publicUrl: url, host }: Config): Finding {
  const { protocol, hostname, pathname } = new URL(url);
  const check = 'public URL';
  if (isLoopback(hostname)) {
    if (isLoopback(host) || host === '::1') return { check, state: 'ok', detail: `${url}, on this machine only` };
    const detail = `${url} works on this machine only, but CAIRN_HOST=${host} is open to others; set CAIRN_PUBLIC_URL`;
    return { check, state: 'failed', detail };
  }
  if (pathname !== '/')
    return {
      check,
      state: 'warning',
      detail: `${url} has a path, which the console does not support; use a host of its own`,
    };
  if (protocol === 'https:') return { check, state: 'ok', detail: url };
  return { check, state: 'warning', detail: `${url} sends keys unencrypted; put a TLS proxy in front` };
}

interface StorageFindings {
  readonly findings: readonly Finding[];
  /** True if there is no workspace yet, or if that is unknown. */
  readonly mayGetDemo: boolean;
  /** The version of the PostgreSQL server, if it responded. */
  readonly version?: string | undefined;
}

async function storage(config: Config, host: Host): Promise<StorageFindings> {
  const absent = await absentFolder(config.database);
  if (absent !== undefined) return { findings: [await absence(absent)], mayGetDemo: true };
  let database: Database;
  try {
    database = await host.openDatabase(config);
  } catch (thrown) {
    return isRefusal(thrown, 'conflict')
      ? { findings: [HELD], mayGetDemo: false }
      : { findings: [{ check: 'database', state: 'failed', detail: failureSentence(thrown) }], mayGetDemo: true };
  }
  try {
    const isServer = config.database.kind === 'postgres';
    const version = isServer ? await serverVersion(database).catch(() => undefined) : undefined;
    const answers = async (): Promise<string> => `${config.database.kind}, PostgreSQL ${await serverVersion(database)}`;
    const findings = [
      await failing('database', answers),
      await failing('schema', () => schema(database)),
      ...(isServer ? await engine(database) : []),
      ...(config.readUrl === undefined ? [] : [await failing('standby', () => lookAtStandby(config, database))]),
    ];
    return { findings, mayGetDemo: !(await hasWorkspace(database).catch(() => false)), version };
  } finally {
    await database.close();
  }
}

const HELD: Finding = {
  check: 'database',
  state: 'warning',
  detail: 'in use by a running service: check its /health/ready',
};

async function absence(folder: string): Promise<Finding> {
  const { state, detail } = await failing('database', async () => {
    await requirePlace(folder);
    return `${folder} has none yet: "cairn init" or the first start creates it`;
  });
  return { check: 'database', state: state === 'ok' ? 'warning' : state, detail };
}

async function schema(database: Database): Promise<string> {
  const state = await schemaState(database);
  if (state === 'newer') throw new Error('belongs to a newer release: start that release');
  if (state === 'changed') throw new Error('built by a different release: start the one that built it');
  if (state === 'current') return 'current';
  await refuseUnfit(database);
  return `${state}: the next start or "cairn migrate" updates it`;
}

/** The versions of Citus that the release was run on. */
const TRIED_VERSIONS = /^13\.2-/;

/** Returns nothing if PostgreSQL does not have Citus or does not respond. */
async function engine(database: Database): Promise<readonly Finding[]> {
  const version = await engineVersion(database).catch(() => undefined);
  if (version === undefined) return [];
  const check = 'engine';
  const misplaced = await misplacedTables(database).catch(() => undefined);
  if (misplaced === undefined) return [{ check, state: 'failed', detail: `Citus ${version} does not list its tables` }];
  if (misplaced.length > 0)
    return [
      {
        check,
        state: 'failed',
        detail: `Citus ${version}; not distributed: ${misplaced.join(', ')}. Run "cairn distribute --apply"`,
      },
    ];
  const outage = await findOutage(database, () => selectTeamIds(database)).catch(() => undefined);
  if (outage !== undefined) return [{ check, state: 'failed', detail: `Citus ${version}; ${sentenceOf(outage)}` }];
  return TRIED_VERSIONS.test(version)
    ? [{ check, state: 'ok', detail: `Citus ${version}; every table is distributed` }]
    : [{ check, state: 'warning', detail: `Citus ${version}; this release was only tried on 13.2` }];
}

const sentenceOf = ({ workers, unreachable }: Outage): string => {
  const more = unreachable.length - MAX_NAMED_WORKSPACES;
  const named = unreachable.slice(0, MAX_NAMED_WORKSPACES).join(', ');
  const others = more > 0 ? ` and ${more} more` : '';
  return `${workers.join(', ')} does not answer, so these workspaces cannot be served: ${named}${others}`;
};

const hasWorkspace = async (database: Database): Promise<boolean> =>
  (await listTeams(database, '', null, 1)).length > 0;

/** The timeout for a Redis that accepts the connection but does not respond. */
const REDIS_SILENCE_MS = 5_000;

async function redis(url: string, { secureContext }: Outbound): Promise<Finding> {
  const { Redis } = await import('ioredis');
  const tls = redisTls(url, secureContext);
  const client = new Redis(url, { ...tls, lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  // A rejected call only says that the connection is closed. The cause arrives as an event.
  let why: Error | undefined;
  client.on('error', (failure) => {
    why ??= failure;
  });
  const giveUp = (): void => client.disconnect();
  const look = async (): Promise<string> => {
    await client.connect();
    return `answers ${await client.ping()}`;
  };
  const lookInTime = (): Promise<string> => within(REDIS_SILENCE_MS, 'the answer of Redis', giveUp, look);
  try {
    return await failing('redis', () => lookInTime().catch((thrown: unknown) => Promise.reject(why ?? thrown)));
  } finally {
    client.disconnect();
  }
}
