// Timeouts for the database, measured on this side, because a server that vanished silently (a firewall that dropped a
// connection, a host without power) neither responds nor refuses.

export interface Deadlines {
  /** For connecting, including the server's greeting. */
  readonly connectMs: number;
  /** For a statement. */
  readonly queryMs: number;
  /** For a transaction, from start to commit. */
  readonly transactionMs: number;
  /** For waiting for a free connection. */
  readonly poolWaitMs: number;
  /** For work without a timeout: the maximum time without any sign that the server is working. */
  readonly silenceMs: number;
}

export const DEADLINES: Deadlines = {
  connectMs: 5_000,
  queryMs: 15_000,
  transactionMs: 30_000,
  poolWaitMs: 5_000,
  silenceMs: 180_000,
};

/** The fraction of a statement's timeout that the server uses as its own. */
const SERVER_SHARE = 0.9;

/**
 * The server's statement timeout. It is shorter than the one on this side, so that the server aborts a slow statement
 * and the connection does not count as unresponsive.
 */
export const statementTimeout = ({ queryMs }: Deadlines): number => Math.max(1, Math.floor(queryMs * SERVER_SHARE));

const IDLE_SHARE = 1 / 3;
const MIN_IDLE_MS = 5_000;

/**
 * The server's idle timeout within a transaction. Nothing slow runs inside one, so a longer pause means a stalled
 * process (a suspended or moved machine) whose locks block everyone else.
 */
export const idleTimeout = ({ transactionMs }: Deadlines): number =>
  Math.min(transactionMs, Math.max(MIN_IDLE_MS, Math.floor(transactionMs * IDLE_SHARE)));
