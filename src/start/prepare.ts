// Brings the database to what this release needs, and tries again for as long as that fails: a server may come later
// than this process, and a database of a newer release may give way to a restored one.
import type { Logger } from 'pino';
import { failureSentence, isRefusal } from '../base/refusal.ts';

export interface Preparation {
  /** Resolves once everything is done; never rejects. Stays pending when stopped before. */
  readonly done: Promise<void>;
  /** Resolves after the first attempt, whatever became of it. */
  readonly attempted: Promise<void>;
  stop(): void;
}

const AGAIN_AFTER_MS = 1_000;

/** Runs `work` until it succeeds; why it did not is logged, each reason once. */
export function prepare(work: () => Promise<void>, logger: Logger): Preparation {
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
      if (reason !== lastReason) logger.error(isRefusal(thrown) ? { reason } : { err: thrown }, 'not ready to serve');
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
