// The dispatcher: hands announced events on, and serves the endpoints and streams that have something due. Every
// process runs one; leases keep them apart. An idle service costs one small query a second.
import { instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { claimStreams } from './audit-stream-store.ts';
import { type Claim, claimEndpoints } from './delivery-store.ts';
import { whatIsDue } from './due-store.ts';
import { handOn } from './hand-on.ts';
import { LEASE_MS, type ServeDeps, SIDE_BY_SIDE, serveEndpoint } from './serve-endpoint.ts';
import { serveStream } from './serve-stream.ts';

export interface DispatchDeps extends Omit<ServeDeps, 'isStopping' | 'isCut'> {
  /** Told of a round that failed; the next one tries again. */
  readonly onFailure: (thrown: unknown) => void;
}

export interface Dispatcher {
  /** Does everything that is due now, to its end. */
  round(): Promise<void>;
  /** Begins nothing new; resolves once what was begun is stored. What is under way after `graceMs` is cut off. */
  stop(graceMs: number): Promise<void>;
}

interface Looked {
  /** Endpoints and streams that are served now. */
  readonly claimed: number;
  /** More events wait to be handed on. */
  readonly hasMore: boolean;
}

/** What a receiver that is served holds. */
interface Place {
  readonly teamId: string;
  readonly isFailing: boolean;
}

const EVERY_MS = 1_000;
/** After a batch or a portion of events there may be another one. */
const AFTER_PORTION_MS = 20;
/** Longer after a round that failed: a database that is away is not asked every second. */
const AFTER_FAILURE_MS = 10_000;
const MOST_AT_ONCE = 16;
/** Of these, receivers that took nothing last time: one that is silent holds its place until the time-out. */
const MOST_FAILING = 8;
/** Requests that a process has under way, should they all go to one server: none waits for another's answer. */
export const MOST_REQUESTS = MOST_AT_ONCE * SIDE_BY_SIDE;

/** Looks for work every second until it is stopped; `isReady`: the database is there. */
export function startDispatcher(deps: DispatchDeps, isReady: () => boolean): Dispatcher {
  let isStopped = false;
  let isCut = false;
  let isLooking = false;
  /** Since the look began that is under way: what waits behind it can be claimed now. */
  let hasServed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<unknown> = Promise.resolve();
  const serving = new Map<Promise<void>, Place>();
  const served: ServeDeps = { ...deps, isStopping: () => isStopped, isCut: () => isCut };

  const serve = (work: Promise<void>, place: Place): void => {
    const one: Promise<void> = work.catch(deps.onFailure).finally(() => {
      serving.delete(one);
      hasServed = true;
      if (!isLooking && !isStopped) turn(AFTER_PORTION_MS);
    });
    serving.set(one, place);
  };
  /** What may be claimed of that kind now: half of what is free, and nothing of who holds as many places as that. */
  const room = (isFailing: boolean): Claim => {
    const places = [...serving.values()];
    const free = MOST_AT_ONCE - places.length;
    const failing = places.filter((place) => place.isFailing).length;
    const most = Math.min(Math.ceil(free / 2), isFailing ? MOST_FAILING - failing : free);
    const held = new Map<string, number>();
    for (const { teamId } of places) held.set(teamId, (held.get(teamId) ?? 0) + 1);
    const except = [...held].filter(([, count]) => count >= free).map(([teamId]) => teamId);
    return { isFailing, most: Math.max(0, most), except };
  };
  /** Portion after portion, until one comes back short. */
  const claimAll = async <Due extends { readonly team_id: string }>(
    isFailing: boolean,
    claimDue: (claim: Claim) => Promise<Due[]>,
    serveDue: (due: Due) => Promise<void>,
  ): Promise<number> => {
    let claimed = 0;
    for (let claim = room(isFailing); claim.most > 0; claim = room(isFailing)) {
      const portion = await claimDue(claim);
      for (const due of portion) serve(serveDue(due), { teamId: due.team_id, isFailing });
      claimed += portion.length;
      if (portion.length < claim.most) break;
    }
    return claimed;
  };
  const claimBoth = async (isFailing: boolean, now: number): Promise<number> => {
    const { database } = deps;
    const lease = { id: newId(), until: instant(now + LEASE_MS) };
    const endpoints = await claimAll(
      isFailing,
      (claim) => claimEndpoints(database, lease, instant(now), claim),
      (endpoint) => serveEndpoint(served, endpoint, lease.id),
    );
    const streams = await claimAll(
      isFailing,
      (claim) => claimStreams(database, lease, instant(now), claim),
      (stream) => serveStream(served, stream, lease.id),
    );
    return endpoints + streams;
  };
  /** One portion of events a look: however many wait, those that were handed on are served meanwhile. */
  const look = async (): Promise<Looked> => {
    if (isStopped || serving.size >= MOST_AT_ONCE) return NOTHING;
    const now = deps.clock();
    const due = await whatIsDue(deps.database, instant(now));
    const hasMore = due.announced && (await handOn(deps.database, now));
    if (!due.announced && !due.webhooks && !due.streams) return NOTHING;
    return { claimed: (await claimBoth(false, now)) + (await claimBoth(true, now)), hasMore };
  };
  /** One look at a time: two would both give away the places that are free before either. */
  const lookInTurn = (): Promise<Looked> => {
    const looked = looking.then(look);
    looking = looked.catch(() => undefined);
    return looked;
  };
  const turn = (waitMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLooking = true;
      hasServed = false;
      void (isReady() ? lookInTurn() : Promise.resolve(NOTHING))
        .then(
          ({ hasMore }) => (hasMore || hasServed ? AFTER_PORTION_MS : EVERY_MS),
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
      let looked: Looked;
      do {
        await looking;
        await Promise.all(serving.keys());
        looked = await lookInTurn();
      } while (looked.claimed > 0 || looked.hasMore);
      await Promise.all(serving.keys());
    },
    async stop(graceMs) {
      isStopped = true;
      const cut = setTimeout(() => {
        isCut = true;
        deps.egress.cut();
      }, graceMs);
      await looking;
      clearTimeout(timer);
      await Promise.all(serving.keys());
      clearTimeout(cut);
    },
  };
}

const NOTHING: Looked = { claimed: 0, hasMore: false };
