// Prepares the database and retries until it succeeds. The server may start after this process, and a database of a
// newer release may be replaced by a restored one.
import type { Logger } from 'pino';
import { failureSentence, isRefusal } from '../base/refusal.ts';

export interface Preparation {
  /** Resolves once preparation succeeds, and never rejects. Stays pending if it is stopped earlier. */
  readonly done: Promise<void>;
  /** Resolves after the first attempt, successful or not. */
  readonly attempted: Promise<void>;
  stop(): void;
}

const AGAIN_AFTER_MS = 1_000;

/**
 * Runs `work` until it succeeds. Logs a failure again only if the reason changes. The log line includes the version of
 * Citus, if any, which `engine` returns.
 */
export function prepare(
  work: () => Promise<void>,
  logger: Logger,
  engine: () => Promise<string | undefined>,
): Preparation {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let lastReason = '';
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const attempt = async (): Promise<void> => {
    try {
      await work();
      if (lastReason !== '') logger.info('ready to serve');
      finish();
    } catch (thrown) {
      const reason = failureSentence(thrown);
      if (reason !== lastReason) {
        // Asks only if the database responded but a statement failed, perhaps because the engine does not accept it.
        const citus = isRefusal(thrown) ? undefined : await engine().catch(() => undefined);
        const details = {
          ...(isRefusal(thrown) ? { reason } : { err: thrown }),
          ...(citus !== undefined && { citus }),
        };
        logger.error(details, 'not ready to serve');
      }
      lastReason = reason;
      if (!isStopped) timer = setTimeout(() => void attempt(), AGAIN_AFTER_MS);
    }
  };
  return {
    done,
    attempted: attempt(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
