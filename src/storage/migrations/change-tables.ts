// Changes of tables beside requests: the work may take long, waiting for a table may not, since everybody who comes
// after waits with it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '../database.ts';
import { isLockTimeout } from '../failures.ts';
import { trusted } from '../sql.ts';

/** So long a change waits for a table; then it steps back, and tries again after a pause. */
const LOCK_TIMEOUT_MS = 2_000;
const PAUSE_MS = 1_000;
const MOST_ATTEMPTS = 10;

/** Runs `work`, which says `waitBriefly`, until it has had its tables; `not-ready` where one of them stays locked. */
export async function changeTables<Result>(
  database: Pick<Database, 'inTransaction'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.inTransaction(work, { isPatient: true });
    } catch (thrown) {
      if (!isLockTimeout(thrown) || attempt === MOST_ATTEMPTS) throw thrown;
      await pause(PAUSE_MS);
    }
  }
}

/** From here on the transaction waits for tables only so long. */
export const waitBriefly = (tx: Tx): Promise<object[]> =>
  tx.rows(trusted(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
