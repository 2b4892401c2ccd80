// Backups by the clock: one process of the service makes one when the last is old enough.
import type { Logger } from 'pino';
import type { By } from '../audit/audit-log.ts';
import type { Backups } from '../backup/backups.ts';
import { type Clock, DAY_MS } from '../base/clock.ts';
import type { Database } from '../storage/database.ts';
import { lastBackupAt } from '../storage/last-backup.ts';
import { claimTurn, holdTurn } from '../storage/turn-claim.ts';
import { type RepeatedWork, repeatWork } from './repeated-work.ts';

export interface ScheduledBackupsDeps {
  readonly backups: Backups;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How old the last backup may become. */
  readonly everyMs: number;
  /** Called with each attempt. */
  readonly onAttempt: (outcome: 'made' | 'failed') => void;
  /** How often the turn is renewed while a backup is made, in milliseconds; for tests. */
  readonly renewEveryMs?: number;
}

/** After an attempt that failed, or whose process died, the next one waits for so long. */
const BETWEEN_ATTEMPTS_MS = 30 * 60_000;
const LOOK_MS = 60_000;
/** A backup may take longer than half an hour; no other process begins one beside it. */
const RENEW_EVERY_MS = 5 * 60_000;

/** One that was made later than this was made by a clock that went wrong. */
const CLOCK_DIFFERENCE_MS = DAY_MS;

const TURN = 'backup';

const BY_CLOCK: By = {
  account_id: null,
  actor: { kind: 'system', id: null, name: 'schedule' },
  request_id: 'schedule',
};

/** Makes one where it is due; answers whether it was. */
export async function backUpWhenDue({ backups, database, clock, ...deps }: ScheduledBackupsDeps): Promise<boolean> {
  const last = await lastBackupAt(database);
  const age = last === undefined ? undefined : clock() - last;
  if (age !== undefined && age < deps.everyMs && age > -CLOCK_DIFFERENCE_MS) return false;
  if (!(await claimTurn(database, TURN, BETWEEN_ATTEMPTS_MS, clock()))) return false;
  const letGo = holdTurn(database, TURN, clock, deps.renewEveryMs ?? RENEW_EVERY_MS);
  try {
    const { name, bytes } = await backups.make(BY_CLOCK);
    deps.onAttempt('made');
    deps.logger.info({ backup: name, bytes }, 'a backup was made');
  } catch (thrown) {
    deps.onAttempt('failed');
    deps.logger.error({ err: thrown }, 'a backup failed; it is tried again in half an hour');
  } finally {
    letGo();
  }
  return true;
}

/** Looks every minute or so; answers how to stop, which ends a backup that is being made. */
export function startScheduledBackups(deps: ScheduledBackupsDeps): RepeatedWork {
  const looks = repeatWork(
    () => LOOK_MS * (1 + Math.random()),
    async () => {
      // The database may be away, or not prepared yet: what is due waits.
      await backUpWhenDue(deps).catch((thrown: unknown) => deps.logger.debug({ err: thrown }, 'no look for a backup'));
    },
  );
  return {
    async stop() {
      await Promise.all([looks.stop(), deps.backups.stop()]);
    },
  };
}
