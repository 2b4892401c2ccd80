// If a manager and a report arrive concurrently, neither transaction sees the other, so the report keeps waiting for a
// manager who exists. A sweep resolves these (background/sweeps.ts).
import { THE_SERVICE } from '../../audit/outbox.ts';
import { newId } from '../../base/id.ts';
import { doEach } from '../../base/slices.ts';
import { resolveReports } from '../../directory/managers/managers.ts';
import type { Database } from '../../storage/database.ts';
import { type AwaitedManager, selectAwaited } from './awaited-manager-store.ts';

const A_PAGE = 500;

/** Assigns awaited managers who now exist. Returns their number. */
export async function settleManagers(database: Database, aPage = A_PAGE): Promise<number> {
  let settled = 0;
  await doEach(awaitedNames(database, aPage), async ({ team_id, connection_id, manager_ref, account_id }) => {
    if (account_id === null) return;
    const by = { account_id: null, actor: THE_SERVICE, request_id: newId() };
    await database.inTransaction((tx) => resolveReports(tx, team_id, connection_id, account_id, [manager_ref], by));
    settled += 1;
  });
  return settled;
}

async function* awaitedNames(database: Database, aPage: number): AsyncGenerator<AwaitedManager> {
  for (let after: AwaitedManager | undefined; ; ) {
    const page: AwaitedManager[] = await selectAwaited(database, after, aPage);
    yield* page;
    after = page.at(-1);
    if (after === undefined) return;
    await database.giveWay();
  }
}
