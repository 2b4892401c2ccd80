// How long a body is waited for, on a clock of the test's own: how it comes decides, not how much of it has come.
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

/** A body of which `bytes(second)` come in that second of so many; answers the second in which it is late. */
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

test('a body that comes at 8 kB/s is waited for, however large it is', () => {
  expect(lateAfter(3_600, () => 8_000)).toBeUndefined();
});

test('one that comes more slowly is late once it has used up its two minutes', () => {
  expect(lateAfter(3_600, () => 4_000)).toBe(245);
  expect(lateAfter(3_600, () => 1)).toBe(125);
});

test('who falls silent is late after two minutes and a look, also where most of the body came at once', () => {
  expect(lateAfter(3_600, () => 0)).toBe(125);
  expect(lateAfter(3_600, (second) => (second === 1 ? 20_000_000 : 0))).toBe(130);
  expect(lateAfter(3_600, (second) => (second === 1 ? 20_000_000 : 1))).toBe(130);
});

test('a pause on the way is made up for by what comes behind it', () => {
  expect(lateAfter(3_600, (second) => (second % 100 < 90 ? 0 : 80_000))).toBeUndefined();
});
