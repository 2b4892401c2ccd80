// Long work in slices, so that other requests can run in between and statements stay small.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { steadyClock } from './clock.ts';
import { isRefusal } from './refusal.ts';

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

/**
 * Calls `work` with each item, one after the other, and throws at the end: the only failure, or an AggregateError of
 * several. If the database is unavailable for two items in a row, the rest wait for the next round.
 */
export async function doEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  let away = 0;
  for await (const item of items) {
    try {
      await work(item);
      away = 0;
    } catch (thrown) {
      failures.push(thrown);
      away = isRefusal(thrown, 'not-ready') ? away + 1 : 0;
      if (away === 2) break;
    }
  }
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} failed: ${failures.map(String).join('; ')}`);
  if (failures.length === 1) throw failures[0];
}
