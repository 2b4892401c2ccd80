// Deletes a connection with its tokens, records and log. People whom another connection also provisions in the same
// state move to that one (Decision 56). Otherwise, a later deactivation by that connection would change only its own
// record.
import type { By } from '../audit/audit-log.ts';
import { deleteConnection as deleteFromDirectory } from '../directory/connections/connections.ts';
import { finishIfHidden } from '../directory/members/leaving-members.ts';
import { passMembersOn } from '../directory/members/members.ts';
import type { Tx } from '../storage/database.ts';
import { selectHidden } from './guard/suspension-store.ts';
import { holdElsewhere, newestElsewhere } from './users/left-elsewhere-store.ts';

/** Fails with `not-found`. */
export async function deleteConnection(tx: Tx, teamId: string, connectionId: string, by: By): Promise<void> {
  await holdElsewhere(tx, teamId, connectionId);
  for (const { account_id } of await selectHidden(tx, { team_id: teamId, connection_id: connectionId }))
    await finishIfHidden(tx, teamId, account_id);
  await passMembersOn(tx, teamId, connectionId, newestElsewhere(teamId, connectionId));
  await deleteFromDirectory(tx, teamId, connectionId, by);
}
