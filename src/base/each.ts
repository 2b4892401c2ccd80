// Processes independent items; a failure does not stop the others.
import { isRefusal } from './refusal.ts';

/**
 * Calls `work` with each item, one after the other, and throws at the end: the failure, or an AggregateError of
 * several. If the database is unavailable for two in a row, the rest waits for another round.
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
