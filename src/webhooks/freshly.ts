// A frequently read value that may change, read again once it is older than a second.

const FRESH_MS = 1_000;

/**
 * Returns `first`, and later the last result of `read`. Concurrent callers share one read. Stays undefined once `read`
 * has failed or returned undefined.
 */
export function freshly<Value>(first: Value, read: () => Promise<Value | undefined>): () => Promise<Value | undefined> {
  let last: Promise<Value | undefined> = Promise.resolve(first);
  let readAt = performance.now();
  let isGone = false;
  const again = async (): Promise<Value | undefined> => {
    const value = await read().catch(() => undefined);
    isGone = value === undefined;
    return value;
  };
  return () => {
    if (!isGone && performance.now() - readAt >= FRESH_MS) {
      readAt = performance.now();
      last = again();
    }
    return last;
  };
}
