// How long the database may take, measured on this side: a server that went away without a word (a firewall that forgot
// a connection, a host without power) answers no statement and refuses none.

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

/** The server's share of a statement's deadline. */
const SERVER_SHARE = 0.9;

/**
 * How long the server lets a statement run: less than this side waits, so that a statement that is too slow is ended
 * there, and its connection is not taken for one that fell silent.
 */
export const statementTimeout = ({ queryMs }: Deadlines): number => Math.max(1, Math.floor(queryMs * SERVER_SHARE));

const IDLE_SHARE = 1 / 3;
const LEAST_IDLE_MS = 5_000;

/**
 * How long the server lets a transaction stand between two statements. Nothing slow runs inside one: longer is a
 * process that stands still (its machine is suspended, or moved), and everybody else waits for what it has locked.
 */
export const idleTimeout = ({ transactionMs }: Deadlines): number =>
  Math.min(transactionMs, Math.max(LEAST_IDLE_MS, Math.floor(transactionMs * IDLE_SHARE)));
