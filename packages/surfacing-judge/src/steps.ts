// Work in steps. The caller decides whether other work runs in between. One implementation therefore serves both
// callers that need the result immediately and callers that must not block requests.

/** The code between two `yield`s is one step, of a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result, void>;

/** How many milliseconds other requests may have to wait. */
export const SLICE_MILLISECONDS = 5;

/** Runs all steps without yielding. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Yields to other work after each slice; `now` returns milliseconds of a monotonic clock. */
export async function inTurns<Result>(steps: Steps<Result>, now: () => number): Promise<Result> {
  let sliceEnd = now() + SLICE_MILLISECONDS;
  let step = steps.next();
  while (step.done !== true) {
    if (now() >= sliceEnd) {
      await new Promise(setImmediate);
      sliceEnd = now() + SLICE_MILLISECONDS;
    }
    step = steps.next();
  }
  return step.value;
}
