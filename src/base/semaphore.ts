// Limits how much work runs concurrently, first come, first served.

export interface Turn {
  /** The slots that the work needs; 1 if absent. Capped at the total. */
  readonly places?: number;
  /** Leaves the queue with the signal's reason if it aborts. Running work continues. */
  readonly signal?: AbortSignal;
}

/** Runs `work` once its slots are free. Tells `work` whether it had to wait. */
export type Semaphore = <Result>(work: (hasWaited: boolean) => Promise<Result>, turn?: Turn) => Promise<Result>;

interface Waiter {
  readonly places: number;
  readonly start: () => void;
}

/**
 * A semaphore with `total` slots. If `mostWaiting` tasks are already waiting, throws the result of `refuseWhenFull`.
 */
export function semaphore(
  total: number,
  mostWaiting = Number.POSITIVE_INFINITY,
  refuseWhenFull: () => Error = () => new Error('The queue is full.'),
): Semaphore {
  const queue = new Set<Waiter>();
  let free = total;

  const startWhatFits = (): void => {
    // A Set keeps insertion order, and items removed during iteration are skipped.
    for (const waiter of queue) {
      if (waiter.places > free) return;
      queue.delete(waiter);
      free -= waiter.places;
      waiter.start();
    }
  };

  /** Returns whether it had to wait. */
  const enter = (places: number, signal: AbortSignal | undefined): Promise<boolean> =>
    new Promise((resolve, reject) => {
      let hasWaited = false;
      const leave = (): void => {
        queue.delete(waiter);
        startWhatFits();
        reject(signal?.reason);
      };
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve(hasWaited);
      };
      const waiter: Waiter = { places, start };
      signal?.addEventListener('abort', leave, { once: true });
      queue.add(waiter);
      startWhatFits();
      hasWaited = true;
    });

  return async (work, { places = 1, signal } = {}) => {
    signal?.throwIfAborted();
    if (queue.size >= mostWaiting) throw refuseWhenFull();
    const taken = Math.min(places, total);
    const hasWaited = await enter(taken, signal);
    try {
      return await work(hasWaited);
    } finally {
      free += taken;
      startWhatFits();
    }
  };
}

/** A semaphore per key: runs `work` once the slots of its key are free. */
export type KeyedSemaphore = <Result>(key: string, work: () => Promise<Result>, turn?: Turn) => Promise<Result>;

/** Creates a semaphore with `open` for each key that has work. Idle keys cost nothing. */
export function keyedSemaphore(open: () => Semaphore): KeyedSemaphore {
  const keys = new Map<string, { readonly semaphore: Semaphore; users: number }>();
  return async (key, work, turn) => {
    const own = keys.get(key) ?? { semaphore: open(), users: 0 };
    keys.set(key, own);
    own.users += 1;
    try {
      return await own.semaphore(work, turn);
    } finally {
      own.users -= 1;
      if (own.users === 0) keys.delete(key);
    }
  };
}
