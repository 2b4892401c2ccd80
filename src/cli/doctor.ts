// What `cairn doctor` does: looks at everything that the service leans on, and says what to fix.
import { openBlobs } from '../assets/blobs.ts';
import { within } from '../base/deadline.ts';
import { isLoopback } from '../base/loopback.ts';
import { isRefusal, withCause } from '../base/refusal.ts';
import type { Config } from '../start/config.ts';
import type { Database } from '../storage/database.ts';
import { refuseUnfit } from '../storage/migrations/database-fitness.ts';
import { schemaState } from '../storage/migrations/migrate.ts';
import { serverVersion } from '../storage/readiness.ts';
import type { Host } from './host.ts';
import { EXIT } from './outcome.ts';

/** One thing looked at. `warning`: it works, and is worth a thought. */
interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Everything that was looked at; the exit code is 1 where something fails. */
export async function examine(config: Config, host: Host): Promise<Finding[]> {
  const findings = await lookAtAll(config, host);
  if (findings.some(({ state }) => state === 'failed')) host.exitWith(EXIT.refused);
  return findings;
}

async function lookAtAll(config: Config, host: Host): Promise<Finding[]> {
  return [
    node(),
    publicUrl(config),
    ...(await storage(config, host)),
    await failing('images', async () => {
      await (await openBlobs(config.assets)).check();
      return `${config.assets} can be written and read`;
    }),
    ...(config.redisUrl === undefined ? [] : [await redis(config.redisUrl)]),
    {
      check: 'demo',
      state: config.demo ? 'warning' : 'ok',
      detail: config.demo ? 'an empty database would get demo data; CAIRN_DEMO=off starts bare' : 'off',
    },
  ];
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

function publicUrl({ publicUrl: url }: Config): Finding {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return { check: 'public URL', state: 'ok', detail: url };
  return {
    check: 'public URL',
    state: 'warning',
    detail: isLoopback(hostname)
      ? `${url} is good on this machine only; set CAIRN_PUBLIC_URL`
      : `${url} sends keys in the clear; put TLS in front`,
  };
}

async function storage(config: Config, host: Host): Promise<Finding[]> {
  let database: Database;
  try {
    database = await host.openDatabase(config);
  } catch (thrown) {
    const isHeld = isRefusal(thrown, 'conflict');
    return [
      {
        check: 'database',
        state: isHeld ? 'warning' : 'failed',
        detail: isHeld ? 'held by a running service: ask its /health/ready' : sentenceOf(thrown),
      },
    ];
  }
  try {
    return [
      await failing('database', async () => `${config.database.kind}, PostgreSQL ${await serverVersion(database)}`),
      await failing('schema', async () => {
        const state = await schemaState(database);
        if (state === 'newer') throw new Error('of a newer release: start that release');
        if (state === 'changed')
          throw new Error('built by files that differ from this release: start the one that built it');
        if (state === 'current') return 'of this release';
        await refuseUnfit(database);
        return `${state}: the next start or "cairn migrate" brings it up`;
      }),
    ];
  } finally {
    await database.close();
  }
}

/** Of a Redis that takes the connection and says nothing. */
const REDIS_SILENCE_MS = 5_000;

async function redis(url: string): Promise<Finding> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  // What a call throws says that the connection is closed, and not why.
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

/** `look` answers what is well, or throws what is not. */
async function failing(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, state: 'ok', detail: await look() };
  } catch (thrown) {
    return { check, state: 'failed', detail: sentenceOf(thrown) };
  }
}

const sentenceOf = (thrown: unknown): string => (thrown instanceof Error ? withCause(thrown) : String(thrown));
