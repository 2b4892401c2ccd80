// Carries out due scheduled publications, checking every few seconds in every process of the service.
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import { runSchedules, type ScheduleDeps } from '../trails/schedules/run-schedules.ts';
import { type RepeatedWork, repeatWork } from './repeated-work.ts';

export interface ScheduledChangesDeps extends Omit<ScheduleDeps, 'report'> {
  readonly clock: Clock;
  readonly logger: Logger;
}

const EVERY_MS = 10_000;
const SPREAD_MS = 5_000;
const waitMs = (): number => EVERY_MS + SPREAD_MS * Math.random();

/** Starts checking. Stopping it waits for current work. */
export function startScheduledChanges(deps: ScheduledChangesDeps): RepeatedWork {
  const { clock, logger } = deps;
  const report = (thrown: unknown): void =>
    logger.error({ err: thrown }, 'a scheduled change failed; it will be retried when its lease ends');
  return repeatWork(waitMs, async () => {
    try {
      const finished = await runSchedules({ ...deps, report }, clock());
      if (finished > 0) logger.info({ finished }, 'scheduled changes were carried out');
    } catch (thrown) {
      // The database is unavailable or not prepared yet. Due changes wait until it is ready.
      logger.debug({ err: thrown }, 'could not check for scheduled changes');
    }
  });
}
