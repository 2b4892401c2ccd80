// The schedule of retries for failed deliveries.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pauseAfterFailures, pauseAskedFor, RETRY_AFTER_MS, retryDelay } from '../../src/webhooks/retry-schedule.ts';
import { runs } from '../support/runs.ts';

const HOUR_S = 3_600;

describe('attempts', () => {
  test('happen after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h', () => {
    const seconds = [5, 300, 1_800, 2 * HOUR_S, 5 * HOUR_S, 10 * HOUR_S, 14 * HOUR_S, 20 * HOUR_S, 24 * HOUR_S];
    expect(RETRY_AFTER_MS.map((_, index) => (retryDelay(index + 1, 0) ?? 0) / 1_000)).toEqual(seconds);
  });
  test('end after the tenth', () => {
    expect(retryDelay(10, 0)).toBeUndefined();
  });
  test('are never early, and at most a fifth late', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempts, random) => {
          const base = RETRY_AFTER_MS[attempts - 1] ?? 0;
          const delay = retryDelay(attempts, random) ?? 0;
          return delay >= base && delay <= base * 1.2;
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2027-01-01T00:00:00Z');
  test.each([
    ['120', 120_000],
    ['Fri, 01 Jan 2027 00:01:00 GMT', 60_000],
    ['Friday, 01-Jan-27 00:01:00 GMT', 60_000],
    ['Fri Jan  1 00:01:00 2027', 60_000],
    [' 120 ', 120_000],
    ['99999999', 24 * HOUR_S * 1_000],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
    ['1.5', undefined],
    ['120, 120', undefined],
    ['2027-01-02', undefined],
    ['2027-01-01T00:01:00Z', undefined],
    ['in 2099', undefined],
    ['Fri, 01 Jan 2027 00:01:00 -0100', undefined],
    ['Thu, 31 Dec 2026 00:00:00 GMT', undefined],
    [null, undefined],
  ])('%s is %s ms', (header, wait) => {
    expect(pauseAskedFor(header, now)).toBe(wait);
  });
});

test('pauses an unreachable endpoint for 5 seconds at first, and for at most 10 minutes', () => {
  expect(pauseAfterFailures(0)).toBe(5_000);
  expect(pauseAfterFailures(60_000)).toBe(15_000);
  expect(pauseAfterFailures(86_400_000)).toBe(600_000);
});
