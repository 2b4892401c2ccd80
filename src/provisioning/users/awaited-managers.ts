// Managers who came at the same moment as their reports: neither transaction saw what the other one wrote, so that the
// report waits for somebody who is here. A sweep finds them (background/sweeps.ts).
import { THE_SERVICE } from '../../audit/outbox.ts';
import { doEach } from '../../base/each.ts';
import { newId } from '../../base/id.ts';
import { resolveReports } from '../../directory/managers/managers.ts';
import type { Database } from '../../storage/database.ts';
import { type AwaitedManager, selectAwaited } from './awaited-manager-store.ts';

const A_PAGE = 500;

/** Gives members the manager whom they wait for, where that person is here by now; answers how many managers. */
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
