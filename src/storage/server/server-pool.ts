// Connections to a server, or to the current one of several.

import pg from 'pg';
import type { Sentence } from '../../base/texts/t.ts';
import { openMoves } from '../batches/moves.ts';
import type { Deadlines } from '../deadlines.ts';
import { notReady, unreached } from '../failures.ts';
import { WaitExceeded, withinWait } from './pool-wait.ts';
import { beginSession, ServerClient } from './server-client.ts';
import { serverProbe } from './server-probe.ts';
import { parseServerUrls } from './server-urls.ts';

export interface PoolOptions {
  /** One or more servers (server-urls.ts). */
  readonly url: string;
  /** Maximum connections. */
  readonly poolSize: number;
  /** The name of its connections on the server; a service's, unless it is given. */
  readonly connectionName?: 'cairn command' | undefined;
  /** If true, health includes the log position, for comparison with a standby. */
  readonly tellsPosition?: boolean | undefined;
  /** Receives failures of idle connections (e.g. a server restart), for a log line. */
  readonly onIdleFailure: (failure: Error) => void;
}

export type PooledClient = pg.PoolClient & ServerClient;

export function openPool(options: PoolOptions, deadlines: Deadlines, ownSession: boolean) {
  const { urls, target } = parseServerUrls(options.url) ?? { urls: [options.url], target: 'any' as const };
  const moves = openMoves({ hasDeadline: true });
  const servers = serversInTurn(urls);
  class NextClient extends ServerClient {
    constructor() {
      super(urls[servers.place()] ?? options.url, deadlines.connectMs, options.connectionName);
    }
  }
  const pool = new pg.Pool({
    Client: NextClient,
    max: options.poolSize,
    // The pool awaits it, although its type does not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      const recordsMoves = await beginSession(client as NextClient, { deadlines, ownSession, target });
      moves.forget(ownSession && recordsMoves);
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
  const onSilence = (): (() => void) => {
    dropIdle();
    const reads = [...all].map((client) => ({ client, reading: client.reading }));
    return () => {
      for (const { client, reading } of reads) if (reading !== undefined && client.reading === reading) client.drop();
    };
  };
  const probe = serverProbe({
    open: () => new NextClient(),
    servers: urls.length,
    inTurn: servers.place,
    passOn: servers.passOn,
    onSilence,
    tellsPosition: options.tellsPosition === true,
  });
  const dropAll = (): void => {
    for (const client of all) client.drop();
  };
  return { pool, acquire: () => acquireFrom(pool, servers, deadlines), dropIdle, dropAll, probe, moves };
}

/** A list of servers, of which one is used at a time. */
interface ServersInTurn {
  readonly count: number;
  /** The index of the current server. */
  readonly place: () => number;
  /** Moves on from `from`, unless another caller has already done so. */
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
      // Keeps trying even if the password is wrong, because it may be corrected while the caller waits.
      if (left <= 0) throw unreached(thrown);
    }
  }
}

const ALL_AT_WORK: Sentence = 'All connections to the database are busy. Try again in a few seconds.';

/** A free connection, or a new one for this caller. Each has its own deadlines. */
function connectionOf(pool: pg.Pool, { poolWaitMs }: Deadlines): Promise<PooledClient> {
  const isOpened = pool.totalCount < pool.options.max && pool.idleCount === 0;
  const connected = pool.connect() as Promise<PooledClient>;
  return isOpened ? connected : withinWait(poolWaitMs, connected);
}
