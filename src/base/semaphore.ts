// Lets only so much work run at a time, first come first served. Knows nothing of what the work is.

export interface Turn {
  /** Places that the work takes; 1 where absent. More than there are: all of them. */
  readonly places?: number;
  /** Leaves the queue when it aborts, with its reason. Work that runs is not touched. */
  readonly signal?: AbortSignal;
}

/** Runs `work` as soon as its places are free, and tells it whether it had to wait for them. */
export type Semaphore = <Result>(work: (hasWaited: boolean) => Promise<Result>, turn?: Turn) => Promise<Result>;

interface Waiter {
  readonly places: number;
  readonly start: () => void;
}

/** A semaphore of `total` places. Throws what `refuseWhenFull` makes where `mostWaiting` wait already. */
export function semaphore(
  total: number,
  mostWaiting = Number.POSITIVE_INFINITY,
  refuseWhenFull: () => Error = () => new Error('Too much is waiting.'),
): Semaphore {
  const queue = new Set<Waiter>();
  let free = total;

  const startWhatFits = (): void => {
    // A Set keeps the order of arrival, and what leaves it while it is walked is not visited.
    for (const waiter of queue) {
      if (waiter.places > free) return;
      queue.delete(waiter);
      free -= waiter.places;
      waiter.start();
    }
  };

  /** Answers whether the places had to be waited for. */
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

/** A semaphore for each key: runs `work` as soon as the places of its key are free. */
export type KeyedSemaphore = <Result>(key: string, work: () => Promise<Result>, turn?: Turn) => Promise<Result>;

/** Semaphores that `open` makes, one for each key that has work; a key without work costs nothing. */
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
