// Deadlines about others, and not about how busy this process is. A timer alone counts the time in which this process
// read nothing, and fires before it reads the answer that came meanwhile.

/** Something took longer than its deadline, and was given up. */
export class DeadlineExceeded extends Error {}

/** However long this process is busy at a stretch, that takes one of so many parts of a deadline. */
const PARTS = 8;

/**
 * Calls `pass` after `ms` milliseconds and once what has arrived by then was read, unless the function that is
 * answered is called before.
 */
export function deadline(ms: number, pass: () => void): () => void {
  let lastCall: NodeJS.Immediate | undefined;
  const wait = (leftMs: number, parts: number): NodeJS.Timeout => {
    const partMs = Math.ceil(leftMs / parts);
    return setTimeout(() => {
      if (partMs < leftMs) timer = wait(leftMs - partMs, parts - 1);
      // Timers come before what lies there to be read, and immediates after it.
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
 * The result of `work`. Where it takes longer than `ms` milliseconds, `giveUp` is called, which has to end the work,
 * and the failure is `DeadlineExceeded`.
 */
export function within<Result>(
  ms: number,
  what: string,
  giveUp: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  // One promise, since every statement makes one: a race would make four.
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

/** Whether the work ends within `ms` milliseconds. Work that takes longer goes on; a failure in time is thrown. */
export function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((done, fail) => {
    const stop = deadline(ms, () => done(false));
    work.finally(stop).then(() => done(true), fail);
  });
}

/** A signal that aborts as `AbortSignal.timeout` does, once `deadline` passes; call `stop` when its work has ended. */
export function deadlineSignal(ms: number): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const stop = deadline(ms, () => controller.abort(new DOMException('The time is over.', 'TimeoutError')));
  return { signal: controller.signal, stop };
}
