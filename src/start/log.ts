// The process's log: a JSON line an event on standard output. A slow reader of it never holds up a request.
import pino, { type Logger } from 'pino';
import type { ReplicaState } from '../storage/server/replica-watch.ts';
import { loggedError } from './logged-error.ts';

/**
 * Lines are written in the background, in order; what is left is written when the process exits. `more` answers what
 * every line carries at its moment.
 */
export const openLogger = (level: string, more?: () => object): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (thrown: unknown) => loggedError(thrown) },
      ...(more && { mixin: more }),
    },
    pino.destination({ dest: 1, sync: false }),
  );

/** For a standby that is read: why it is not read any more is worth a warning, that it is read again a line. */
export const noteReplica =
  (logger: Logger) =>
  ({ status, lag_seconds }: ReplicaState, failure: string | undefined): void => {
    if (status === 'used') logger.info({ lag_seconds }, 'the read replica is used');
    else
      logger.warn(
        { status, lag_seconds, failure },
        'the read replica is not used; everything is read from the primary',
      );
  };

/** For a database that went away: a server is connected to again, the embedded one opened again. */
export const noteLostConnection =
  (logger: Logger) =>
  (failure: Error): void =>
    logger.warn({ failure: failure.message }, 'the connection to the database was lost');
