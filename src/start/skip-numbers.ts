// Numbers after a restore. The state that is brought back knows nothing of what was saved and published after it, and
// would give the same numbers to other contents: an ETag that somebody kept would match, a tool would take a package
// for the one that it has. So the numbers that may have been given since are left out.
import { DAY_MS } from '../base/clock.ts';
import { skipGroupVersions } from '../directory/groups/groups.ts';
import { skipRecordVersions } from '../provisioning/users/user-sync.ts';
import type { Database } from '../storage/database.ts';
import { hasRestore, takeRestore } from '../storage/last-restore.ts';
import { skipTrailNumbers } from '../trails/catalog/catalogs.ts';

/** So many numbers of a thing are left out for each day between backup and restore: more than come together. */
const SAVES_A_DAY = 10_000;
const PUBLICATIONS_A_DAY = 20;

/** No integer ends before that many restores of that age were made. */
const MOST_DAYS = 1_000;

/** Nothing where no restore is noted (storage/last-restore.ts). `now` is in milliseconds since the epoch. */
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

/** Begun days; a moment that is none, or yet to come, counts as today. */
function daysSince(made: string, now: number): number {
  const days = Math.floor((now - Date.parse(made)) / DAY_MS) + 1;
  return days >= 1 ? Math.min(days, MOST_DAYS) : 1;
}
