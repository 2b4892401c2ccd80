// How long the database may take, measured on this side: a server that went away without a word (a firewall that forgot
// a connection, a host without power) answers no statement and refuses none.
import { DeadlineExceeded } from './failures.ts';

/** Milliseconds. */
export interface Deadlines {
  /** To connect, the greeting of the server included. */
  readonly connectMs: number;
  /** A statement. */
  readonly queryMs: number;
  /** A transaction, from its beginning to its commit. */
  readonly transactionMs: number;
  /** To wait for a connection while all are at work. */
  readonly poolWaitMs: number;
  /** For work without a deadline: without a sign that the server is at work on it. */
  readonly silenceMs: number;
}

export const DEADLINES: Deadlines = {
  connectMs: 5_000,
  queryMs: 15_000,
  transactionMs: 30_000,
  poolWaitMs: 5_000,
  silenceMs: 180_000,
};

/**
 * The result of `work`. Where it takes longer than `ms` milliseconds, `giveUp` is called, which has to end the work,
 * and the failure is `DeadlineExceeded`. An answer that came while this process was busy is in time.
 */
export function within<Result>(
  ms: number,
  what: string,
  giveUp: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  // One promise, since every statement makes one: a race would make four.
  return new Promise((done, fail) => {
    const underWay = work();
    let lastCall: NodeJS.Immediate | undefined;
    const end = (): void => {
      fail(new DeadlineExceeded(`${what} took longer than ${ms / 1_000} s`));
      giveUp();
    };
    // Timers come before what lies there to be read, and immediates after it.
    const timer = setTimeout(() => {
      lastCall = setImmediate(end);
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      clearImmediate(lastCall);
    };
    underWay.then(
      (result) => {
        stop();
        done(result);
      },
      (thrown: unknown) => {
        stop();
        fail(thrown);
      },
    );
  });
}
