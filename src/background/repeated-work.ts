// Work that repeats in the background while the process runs.
import { endsWithin } from '../base/deadline.ts';

export interface RepeatedWork {
  /** Starts nothing new. Resolves once current work has ended. */
  stop(): Promise<void>;
}

/** Runs `work`, which never rejects, after `waitMs()` milliseconds, and again with the same delay after each run. */
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
 * Stops all of the work. Returns whether it has ended. Work that is still running after `graceMs`, such as a request to
 * an unresponsive bucket, is abandoned. Background work must tolerate that its process ends at any point.
 */
export const stopAll = (works: readonly RepeatedWork[], graceMs: number): Promise<boolean> =>
  endsWithin(graceMs, Promise.all(works.map((work) => work.stop())));
