// Decides when a dispatcher looks for work. An idle service costs two small queries per second.

export interface Polling {
  /** Looks again soon, because something was served and work behind it can now be claimed. */
  soon(): void;
  /** Starts no more looks. */
  stop(): void;
}

const EVERY_MS = 500;
/** The delay after a batch, because another one may follow. */
const SOON_MS = 20;
/** The delay after a failed look, so that an unavailable database is not queried constantly. */
const AFTER_FAILURE_MS = 10_000;

/** `look` returns whether more work is known to be waiting. `onFailure` receives errors. */
export function startPolling(look: () => Promise<boolean>, onFailure: (thrown: unknown) => void): Polling {
  let isStopped = false;
  let isLooking = false;
  /** Whether anything was served since the current look started. */
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
