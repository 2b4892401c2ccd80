// The dispatcher: moves announced events to the queues, and serves due endpoints and streams. Every process runs one;
// leases prevent conflicts.
import { instant } from '../base/clock.ts';
import { deadline } from '../base/deadline.ts';
import { newId } from '../base/id.ts';
import { claimStreams } from './audit-stream-store.ts';
import { type Claim, claimEndpoints } from './delivery-store.ts';
import { whatIsDue } from './due-store.ts';
import { handOn } from './hand-on.ts';
import { startPolling } from './polling.ts';
import { DELIVERY_LEASE_MS, type ServeDeps, SIDE_BY_SIDE, serveEndpoint } from './serve-endpoint.ts';
import { serveStream } from './serve-stream.ts';
import { MAX_SLOTS, openSlots, type Slots } from './slots.ts';

export interface DispatchDeps extends Omit<ServeDeps, 'isStopping' | 'isCut'> {
  /** Called with the error of a failed round; the next round retries. */
  readonly onFailure: (thrown: unknown) => void;
}

export interface Dispatcher {
  /** Processes everything that is due now, until nothing is left. */
  round(): Promise<void>;
  /**
   * Starts nothing new and resolves once all outcomes are stored. Aborts deliveries still in progress after `graceMs`.
   */
  stop(graceMs: number): Promise<void>;
}

/** A process's maximum number of concurrent requests, so that even if all go to one server, none waits for another. */
export const MAX_REQUESTS = MAX_SLOTS * SIDE_BY_SIDE;

/** Looks for work twice a second until stopped. `isReady` returns whether the database is available. */
export function startDispatcher(deps: DispatchDeps, isReady: () => boolean): Dispatcher {
  let isStopped = false;
  let isCut = false;
  let looking: Promise<unknown> = Promise.resolve();
  const served: ServeDeps = { ...deps, isStopping: () => isStopped, isCut: () => isCut };
  /** One look at a time, because two could claim the same free slots. */
  const lookInTurn = (): Promise<Looked> => {
    const looked = looking.then(() => (isStopped ? NOTHING : look(served, slots)));
    looking = looked.catch(() => undefined);
    return looked;
  };
  const polling = startPolling(async () => isReady() && (await lookInTurn()).hasMore, deps.onFailure);
  const slots = openSlots(deps.onFailure, polling.soon);
  return {
    async round() {
      let looked: Looked;
      do {
        await looking;
        await slots.ended();
        looked = await lookInTurn();
        // A concurrent timer may have claimed the work that this round looked for.
      } while (looked.claimed > 0 || looked.hasMore || slots.areInUse());
      await slots.ended();
    },
    async stop(graceMs) {
      isStopped = true;
      polling.stop();
      const withdraw = deadline(graceMs, () => {
        isCut = true;
        deps.egress.cut();
      });
      await looking;
      await slots.ended();
      withdraw();
    },
  };
}

interface Looked {
  readonly claimed: number;
  /** True if more events are waiting in the outbox. */
  readonly hasMore: boolean;
}

const NOTHING: Looked = { claimed: 0, hasMore: false };

/** Moves one batch of events per look, so that queued deliveries are served even if many events are waiting. */
async function look(deps: ServeDeps, slots: Slots): Promise<Looked> {
  if (slots.isFull()) return NOTHING;
  const now = deps.clock();
  const due = await whatIsDue(deps.database, instant(now));
  const hasMore = due.announced && (await handOn(deps.database, now));
  if (!due.announced && !due.webhooks && !due.streams) return NOTHING;
  const taking = await serveDue(deps, slots, false, now);
  const failing = await serveDue(deps, slots, true, now);
  return { claimed: taking + failing, hasMore };
}

/** Starts serving healthy or failing receivers. Returns how many. */
async function serveDue(deps: ServeDeps, slots: Slots, isFailing: boolean, now: number): Promise<number> {
  const { database } = deps;
  const lease = { id: newId(), until: instant(now + DELIVERY_LEASE_MS) };
  const endpoints = await fillSlots(
    slots,
    isFailing,
    (claim) => claimEndpoints(database, lease, instant(now), claim),
    (endpoint) => serveEndpoint(deps, endpoint, lease.id),
  );
  const streams = await fillSlots(
    slots,
    isFailing,
    (claim) => claimStreams(database, lease, instant(now), claim),
    (stream) => serveStream(deps, stream, lease.id),
  );
  return endpoints + streams;
}

/** Claims one batch after another until one is not full. */
async function fillSlots<Due extends { readonly team_id: string }>(
  slots: Slots,
  isFailing: boolean,
  claimDue: (claim: Claim) => Promise<Due[]>,
  serve: (due: Due) => Promise<void>,
): Promise<number> {
  let claimed = 0;
  for (let claim = slots.claimable(isFailing); claim.most > 0; claim = slots.claimable(isFailing)) {
    const portion = await claimDue(claim);
    for (const due of portion) slots.take({ teamId: due.team_id, isFailing }, serve(due));
    claimed += portion.length;
    if (portion.length < claim.most) break;
  }
  return claimed;
}
