// Looks for scheduled publications that are due, every few seconds, in every process of the service.
import type { Logger } from 'pino';
import type { Clock } from './base/clock.ts';
import { runSchedules, type ScheduleDeps } from './trails/run-schedules.ts';

export interface ScheduledChangesDeps extends Omit<ScheduleDeps, 'report'> {
  readonly clock: Clock;
  readonly logger: Logger;
}

const EVERY_MS = 10_000;
const SPREAD_MS = 5_000;

/** Begins to look; answers how to stop, which waits for what is under way. */
export function startScheduledChanges(deps: ScheduledChangesDeps): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const { clock, logger } = deps;
  const report = (thrown: unknown): void =>
    logger.error({ err: thrown }, 'a scheduled change failed; it is tried again when its lease ends');
  const look = async (): Promise<void> => {
    try {
      const finished = await runSchedules({ ...deps, report }, clock());
      if (finished > 0) logger.info({ finished }, 'scheduled changes were carried out');
    } catch (thrown) {
      // The database is away or not prepared yet: what is due waits.
      logger.debug({ err: thrown }, 'scheduled changes could not be looked for');
    }
    schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(
      () => {
        running = look();
      },
      EVERY_MS + SPREAD_MS * Math.random(),
    ).unref();
  };
  schedule();
  return {
    stop() {
      clearTimeout(timer);
      return running.finally(() => clearTimeout(timer));
    },
  };
}
