// Work that is done again and again beside requests, while the process runs.

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
