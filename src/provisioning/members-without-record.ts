// Members of synced groups who are no users of the connection any more: no request of the identity provider can name
// them, and they would hold the roles of the group for ever. Earlier releases left such people behind.
import type { By } from '../audit/audit-log.ts';
import { THE_SERVICE } from '../audit/outbox.ts';
import { newId } from '../base/id.ts';
import { removeGroupMembers } from '../directory/group-members.ts';
import type { Database } from '../storage/database.ts';
import { selectMembersWithoutRecord, selectRecordedGroups } from './group-record-store.ts';
import { holdRecords } from './user-record-store.ts';

/** Takes them out of the groups, and tells so in the audit log; answers how many memberships ended. */
export async function removeMembersWithoutRecord(database: Database): Promise<number> {
  let ended = 0;
  for (const group of await selectRecordedGroups(database)) {
    const { team_id, connection_id, group_id } = group;
    if ((await selectMembersWithoutRecord(database, group, group_id)).length === 0) continue;
    ended += await database.inTransaction(async (tx) => {
      await holdRecords(tx, group, 'alone');
      const ids = (await selectMembersWithoutRecord(tx, group, group_id)).map(({ account_id }) => account_id);
      return (await removeGroupMembers(tx, team_id, group_id, ids, connection_id, byService())).removed;
    });
  }
  return ended;
}

const byService = (): By => ({ account_id: null, actor: THE_SERVICE, request_id: newId() });
