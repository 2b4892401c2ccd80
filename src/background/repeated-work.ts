// Work that is done again and again beside requests, while the process runs.
import { endsWithin } from '../base/deadline.ts';

export interface RepeatedWork {
  /** Begins nothing new; resolves once what is under way has ended. */
  stop(): Promise<void>;
}

/** Does `work`, which never rejects, after `waitMs()` milliseconds, and again after as many from its end. */
export function repeatWork(waitMs: () => number, work: () => Promise<void>): RepeatedWork {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = work().finally(schedule);
    }, waitMs()).unref();
  };
  schedule();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

/**
 * Stops all of them; answers whether they have ended. One that has not after `graceMs`, such as a look into a bucket
 * that is silent, is left where it is: work beside requests bears the end of its process at any point.
 */
export const stopAll = (works: readonly RepeatedWork[], graceMs: number): Promise<boolean> =>
  endsWithin(graceMs, Promise.all(works.map((work) => work.stop())));
