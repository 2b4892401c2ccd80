// Skips numbers after a restore. The restored state does not know what was saved and published after the backup, and
// would assign the same numbers to different contents: an old ETag would match, and a tool would mistake a new package
// for the one it has.
import { DAY_MS } from '../base/clock.ts';
import { skipGroupVersions } from '../directory/groups/groups.ts';
import { skipRecordVersions } from '../provisioning/users/user-sync.ts';
import type { Database } from '../storage/database.ts';
import { hasRestore, takeRestore } from '../storage/last-restore.ts';
import { skipTrailNumbers } from '../trails/catalog/catalogs.ts';

/** How many numbers to skip for each day between backup and restore. This is more than are ever used. */
const SAVES_A_DAY = 10_000;
const PUBLICATIONS_A_DAY = 20;

/** Prevents integer overflow, even after many restores of old backups. */
const MAX_DAYS = 1_000;

/** Does nothing if no restore is noted (storage/last-restore.ts). `now` is in milliseconds since the epoch. */
export async function skipNumbers(database: Database, now: number): Promise<void> {
  if (!(await hasRestore(database))) return;
  await database.inTransaction(
    async (tx) => {
      const made = await takeRestore(tx);
      if (made === undefined) return;
      const days = daysSince(made, now);
      const saves = days * SAVES_A_DAY;
      await skipTrailNumbers(tx, { saves, publications: days * PUBLICATIONS_A_DAY });
      await skipGroupVersions(tx, saves);
      await skipRecordVersions(tx, saves);
    },
    { isPatient: true },
  );
}

/** The number of days, rounded up. Invalid and future timestamps count as today. */
function daysSince(made: string, now: number): number {
  const days = Math.floor((now - Date.parse(made)) / DAY_MS) + 1;
  return days >= 1 ? Math.min(days, MAX_DAYS) : 1;
}
