// The dispatcher: hands announced events on, and serves the endpoints and streams that have something due. Every
// process runs one; leases keep them apart. An idle service costs one small query a second.
import { newId } from '../base/id.ts';
import { claimStreams } from './audit-stream-store.ts';
import { claimEndpoints } from './delivery-store.ts';
import { whatIsDue } from './due-store.ts';
import { handOn } from './hand-on.ts';
import { LEASE_MS, type ServeDeps, SIDE_BY_SIDE, serveEndpoint } from './serve-endpoint.ts';
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
/** Of these, receivers that took nothing last time: one that is silent holds its place for half a minute. */
const MOST_FAILING = 8;
/** Requests that a process has under way, should they all go to one server: none waits for another's answer. */
export const MOST_REQUESTS = MOST_AT_ONCE * SIDE_BY_SIDE;

/** Looks for work every second until it is stopped; `isReady`: the database is there. */
export function startDispatcher(deps: DispatchDeps, isReady: () => boolean): Dispatcher {
  let isStopped = false;
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const serving = new Map<Promise<void>, boolean>();
  const served: ServeDeps = { ...deps, isStopping: () => isStopped };

  const serve = (work: Promise<void>, isFailing: boolean): void => {
    const one: Promise<void> = work.catch(deps.onFailure).finally(() => {
      serving.delete(one);
      if (!isLooking && !isStopped) turn(AFTER_BATCH_MS);
    });
    serving.set(one, isFailing);
  };
  /** How many more of that kind may be served now. */
  const room = (isFailing: boolean): number => {
    const failing = [...serving.values()].filter(Boolean).length;
    const free = MOST_AT_ONCE - serving.size;
    return Math.max(0, isFailing ? Math.min(free, MOST_FAILING - failing) : free);
  };
  const claim = async (isFailing: boolean, now: number): Promise<number> => {
    const lease = { id: newId(), until: instant(now + LEASE_MS) };
    const wanted = () => [deps.database, lease, instant(now), { isFailing, most: room(isFailing) }] as const;
    const endpoints = await claimEndpoints(...wanted());
    for (const endpoint of endpoints) serve(serveEndpoint(served, endpoint, lease.id), isFailing);
    const streams = await claimStreams(...wanted());
    for (const stream of streams) serve(serveStream(served, stream, lease.id), isFailing);
    return endpoints.length + streams.length;
  };
  const look = async (): Promise<boolean> => {
    if (isStopped || serving.size >= MOST_AT_ONCE) return false;
    const now = deps.clock();
    const due = await whatIsDue(deps.database, instant(now));
    if (due.announced) await handAllOn(deps, now);
    if (!due.announced && !due.webhooks && !due.streams) return false;
    return (await claim(false, now)) + (await claim(true, now)) > 0;
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
        await Promise.all(serving.keys());
      } while (await look());
      await Promise.all(serving.keys());
    },
    async stop() {
      isStopped = true;
      await looking.catch(() => undefined);
      clearTimeout(timer);
      await Promise.all(serving.keys());
    },
  };
}

async function handAllOn({ database }: DispatchDeps, now: number): Promise<void> {
  while (await handOn(database, now));
}

const instant = (ms: number): string => new Date(ms).toISOString();
