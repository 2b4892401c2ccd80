// A first-come, first-served queue for one connection.
import { setTimeout as pause } from 'node:timers/promises';

export interface Turns {
  /** Runs the work exclusively, in call order. A failure affects only its caller. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The number of queued and running tasks. */
  waiting(): number;
  /** Resolves when a check finds no one waiting, or after ten checks. Requests often need several turns. */
  givenWay(): Promise<void>;
}

export function takingTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  return {
    run(work) {
      count += 1;
      const mine = last.then(work, work);
      last = mine
        .catch(() => undefined)
        .finally(() => {
          count -= 1;
        });
      return mine;
    },
    waiting: () => count,
    async givenWay() {
      for (let look = 0; look < MAX_CHECKS && count > 0; look += 1) await pause(MOMENT_MS);
    },
  };
}

const MOMENT_MS = 2;
const MAX_CHECKS = 10;
