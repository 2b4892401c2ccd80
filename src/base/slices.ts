// Long work in slices: other requests get their turn between them.
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MILLISECONDS = 5;

/**
 * A function to be called after each piece of work: it waits for a turn of the event loop once a slice of `ms` is over.
 * `now` gives milliseconds of a clock that only goes forward.
 */
export function inSlices(ms = SLICE_MILLISECONDS, now = (): number => performance.now()): () => Promise<void> {
  let end = now() + ms;
  return async () => {
    if (now() < end) return;
    await nextTurn();
    end = now() + ms;
  };
}
