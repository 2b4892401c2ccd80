// The process's log: a JSON line an event on standard output. A slow reader of it never holds up a request.
import pino, { type Logger } from 'pino';

/** Lines are written in the background, in order; what is left is written when the process exits. */
export const openLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 1, sync: false }));

/** For a database that went away: a server is connected to again, the embedded one wants a new start of the process. */
export const noteLostConnection =
  (logger: Logger) =>
  (failure: Error): void =>
    logger.warn({ failure: failure.message }, 'the connection to the database was lost');
