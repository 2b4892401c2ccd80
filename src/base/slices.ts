// Long work in slices, so that other requests can run in between and statements stay small.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { steadyClock } from './clock.ts';

const SLICE_MILLISECONDS = 5;

/**
 * Call the returned function after each piece of work. It yields to the event loop when a slice of `ms` is over. `now`
 * must be monotonic, in milliseconds.
 */
export function inSlices(ms = SLICE_MILLISECONDS, now = steadyClock): () => Promise<void> {
  let end = now() + ms;
  return async () => {
    if (now() < end) return;
    await nextTurn();
    end = now() + ms;
  };
}

/** The items in groups of that size, in order. */
export const slicesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
