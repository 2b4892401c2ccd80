// Long work in slices: other requests get their turn between them, and no statement is about too much.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { steadyClock } from './clock.ts';

const SLICE_MILLISECONDS = 5;

/**
 * A function to be called after each piece of work: it waits for a turn of the event loop once a slice of `ms` is over.
 * `now` gives milliseconds of a clock that only goes forward.
 */
export function inSlices(ms = SLICE_MILLISECONDS, now = steadyClock): () => Promise<void> {
  let end = now() + ms;
  return async () => {
    if (now() < end) return;
    await nextTurn();
    end = now() + ms;
  };
}

/** The items, so many at a time, in their order. */
export const slicesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
