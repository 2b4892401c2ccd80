// Stops asking a model that keeps failing: five failures in a row within a minute, then half a minute of rest.
import type { Clock } from '../../base/clock.ts';

export interface Breaker {
  /** Milliseconds until the model may be asked again; 0 where it may be asked now. */
  restsFor(): number;
  failed(): void;
  succeeded(): void;
}

const FAILURES = 5;
const WITHIN = 60_000;
const REST = 30_000;

export function breaker(clock: Clock): Breaker {
  let failures: number[] = [];
  let openUntil = 0;
  return {
    restsFor: () => Math.max(0, openUntil - clock()),
    failed() {
      const now = clock();
      failures = [...failures.filter((at) => now - at < WITHIN), now];
      if (failures.length < FAILURES) return;
      openUntil = now + REST;
      failures = [];
    },
    succeeded() {
      failures = [];
    },
  };
}
