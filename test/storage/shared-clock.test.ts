// The clock that all processes of one database go by.
import { expect, test } from 'vitest';
import { clockAhead, sharedClock } from '../../src/storage/shared-clock.ts';

const MINUTE = 60_000;

test('goes by the machine until something else was measured', () => {
  const clock = sharedClock(() => 5);
  expect([clock.note(undefined), clock.now()]).toEqual([undefined, 5]);
});

test('goes by the database whose clock is another, and comes back with it', () => {
  const clock = sharedClock(() => 0);
  expect(clock.note({ least: 10 * MINUTE - 4, most: 10 * MINUTE + 4 })).toBe(10 * MINUTE);
  expect(clock.now()).toBe(10 * MINUTE);
  expect(clock.note({ least: -10 * MINUTE, most: -10 * MINUTE })).toBe(-10 * MINUTE);
  expect(clock.note({ least: -3, most: 5 })).toBe(0);
  expect(clock.now()).toBe(0);
});

test('an answer that took long says little, and a difference of less than a second is none', () => {
  const clock = sharedClock(() => 0);
  expect(clock.note({ least: -2 * MINUTE, most: 1 })).toBeUndefined();
  expect(clock.note({ least: 1_000, most: 1_002 })).toBeUndefined();
  expect(clock.note({ least: -1_002, most: -1_000 })).toBeUndefined();
  expect(clock.note({ least: 1_001, most: 1_003 })).toBe(1_002);
  expect(clock.note({ least: 1_500, most: 1_504 })).toBeUndefined();
});

test('what was told between two moments may have been told at either of them', () => {
  expect(clockAhead(100, 10, 30)).toEqual({ least: 70, most: 90 });
});
