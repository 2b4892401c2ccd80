// Buffered counts are written automatically, a second after the first one arrived.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DeliveryLog, deliveryLog } from '../../src/insight/delivery-log.ts';
import type { Database } from '../../src/storage/database.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const ID = '00000000-0000-7000-8000-000000000010';
const use = { team_id: ID, account_id: ID, trail_id: ID, version: 1, shape: 'find' } as const;

let deliveries: DeliveryLog;
let written: number;
const failures: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  written = 0;
  // There is no workspace, so nothing else is written.
  const inTransaction = async (): Promise<ReadonlySet<string>> => {
    written += 1;
    return new Set();
  };
  deliveries = deliveryLog(
    { inTransaction } as unknown as Database,
    () => NOW,
    () => ['ferry'],
    (thrown) => failures.push(thrown),
  );
});
afterEach(() => {
  vi.useRealTimers();
  expect(failures).toEqual([]);
});

test.each([
  ['a delivery', (to: DeliveryLog) => to.delivered(use)],
  ['a question', (to: DeliveryLog) => to.unanswered({ team_id: ID, account_id: ID, text: 'book a ferry' })],
])('writes %s together with later ones, and the next one a second later', async (_what, comes) => {
  for (const before of [0, 1]) {
    comes(deliveries);
    await vi.advanceTimersByTimeAsync(500);
    comes(deliveries);
    await vi.advanceTimersByTimeAsync(499);
    expect(written).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(written).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([written, vi.getTimerCount()]).toEqual([before + 1, 0]);
  }
});

test('writes immediately on request, and leaves no timer behind', async () => {
  deliveries.delivered(use);
  await deliveries.flush();
  expect([written, vi.getTimerCount()]).toEqual([1, 0]);
});

test('collects rows that arrive during a slow write into one batch', async () => {
  let batches = 0;
  let end = (): void => {};
  const first = new Promise<void>((done) => {
    end = done;
  });
  const inTransaction = async (): Promise<ReadonlySet<string>> => {
    batches += 1;
    if (batches === 1) await first;
    return new Set();
  };
  const log = deliveryLog(
    { inTransaction } as unknown as Database,
    () => NOW,
    () => ['ferry'],
    (thrown) => failures.push(thrown),
  );
  for (let version = 1; version <= 5; version += 1) {
    log.delivered({ ...use, version });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  end();
  await log.flush();
  expect(batches).toBe(2);
});
