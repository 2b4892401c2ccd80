// The log of the process: one JSON line per event on standard output. A slow reader never delays a request.
import pino, { type Logger } from 'pino';
import type { ReplicaState } from '../storage/server/replica-watch.ts';
import { loggedError } from './logged-error.ts';

/**
 * Writes lines asynchronously and in order, and flushes them at exit. `more` returns additional members for each line.
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

/** Logs status changes of the standby: a warning when reads stop, an info line when they resume. */
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

/** Logs a lost connection to the database. It is reopened automatically. */
export const noteLostConnection =
  (logger: Logger) =>
  (failure: Error): void =>
    logger.warn({ failure: failure.message }, 'the connection to the database was lost');
