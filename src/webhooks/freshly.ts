// A value that is asked for often and may change meanwhile: read again once it is older than a second.

const FRESH_MS = 1_000;

/**
 * Gives `first`, and later what `read` answered last; callers that come while it is being read share that reading.
 * Undefined for good once `read` answered that or failed.
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
