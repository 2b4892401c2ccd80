// How long the service waits for a body, on a simulated clock. The limit depends on the rate, not on the number of
// bytes so far.
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lateBodies } from '../../src/http/bodies/late-bodies.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const LIMITS = { requestTimeout: 120_000, slowestBytes: 8, connectionsCheckingInterval: 5_000 };

/** A body that sends `bytes(second)` in each second. Returns the second in which it times out. */
function lateAfter(seconds: number, bytes: (second: number) => number): number | undefined {
  const socket = { bytesRead: 1_000, destroyed: false };
  const request = { headers: { 'content-length': '20971520' }, socket, complete: false };
  let second = 0;
  let late: number | undefined;
  const bodies = lateBodies(LIMITS, (failure) => {
    expect(failure.code).toBe('ERR_HTTP_REQUEST_TIMEOUT');
    late ??= second;
    socket.destroyed = true;
  });
  bodies.watch(request as unknown as IncomingMessage, 800);
  for (second = 1; second <= seconds && late === undefined; second += 1) {
    socket.bytesRead += bytes(second);
    vi.advanceTimersByTime(1_000);
  }
  bodies.stop();
  return late;
}

test('waits for a body of any size that arrives at 8 kB/s', () => {
  expect(lateAfter(3_600, () => 8_000)).toBeUndefined();
});

test('times out on a slower body when it has used up its two minutes', () => {
  expect(lateAfter(3_600, () => 4_000)).toBe(245);
  expect(lateAfter(3_600, () => 1)).toBe(125);
});

test('times out on a silent body after two minutes and one check, even if most of it arrived at once', () => {
  expect(lateAfter(3_600, () => 0)).toBe(125);
  expect(lateAfter(3_600, (second) => (second === 1 ? 20_000_000 : 0))).toBe(130);
  expect(lateAfter(3_600, (second) => (second === 1 ? 20_000_000 : 1))).toBe(130);
});

test('tolerates a pause if the bytes after it arrive fast enough', () => {
  expect(lateAfter(3_600, (second) => (second % 100 < 90 ? 0 : 80_000))).toBeUndefined();
});
