// First come, first served on one connection.

/** Runs each given work alone, in the order of the calls; a failure is its own caller's and ends nobody else's turn. */
export function takingTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
