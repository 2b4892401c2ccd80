// Bounds work that strangers can ask for: how much runs, how much waits, and whose turn is next. Visitors with fewer
// recent requests go first, so a visitor who asks all the time delays only itself. Independent of the kind of work.
import { boundedCache } from './bounded-cache.ts';
import type { Clock } from './clock.ts';

export interface Visitor {
  /** Visitors with the same key share their turns, such as everyone in one network. */
  readonly key: string;
  /** Known visitors go first and wait in a queue of their own. */
  readonly isKnown: boolean;
  /** Leaves the queue when it aborts. Work that runs is not touched. */
  readonly signal?: AbortSignal;
}

export interface TurnLimits {
  /** Tasks that run at a time. */
  readonly places: number;
  /** How many of them visitors who are not known can have. */
  readonly openPlaces: number;
  /** How many of them visitors with one key can have. */
  readonly placesPerKey: number;
  /** Tasks that wait, of known visitors and of all others separately. */
  readonly maxWaiting: number;
}

export interface FairTurns {
  /** Runs `work` in its turn. Throws what `refuseWhenFull` returns if the queue is full; `work` has not begun then. */
  run<Result>(visitor: Visitor, work: () => Promise<Result>): Promise<Result>;
  running(): number;
  waiting(): number;
}

interface Waiter extends Visitor {
  start(): void;
  leave(reason: unknown): void;
}

const MAX_KEYS = 10_000;
/** Half of what a key asked for is forgotten after this time. */
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
      // The last one leaves, though it may have been waiting: a visitor who asked for less has come.
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

/** Tasks in the order of their turns. Short, so it is sorted whenever it is used. */
function openQueue(countOf: (key: string) => number) {
  const waiters: Waiter[] = [];
  /** What the key asked for before the waiter: requests that were served or refused, and those that wait before it. */
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
    /** False if the waiter has left before. */
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

/** How many requests a key has made, in whole numbers, fewer as time passes. */
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
