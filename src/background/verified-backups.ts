// Proves that backups can be restored: a new one is restored on the side, and the checksums of all others are compared
// again once per interval.
import type { Logger } from 'pino';
import type { Backup, Backups } from '../backup/backups.ts';
import type { RestoreAside } from '../backup/verification.ts';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../storage/database.ts';
import { claimTurn, holdTurn } from '../storage/turn-claim.ts';

export interface VerificationDeps {
  readonly backups: Backups;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How often to compare the checksums. */
  readonly everyMs: number;
  readonly renewEveryMs: number;
  readonly restore: RestoreAside;
}

const TURN = 'backup-check';
/** Between two checks, and after a failed one. */
const BETWEEN_CHECKS_MS = 10 * 60_000;

/** Checks the newest backup that is due. Returns whether there was one. */
export async function verifyWhenDue(deps: VerificationDeps): Promise<boolean> {
  const { backups, database, clock, logger, everyMs, restore } = deps;
  const due = (await backups.list()).find((backup) => isDue(backup, clock(), everyMs));
  if (due === undefined) return false;
  if (!(await claimTurn(database, TURN, Math.min(BETWEEN_CHECKS_MS, everyMs), clock()))) return false;
  const letGo = holdTurn(database, TURN, clock, deps.renewEveryMs);
  try {
    const { state, reason, restored } = await backups.verify(due.name, restore);
    if (state === 'restorable') logger.info({ backup: due.name, ...restored }, 'a backup was checked');
    else logger.error({ backup: due.name, reason }, 'a backup cannot be restored');
  } catch (thrown) {
    logger.warn({ backup: due.name, err: thrown }, 'a backup could not be checked; the next attempt follows');
  } finally {
    letGo();
  }
  return true;
}

/** Restores that failed are repeated, because the reason may be gone. */
function isDue({ verification }: Backup, now: number, everyMs: number): boolean {
  if (verification === null) return true;
  const age = now - Date.parse(verification.checked_at);
  return verification.state === 'failed' ? age >= BETWEEN_CHECKS_MS : age >= everyMs;
}
