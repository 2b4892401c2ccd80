// Work on many things that have nothing to do with each other: one that fails keeps none of the others waiting.
import { isRefusal } from './refusal.ts';

/**
 * Does `work` with each, one after the other, and throws once all had their turn: the failure, or an AggregateError of
 * several. Where the database was away for two in a row, the rest waits for another round.
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
