// A group that leaves its connection leaves no record there: requests for it find nothing until it is pushed again.
import type { By } from '../../audit/audit-log.ts';
import * as directory from '../../directory/groups/group-link.ts';
import type { Tx } from '../../storage/database.ts';
import { deleteGroupRecord, deleteGroupRecords } from './group-record-store.ts';

/** `disconnectGroup` of the directory, and the record goes. Refuses with `not-found` and `conflict`. */
export async function disconnectGroup(tx: Tx, teamId: string, groupId: string, by: By): Promise<void> {
  await directory.disconnectGroup(tx, teamId, groupId, by);
  await deleteGroupRecord(tx, teamId, groupId);
}

/**
 * Moves all groups of the connection to service management, and the records of those go: one that is pushed meanwhile
 * stays the connection's, with its record. Answers how many.
 */
export async function moveGroupsToService(tx: Tx, teamId: string, connectionId: string, by: By): Promise<number> {
  const moved = await directory.moveGroupsToService(tx, teamId, connectionId, by);
  await deleteGroupRecords(tx, teamId, moved);
  return moved.length;
}
