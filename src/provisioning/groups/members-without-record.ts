// Finds members of synced groups that are no longer users of the connection. The identity provider cannot name them, so
// they would keep the group's roles forever. Earlier releases leave such people behind, also during a rolling upgrade.
// A sweep finds them (background/sweeps.ts).
import { THE_SERVICE } from '../../audit/outbox.ts';
import { newId } from '../../base/id.ts';
import { doEach } from '../../base/slices.ts';
import { removeGroupMembers } from '../../directory/groups/group-members.ts';
import type { Database } from '../../storage/database.ts';
import { holdRecords } from '../users/user-record-store.ts';
import { type RecordedGroup, selectMembersWithoutRecord, selectRecordedGroups } from './group-record-store.ts';

const A_PAGE = 500;

/** Removes them from their groups, which is audited. Returns the number of memberships that ended. */
export async function removeMembersWithoutRecord(database: Database, aPage = A_PAGE): Promise<number> {
  let ended = 0;
  await doEach(recordedGroups(database, aPage), async (group) => {
    ended += await leaveGroup(database, group);
  });
  return ended;
}

async function* recordedGroups(database: Database, aPage: number): AsyncGenerator<RecordedGroup> {
  for (let after: RecordedGroup | undefined; ; ) {
    const page: RecordedGroup[] = await selectRecordedGroups(database, after, aPage);
    yield* page;
    after = page.at(-1);
    if (after === undefined) return;
  }
}

/** Handles one group at a time, so that no statement reads a whole large workspace. */
async function leaveGroup(database: Database, group: RecordedGroup): Promise<number> {
  await database.giveWay();
  if ((await selectMembersWithoutRecord(database, group)).length === 0) return 0;
  return database.inTransaction(async (tx) => {
    await holdRecords(tx, group, 'alone');
    const ids = (await selectMembersWithoutRecord(tx, group)).map(({ account_id }) => account_id);
    if (ids.length === 0) return 0;
    const { team_id, connection_id, group_id } = group;
    const by = { account_id: null, actor: THE_SERVICE, request_id: newId() };
    return (await removeGroupMembers(tx, team_id, group_id, ids, connection_id, by)).removed;
  });
}
