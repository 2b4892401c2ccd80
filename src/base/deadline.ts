// Timeouts that measure only the other side, not this process's own load. A plain timer also counts the time during
// which this process read nothing, and can fire before the process reads a response that has already arrived.

/** The timeout passed, and the work was abandoned. */
export class DeadlineExceeded extends Error {}

/** Timeouts are divided into this many timers, so that a long block of this process uses up only one part. */
const PARTS = 8;

/**
 * Calls `pass` after `ms` milliseconds, once everything that has arrived by then has been read. Call the returned
 * function to cancel.
 */
export function deadline(ms: number, pass: () => void): () => void {
  let lastCall: NodeJS.Immediate | undefined;
  const wait = (leftMs: number, parts: number): NodeJS.Timeout => {
    const partMs = Math.ceil(leftMs / parts);
    return setTimeout(() => {
      if (partMs < leftMs) timer = wait(leftMs - partMs, parts - 1);
      // Timers run before pending input is read, and immediates after it.
      else lastCall = setImmediate(pass);
    }, partMs);
  };
  let timer = wait(ms, PARTS);
  return () => {
    clearTimeout(timer);
    clearImmediate(lastCall);
  };
}

/**
 * Returns the result of `work`. If `work` takes longer than `ms` milliseconds, calls `giveUp`, which must end it, and
 * throws `DeadlineExceeded`.
 */
export function within<Result>(
  ms: number,
  what: string,
  giveUp: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  // Uses a single promise, because every SQL statement creates one. Promise.race would create four.
  return new Promise((done, fail) => {
    const underWay = work();
    const stop = deadline(ms, () => {
      fail(new DeadlineExceeded(`${what} took longer than ${ms / 1_000} s`));
      giveUp();
    });
    underWay.then(
      (result) => {
        stop();
        done(result);
      },
      (thrown: unknown) => {
        stop();
        fail(thrown);
      },
    );
  });
}

/**
 * True if the work ends within `ms` milliseconds. Slower work continues in the background. A failure within that time
 * is thrown.
 */
export function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((done, fail) => {
    const stop = deadline(ms, () => done(false));
    work.finally(stop).then(() => done(true), fail);
  });
}

/** A signal like `AbortSignal.timeout`, but based on `deadline`. Call `stop` when the work has ended. */
export function deadlineSignal(ms: number): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const stop = deadline(ms, () => controller.abort(new DOMException('The time is over.', 'TimeoutError')));
  return { signal: controller.signal, stop };
}
