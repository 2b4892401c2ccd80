// Scheduled backups: one of the service's processes creates a backup once the last one is old enough.
import type { Logger } from 'pino';
import type { By } from '../audit/audit-log.ts';
import type { Backups } from '../backup/backups.ts';
import type { RestoreAside } from '../backup/verification.ts';
import { type Clock, DAY_MS } from '../base/clock.ts';
import { failureSentence } from '../base/refusal.ts';
import { forgetBackupTrouble, noteBackupTrouble } from '../storage/backup-trouble.ts';
import type { Database } from '../storage/database.ts';
import { claimTurn, holdTurn } from '../storage/turn-claim.ts';
import { type RepeatedWork, repeatWork } from './repeated-work.ts';
import { verifyWhenDue } from './verified-backups.ts';

export interface ScheduledBackupsDeps {
  readonly backups: Backups;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The maximum age of the last backup. */
  readonly everyMs: number;
  readonly onAttempt: (outcome: 'made' | 'failed') => void;
  /** How often to renew the claim during a backup, in milliseconds; for tests. */
  readonly renewEveryMs: number;
}

/** The delay after an attempt that failed or whose process died. */
const BETWEEN_ATTEMPTS_MS = 30 * 60_000;
const LOOK_MS = 60_000;
/** A backup may take longer than half an hour. The claim keeps other processes from starting one. */
export const RENEW_EVERY_MS = 5 * 60_000;

/** A backup time this far in the future came from a wrong clock. */
const CLOCK_DIFFERENCE_MS = DAY_MS;

const TURN = 'backup';

const BY_CLOCK: By = {
  account_id: null,
  actor: { kind: 'system', id: null, name: 'schedule' },
  request_id: 'schedule',
};

/**
 * When the newest backup was made whose files are whole, in milliseconds since the epoch. The folder decides, and not a
 * record of what was done, because its backups may be lost. Ignores times from a wrong clock.
 */
export async function newestBackupAt(
  backups: Pick<Backups, 'list'>,
  now: number,
  isAccepted = (state: string | undefined) => state !== 'damaged',
): Promise<number | undefined> {
  const made = (await backups.list())
    .filter(({ verification }) => isAccepted(verification?.state))
    .map(({ made_at }) => Date.parse(made_at))
    .filter((at) => at - now < CLOCK_DIFFERENCE_MS);
  return made.length === 0 ? undefined : Math.max(...made);
}

/** Creates a backup if one is due. Returns whether it did. */
export async function backUpWhenDue({ backups, database, clock, ...deps }: ScheduledBackupsDeps): Promise<boolean> {
  const last = await newestBackupAt(backups, clock()).catch(() => undefined); // Making one reports the reason.
  if (last !== undefined && clock() - last < deps.everyMs) return false;
  if (!(await claimTurn(database, TURN, BETWEEN_ATTEMPTS_MS, clock()))) return false;
  const letGo = holdTurn(database, TURN, clock, deps.renewEveryMs);
  try {
    const { name, bytes } = await backups.make(BY_CLOCK);
    deps.onAttempt('made');
    await forgetBackupTrouble(database);
    deps.logger.info({ backup: name, bytes }, 'a backup was created');
  } catch (thrown) {
    deps.onAttempt('failed');
    deps.logger.error({ err: thrown }, 'a backup failed; the next attempt is in half an hour');
    const at = new Date(clock()).toISOString();
    await noteBackupTrouble(database, { at, reason: failureSentence(thrown) }).catch(() => undefined);
  } finally {
    letGo();
  }
  return true;
}

export interface BackupLook {
  /** Undefined if backups are not restored on the side. */
  readonly restore: RestoreAside | undefined;
  /** Called after each look, with or without a backup. */
  readonly onLook: () => Promise<void>;
}

/** Checks about every minute. Stopping it aborts a backup or a restore in progress. */
export function startScheduledBackups(deps: ScheduledBackupsDeps, { restore, onLook }: BackupLook): RepeatedWork {
  const looks = repeatWork(
    () => LOOK_MS * (1 + Math.random()),
    async () => {
      // The database may be unavailable or not prepared yet. Due backups wait until it is ready.
      await backUpWhenDue(deps).catch((thrown: unknown) =>
        deps.logger.debug({ err: thrown }, 'could not check for due backups'),
      );
      if (restore !== undefined)
        await verifyWhenDue({ ...deps, restore }).catch((thrown: unknown) =>
          deps.logger.debug({ err: thrown }, 'could not check for unverified backups'),
        );
      await onLook();
    },
  );
  return {
    async stop() {
      await Promise.all([looks.stop(), deps.backups.stop()]);
    },
  };
}
