// The connections to a server, or to several of which one is asked at a time.
import pg from 'pg';
import { openSnapshots } from '../batches/snapshots.ts';
import type { Deadlines } from '../deadlines.ts';
import { notReady, unreached } from '../failures.ts';
import { WaitExceeded, withinWait } from './pool-wait.ts';
import { beginSession, ServerClient } from './server-client.ts';
import { serverProbe } from './server-probe.ts';
import { parseServerUrls } from './server-urls.ts';

export interface PoolOptions {
  /** One server or several (server-urls.ts). */
  readonly url: string;
  /** Connections at most. */
  readonly poolSize: number;
  /** True: health tells how far the log of changes has come, for a standby to be held against. */
  readonly tellsPosition?: boolean | undefined;
  /** Called with the failure of an idle connection (the server restarted): worth a log line, nothing more. */
  readonly onIdleFailure: (failure: Error) => void;
}

export type PooledClient = pg.PoolClient & ServerClient;

export function openPool(options: PoolOptions, deadlines: Deadlines, ownSession: boolean) {
  const { urls, target } = parseServerUrls(options.url) ?? { urls: [options.url], target: 'any' as const };
  const snapshots = openSnapshots();
  const servers = serversInTurn(urls);
  class NextClient extends ServerClient {
    constructor() {
      super(urls[servers.place()] ?? options.url, deadlines.connectMs);
    }
  }
  const pool = new pg.Pool({
    Client: NextClient,
    max: options.poolSize,
    // The pool waits for it, whatever its type says.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      const isAlone = await beginSession(client as NextClient, { deadlines, ownSession, target });
      snapshots.begin(ownSession && isAlone);
    },
  });
  pool.on('error', options.onIdleFailure);
  const all = new Set<ServerClient>();
  pool.on('connect', (client) => void all.add(client as PooledClient));
  pool.on('remove', (client) => void all.delete(client as PooledClient));
  pool.on('acquire', (client) => void Object.assign(client, { isAtWork: true }));
  pool.on('release', (_, client) => void Object.assign(client, { isAtWork: false }));
  const dropIdle = (): void => {
    for (const client of all) if (!client.isAtWork) client.drop();
  };
  const probe = serverProbe({
    open: () => new NextClient(),
    servers: urls.length,
    inTurn: servers.place,
    passOn: servers.passOn,
    onSilence: dropIdle,
    tellsPosition: options.tellsPosition === true,
  });
  const dropAll = (): void => {
    for (const client of all) client.drop();
  };
  return { pool, acquire: () => acquireFrom(pool, servers, deadlines), dropIdle, dropAll, probe, snapshots };
}

/** The servers of a list of addresses, one at a time. */
interface ServersInTurn {
  readonly count: number;
  /** Of the one that is asked now, from 0. */
  readonly place: () => number;
  /** To the one behind `from`: who else found the same server wanting may have passed on already. */
  readonly passOn: (from: number) => void;
}

function serversInTurn({ length: count }: readonly string[]): ServersInTurn {
  let place = 0;
  const passOn = (from: number): void => {
    if (place === from) place = (place + 1) % count;
  };
  return { count, place: () => place, passOn };
}

async function acquireFrom(pool: pg.Pool, servers: ServersInTurn, deadlines: Deadlines): Promise<PooledClient> {
  for (let left = servers.count; ; ) {
    const tried = servers.place();
    try {
      const client = await connectionOf(pool, deadlines);
      if (!client.isGone()) return client;
      client.release(true);
    } catch (thrown) {
      left -= 1;
      if (thrown instanceof WaitExceeded) throw notReady(ALL_AT_WORK, 2, thrown);
      servers.passOn(tried);
      // Also a wrong password may be put right while the caller waits.
      if (left <= 0) throw unreached(thrown);
    }
  }
}

const ALL_AT_WORK = 'All connections to the database are at work. Try again in a few seconds.';

/** A connection that is free, or one that is opened for this caller, which has deadlines of its own. */
function connectionOf(pool: pg.Pool, { poolWaitMs }: Deadlines): Promise<PooledClient> {
  const isOpened = pool.totalCount < pool.options.max && pool.idleCount === 0;
  const connected = pool.connect() as Promise<PooledClient>;
  return isOpened ? connected : withinWait(poolWaitMs, connected);
}
