// Bounds work that strangers can ask for: how much runs, how much waits, and whose turn is next. Visitors who asked for
// less recently go first, so a visitor who asks all the time delays only itself. Knows nothing of what the work is.
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
  /** How often its key has asked recently. */
  readonly asked: number;
  start(): void;
  leave(reason: unknown): void;
}

const MAX_KEYS = 10_000;
/** Half of what a key asked for is forgotten after this time. */
const HALF_LIFE_MS = 60_000;

export function fairTurns(limits: TurnLimits, clock: Clock, refuseWhenFull: () => Error): FairTurns {
  const queue = openQueue(limits, refuseWhenFull);
  const timesAsked = recentCounts(clock);
  const running: Visitor[] = [];

  const hasPlace = ({ key, isKnown }: Visitor): boolean =>
    running.length < limits.places &&
    (isKnown || running.filter((one) => !one.isKnown).length < limits.openPlaces) &&
    running.filter((one) => one.key === key).length < limits.placesPerKey;
  const startNext = (): void => {
    for (let next = queue.take(hasPlace); next !== undefined; next = queue.take(hasPlace)) {
      running.push(next);
      next.start();
    }
  };
  const enter = (visitor: Visitor): Promise<Visitor> =>
    new Promise((resolve, reject) => {
      const { key, isKnown, signal } = visitor;
      const abort = (): void => {
        if (queue.remove(waiter)) reject(signal?.reason);
      };
      const waiter: Waiter = {
        ...{ key, isKnown, asked: timesAsked(key) },
        start() {
          signal?.removeEventListener('abort', abort);
          resolve(waiter);
        },
        leave(reason) {
          signal?.removeEventListener('abort', abort);
          reject(reason);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      queue.add(waiter);
      startNext();
      queue.shorten();
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
    waiting: queue.size,
  };
}

/** Tasks in the order of their turns. Short, so it is simply searched. */
function openQueue({ maxWaiting }: TurnLimits, refuseWhenFull: () => Error) {
  const waiters: Waiter[] = [];
  const isBefore = (one: Waiter, other: Waiter): boolean =>
    one.isKnown === other.isKnown ? one.asked < other.asked : one.isKnown;
  const remove = (waiter: Waiter): boolean => {
    const at = waiters.indexOf(waiter);
    if (at >= 0) waiters.splice(at, 1);
    return at >= 0;
  };
  return {
    size: () => waiters.length,
    add(waiter: Waiter): void {
      const at = waiters.findIndex((other) => isBefore(waiter, other));
      waiters.splice(at < 0 ? waiters.length : at, 0, waiter);
    },
    remove,
    /** Takes the first one that `fits`. */
    take(fits: (waiter: Waiter) => boolean): Waiter | undefined {
      const next = waiters.find(fits);
      if (next !== undefined) remove(next);
      return next;
    },
    /** Refuses the last one of each kind if too many wait. It may have been waiting: a better one has come. */
    shorten(): void {
      for (const isKnown of [true, false]) {
        const ofKind = waiters.filter((waiter) => waiter.isKnown === isKnown);
        const last = ofKind.at(-1);
        if (last === undefined || ofKind.length <= maxWaiting) continue;
        remove(last);
        last.leave(refuseWhenFull());
      }
    },
  };
}

/** Counts a request of the key; returns how many it had made before, in whole numbers, fewer as time passes. */
function recentCounts(clock: Clock): (key: string) => number {
  const counts = boundedCache<{ readonly count: number; readonly at: number }>(MAX_KEYS);
  return (key) => {
    const at = clock();
    const known = counts.get(key);
    const before = known === undefined ? 0 : known.count * 2 ** (-Math.max(0, at - known.at) / HALF_LIFE_MS);
    counts.set(key, { count: before + 1, at });
    return Math.round(before);
  };
}
