// A connection is deleted: its tokens, records and log go. People whom another connection sends in the same state are
// that one's from then on (Decision 56), else it would deactivate them in its own record alone.
import type { By } from '../audit/audit-log.ts';
import { deleteConnection as deleteFromDirectory } from '../directory/connections/connections.ts';
import { passMembersOn } from '../directory/members/members.ts';
import type { Tx } from '../storage/database.ts';
import { holdElsewhere, newestElsewhere } from './users/left-elsewhere-store.ts';

/** Refuses with `not-found`. */
export async function deleteConnection(tx: Tx, teamId: string, connectionId: string, by: By): Promise<void> {
  await holdElsewhere(tx, teamId, connectionId);
  await passMembersOn(tx, teamId, connectionId, newestElsewhere(teamId, connectionId));
  await deleteFromDirectory(tx, teamId, connectionId, by);
}
