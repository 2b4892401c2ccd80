// Limits work that strangers can request: how much of it runs, how much waits, and whose turn is next. Visitors with
// fewer recent requests go first, so visitors who send many requests delay only themselves. Works for any kind of work.
import { boundedCache } from './bounded-cache.ts';
import type { Clock } from './clock.ts';

export interface Visitor {
  /** Visitors with the same key share their turns, such as everyone in one network. */
  readonly key: string;
  /** Known visitors go first and have a queue of their own. */
  readonly isKnown: boolean;
  /** If this aborts, the work leaves the queue. Work that is already running continues. */
  readonly signal?: AbortSignal;
}

export interface TurnLimits {
  /** The number of tasks that run at a time. */
  readonly places: number;
  /** How many of them may belong to visitors who are not known. */
  readonly openPlaces: number;
  /** How many of them may belong to visitors with the same key. */
  readonly placesPerKey: number;
  /** How many tasks may wait: for known visitors, and for everyone else. */
  readonly maxWaiting: number;
}

export interface FairTurns {
  /** Runs `work` in its turn. If the queue is full, throws what `refuseWhenFull` returns before `work` has started. */
  run<Result>(visitor: Visitor, work: () => Promise<Result>): Promise<Result>;
  running(): number;
  waiting(): number;
}

interface Waiter extends Visitor {
  start(): void;
  leave(reason: unknown): void;
}

const MAX_KEYS = 10_000;
/** After this time, half of a key's requests are forgotten. */
const HALF_LIFE_MS = 60_000;

export function fairTurns(limits: TurnLimits, clock: Clock, refuseWhenFull: () => Error): FairTurns {
  const asked = recentCounts(clock);
  const queue = openQueue(asked.count);
  const running: Visitor[] = [];

  const hasPlace = ({ key, isKnown }: Visitor): boolean =>
    running.length < limits.places &&
    (isKnown || running.filter((one) => !one.isKnown).length < limits.openPlaces) &&
    running.filter((one) => one.key === key).length < limits.placesPerKey;
  const startNext = (): void => {
    for (let next = queue.first(hasPlace); next !== undefined; next = queue.first(hasPlace)) {
      queue.remove(next);
      running.push(next);
      next.start();
    }
  };
  const enter = (visitor: Visitor): Promise<Visitor> =>
    new Promise((resolve, reject) => {
      const { key, isKnown, signal } = visitor;
      const abort = (): void => waiter.leave(signal?.reason);
      const waiter: Waiter = {
        ...{ key, isKnown },
        start() {
          signal?.removeEventListener('abort', abort);
          resolve(waiter);
        },
        leave(reason) {
          signal?.removeEventListener('abort', abort);
          if (queue.remove(waiter)) reject(reason);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      asked.add(key);
      queue.add(waiter);
      startNext();
      // The last waiter has to leave, even if it has been waiting for a while, because a visitor with fewer requests
      // has arrived.
      if (queue.size(isKnown) > limits.maxWaiting) queue.last(isKnown)?.leave(refuseWhenFull());
    });

  return {
    async run(visitor, work) {
      visitor.signal?.throwIfAborted();
      const place = await enter(visitor);
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(place), 1);
        startNext();
      }
    },
    running: () => running.length,
    waiting: () => queue.size(true) + queue.size(false),
  };
}

/** Tasks in the order of their turns. The list is short, so it is sorted whenever it is used. */
function openQueue(countOf: (key: string) => number) {
  const waiters: Waiter[] = [];
  /**
   * The number of the key's requests ahead of the waiter: those already served or refused, and those ahead of it in the
   * queue.
   */
  const ranked = (): Waiter[] => {
    const waiting = new Map<string, number>();
    const ahead = waiters.map(({ key }) => {
      const before = waiting.get(key) ?? 0;
      waiting.set(key, before + 1);
      return before;
    });
    return waiters
      .map((waiter, at) => ({
        waiter,
        rank: countOf(waiter.key) - (waiting.get(waiter.key) ?? 0) + (ahead[at] ?? 0),
      }))
      .sort((one, other) => Number(other.waiter.isKnown) - Number(one.waiter.isKnown) || one.rank - other.rank)
      .map(({ waiter }) => waiter);
  };
  return {
    add: (waiter: Waiter): void => void waiters.push(waiter),
    /** False if the waiter has already left. */
    remove(waiter: Waiter): boolean {
      const at = waiters.indexOf(waiter);
      if (at >= 0) waiters.splice(at, 1);
      return at >= 0;
    },
    size: (isKnown: boolean): number => waiters.filter((waiter) => waiter.isKnown === isKnown).length,
    first: (fits: (waiter: Waiter) => boolean): Waiter | undefined => ranked().find(fits),
    last: (isKnown: boolean): Waiter | undefined => ranked().findLast((waiter) => waiter.isKnown === isKnown),
  };
}

/** The number of requests that a key has made, as a whole number that decreases over time. */
function recentCounts(clock: Clock) {
  const counts = boundedCache<{ readonly count: number; readonly at: number }>(MAX_KEYS);
  const decayed = (key: string): number => {
    const known = counts.get(key);
    return known === undefined ? 0 : known.count * 2 ** (-Math.max(0, clock() - known.at) / HALF_LIFE_MS);
  };
  return {
    count: (key: string): number => Math.round(decayed(key)),
    add: (key: string): void => void counts.set(key, { count: decayed(key) + 1, at: clock() }),
  };
}
