// Members of synced groups who are no users of the connection any more: no request of the identity provider can name
// them, and they would hold the roles of the group for ever. Earlier releases left such people behind.
import type { By } from '../audit/audit-log.ts';
import { THE_SERVICE } from '../audit/outbox.ts';
import { newId } from '../base/id.ts';
import { removeGroupMembers } from '../directory/group-members.ts';
import type { Database } from '../storage/database.ts';
import { selectConnectionsWithGroups, selectMembersWithoutRecord } from './group-record-store.ts';
import { holdRecords } from './user-record-store.ts';

/** Takes them out of the groups, and tells so in the audit log; answers how many memberships ended. */
export async function removeMembersWithoutRecord(database: Database): Promise<number> {
  let ended = 0;
  for (const connection of await selectConnectionsWithGroups(database)) {
    const { team_id, connection_id } = connection;
    if ((await selectMembersWithoutRecord(database, connection)).length === 0) continue;
    await database.inTransaction(async (tx) => {
      await holdRecords(tx, connection, 'alone');
      for (const { group_id, account_ids } of await selectMembersWithoutRecord(tx, connection))
        ended += (await removeGroupMembers(tx, team_id, group_id, account_ids, connection_id, byService())).removed;
    });
  }
  return ended;
}

const byService = (): By => ({ account_id: null, actor: THE_SERVICE, request_id: newId() });
