// The look at the database that goes on for as long as the service runs.
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { watchHealth } from '../../src/background/health-watch.ts';
import type { Database, StorageHealth } from '../../src/storage/database.ts';

afterEach(() => vi.useRealTimers());

test('a look that fails is not the last one', async () => {
  vi.useFakeTimers();
  const fine: StorageHealth = { reached: true, writable: true, applied: [] };
  const health = vi.fn<Database['health']>().mockRejectedValueOnce(new Error('no look')).mockResolvedValue(fine);
  const watch = watchHealth({ health } as unknown as Database, pino({ level: 'silent' }));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(health.mock.calls.length).toBeGreaterThan(1);
  expect(watch.last()).toEqual(fine);
  watch.stop();
});
