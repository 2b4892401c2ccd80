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
 * and the failure is `DeadlineExceeded`.
 */
export async function within<Result>(
  ms: number,
  what: string,
  giveUp: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new DeadlineExceeded(`${what} took longer than ${ms / 1_000} s`));
      giveUp();
    }, ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
