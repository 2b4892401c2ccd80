// A clock that a test moves: it stands still, so that seconds are counted and never measured.
import type { Clock } from '../../src/base/clock.ts';

export interface TestClock extends Clock {
  /** Moves time on by so many milliseconds. */
  advance(ms: number): void;
}

/** A clock that starts at the present and stands still until it is moved. */
export function testClock(): TestClock {
  let now = Date.now();
  return Object.assign(() => now, {
    advance(ms: number) {
      now += ms;
    },
  });
}
