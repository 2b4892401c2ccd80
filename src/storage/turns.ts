// First come, first served on one connection.

export interface Turns {
  /** Runs the work alone, in the order of the calls; a failure is its own caller's and ends nobody else's turn. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many have asked and are not done yet. */
  waiting(): number;
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
  };
}
