// Work in steps: the caller decides whether anything else gets its turn in between. What is done is written once, for
// callers that need the result at once and for those that must not hold up other requests.

/** What stands between two `yield`s is one step, of a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result, void>;

/** Work that other requests wait for, in milliseconds. */
export const SLICE_MILLISECONDS = 5;

/** Runs all steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Gives other work its turn whenever a slice is over; `now` gives milliseconds of a clock that only goes forward. */
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
