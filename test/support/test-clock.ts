// A clock that the test advances. It stands still otherwise, so tests count seconds instead of measuring them.
import type { Clock } from '../../src/base/clock.ts';

export interface TestClock extends Clock {
  /** Advances the clock by this many milliseconds. */
  advance(ms: number): void;
}

/** Returns a clock that starts now and stands still until it is advanced. */
export function testClock(): TestClock {
  let now = Date.now();
  return Object.assign(() => now, {
    advance(ms: number) {
      now += ms;
    },
  });
}
