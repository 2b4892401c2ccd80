// Lets a few pieces of work run at once; the others wait in line, or leave it when their signal aborts.

export type Turnstile = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

export function turnstile(places: number): Turnstile {
  let free = places;
  const waiting = new Set<() => void>();
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free++;
      return;
    }
    waiting.delete(next);
    next();
  };
  const enter = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const mine = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.delete(mine);
        reject(signal.reason);
      };
      waiting.add(mine);
      signal.addEventListener('abort', leave, { once: true });
    });
  };
  return async (work, signal) => {
    await enter(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
