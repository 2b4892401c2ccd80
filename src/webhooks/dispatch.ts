// The dispatcher: hands announced events on, and serves the endpoints and streams that have something due. Every
// process runs one; leases keep them apart. An idle service costs one small query a second.
import { newId } from '../base/id.ts';
import { claimStreams } from './audit-stream-store.ts';
import { claimEndpoints } from './delivery-store.ts';
import { whatIsDue } from './due-store.ts';
import { handOn } from './hand-on.ts';
import { LEASE_MS, type ServeDeps, serveEndpoint } from './serve-endpoint.ts';
import { serveStream } from './serve-stream.ts';

export interface DispatchDeps extends Omit<ServeDeps, 'isStopping'> {
  /** Told of a round that failed; the next one tries again. */
  readonly onFailure: (thrown: unknown) => void;
}

export interface Dispatcher {
  /** Does everything that is due now, to its end. */
  round(): Promise<void>;
  /** Begins nothing new; resolves once what was begun is stored. */
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
/** After a batch there may be another one. */
const AFTER_BATCH_MS = 20;
/** Longer after a round that failed: a database that is away is not asked every second. */
const AFTER_FAILURE_MS = 10_000;
const MOST_AT_ONCE = 16;

/** Looks for work every second until it is stopped; `isReady`: the database is there. */
export function startDispatcher(deps: DispatchDeps, isReady: () => boolean): Dispatcher {
  let isStopped = false;
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const serving = new Set<Promise<void>>();
  const served: ServeDeps = { ...deps, isStopping: () => isStopped };

  const serve = (work: Promise<void>): void => {
    const one: Promise<void> = work.catch(deps.onFailure).finally(() => {
      serving.delete(one);
      if (!isLooking && !isStopped) turn(AFTER_BATCH_MS);
    });
    serving.add(one);
  };
  const look = async (): Promise<boolean> => {
    if (isStopped || serving.size >= MOST_AT_ONCE) return false;
    const now = deps.clock();
    const at = new Date(now).toISOString();
    const due = await whatIsDue(deps.database, at);
    if (due.announced) await handAllOn(deps, now);
    if (!due.announced && !due.webhooks && !due.streams) return false;
    const lease = { id: newId(), until: new Date(now + LEASE_MS).toISOString() };
    const most = MOST_AT_ONCE - serving.size;
    const endpoints = await claimEndpoints(deps.database, lease, at, most);
    for (const endpoint of endpoints) serve(serveEndpoint(served, endpoint, lease.id));
    const streams = await claimStreams(deps.database, lease, at, most);
    for (const stream of streams) serve(serveStream(served, stream, lease.id));
    return endpoints.length + streams.length > 0;
  };
  const turn = (waitMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLooking = true;
      looking = (isReady() ? look() : Promise.resolve(false))
        .then(
          () => EVERY_MS,
          (thrown: unknown) => {
            deps.onFailure(thrown);
            return AFTER_FAILURE_MS;
          },
        )
        .then((nextMs) => {
          isLooking = false;
          if (!isStopped) turn(nextMs);
        });
    }, waitMs).unref();
  };
  turn(EVERY_MS);
  return {
    async round() {
      do {
        await looking;
        await Promise.all(serving);
      } while (await look());
      await Promise.all(serving);
    },
    async stop() {
      isStopped = true;
      await looking.catch(() => undefined);
      clearTimeout(timer);
      await Promise.all(serving);
    },
  };
}

async function handAllOn({ database }: DispatchDeps, now: number): Promise<void> {
  while (await handOn(database, now));
}
