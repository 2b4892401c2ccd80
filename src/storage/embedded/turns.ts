// First come, first served on one connection.
import { setTimeout as pause } from 'node:timers/promises';

export interface Turns {
  /** Runs the work alone, in the order of the calls; a failure is its own caller's and ends nobody else's turn. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many have asked and are not done yet. */
  waiting(): number;
  /** Resolves when nobody waits at a look, since a request asks more than once; after ten looks in any case. */
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
      for (let look = 0; look < MOST_LOOKS && count > 0; look += 1) await pause(MOMENT_MS);
    },
  };
}

const MOMENT_MS = 2;
const MOST_LOOKS = 10;
