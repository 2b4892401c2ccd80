// The clock that all processes of a database share.
import { expect, test } from 'vitest';
import { clockAhead, sharedClock } from '../../src/storage/shared-clock.ts';

const MINUTE = 60_000;

test("follows the machine's clock until a difference was measured", () => {
  const clock = sharedClock(() => 5);
  expect([clock.note(undefined), clock.now()]).toEqual([undefined, 5]);
});

test("follows the database's clock if it differs, and returns with it", () => {
  const clock = sharedClock(() => 0);
  expect(clock.note({ least: 10 * MINUTE - 4, most: 10 * MINUTE + 4 })).toBe(10 * MINUTE);
  expect(clock.now()).toBe(10 * MINUTE);
  expect(clock.note({ least: -10 * MINUTE, most: -10 * MINUTE })).toBe(-10 * MINUTE);
  expect(clock.note({ least: -3, most: 5 })).toBe(0);
  expect(clock.now()).toBe(0);
});

test('gives little weight to slow responses, and ignores differences under a second', () => {
  const clock = sharedClock(() => 0);
  expect(clock.note({ least: -2 * MINUTE, most: 1 })).toBeUndefined();
  expect(clock.note({ least: 1_000, most: 1_002 })).toBeUndefined();
  expect(clock.note({ least: -1_002, most: -1_000 })).toBeUndefined();
  expect(clock.note({ least: 1_001, most: 1_003 })).toBe(1_002);
  expect(clock.note({ least: 1_500, most: 1_504 })).toBeUndefined();
});

test('allows for any moment between request and response', () => {
  expect(clockAhead(100, 10, 30)).toEqual({ least: 70, most: 90 });
});
