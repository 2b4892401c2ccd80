// A disconnected group keeps no record, so requests for it find nothing until it is provisioned again.
import type { By } from '../../audit/audit-log.ts';
import * as directory from '../../directory/groups/group-link.ts';
import type { Tx } from '../../storage/database.ts';
import { deleteGroupRecord, deleteGroupRecords } from './group-record-store.ts';

/** Calls the directory's `disconnectGroup` and deletes the record. Fails with `not-found` and `conflict`. */
export async function disconnectGroup(tx: Tx, teamId: string, groupId: string, by: By): Promise<void> {
  await directory.disconnectGroup(tx, teamId, groupId, by);
  await deleteGroupRecord(tx, teamId, groupId);
}

/**
 * Moves all groups of the connection to service management and deletes their records. A group provisioned at the same
 * time stays with the connection. Returns the number of groups moved.
 */
export async function moveGroupsToService(tx: Tx, teamId: string, connectionId: string, by: By): Promise<number> {
  const moved = await directory.moveGroupsToService(tx, teamId, connectionId, by);
  await deleteGroupRecords(tx, teamId, moved);
  return moved.length;
}
