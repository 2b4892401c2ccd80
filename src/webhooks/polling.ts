// When a dispatcher looks for work. An idle service costs one small query a second.

export interface Polling {
  /** Something was served: what waits behind it can be claimed now. */
  soon(): void;
  /** No look begins any more. */
  stop(): void;
}

const EVERY_MS = 1_000;
/** After a batch or a portion of events there may be another one. */
const SOON_MS = 20;
/** Longer after a look that failed: a database that is away is not asked every second. */
const AFTER_FAILURE_MS = 10_000;

/** `look` answers whether more is known to wait; `onFailure` is called with why one failed. */
export function startPolling(look: () => Promise<boolean>, onFailure: (thrown: unknown) => void): Polling {
  let isStopped = false;
  let isLooking = false;
  /** Since the look began that is under way. */
  let hasServed = false;
  let timer: NodeJS.Timeout | undefined;
  const nextAfterLook = async (): Promise<number> => {
    try {
      return (await look()) || hasServed ? SOON_MS : EVERY_MS;
    } catch (thrown) {
      onFailure(thrown);
      return AFTER_FAILURE_MS;
    }
  };
  const turn = async (): Promise<void> => {
    isLooking = true;
    hasServed = false;
    const waitMs = await nextAfterLook();
    isLooking = false;
    schedule(waitMs);
  };
  const schedule = (waitMs: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void turn(), waitMs).unref();
  };
  schedule(EVERY_MS);
  return {
    soon() {
      hasServed = true;
      if (!isLooking) schedule(SOON_MS);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
