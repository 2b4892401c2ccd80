// A group and the record of it, held for a change that a connection asked for.
import { ScimError } from '@cairn/scim-protocol/scim-error';
import type { LockedGroup } from '../directory/group.ts';
import { lockOwnGroup } from '../directory/groups.ts';
import type { Tx } from '../storage/database.ts';
import { findRecord, type GroupRow } from './group-record-store.ts';
import { requireVersion } from './resource-version.ts';
import type { ScimContext } from './scim-context.ts';
import { isId } from './user-attribute-store.ts';

/** Refuses with 404 what is no group of this connection, and with 412 a group that If-Match does not name. */
export async function lockRecord(
  tx: Tx,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
): Promise<{ readonly group: LockedGroup; readonly row: GroupRow }> {
  if (!isId(id)) throw noSuchGroup();
  const group = await lockOwnGroup(tx, context.team_id, id, context.connection_id);
  const record = await findRecord(tx, context, id);
  if (record === undefined) throw noSuchGroup();
  const row = { ...record, version: String(group.version), last_modified: group.updated_at, members: null };
  requireVersion(ifMatch, row.version);
  return { group, row };
}

export const noSuchGroup = (): ScimError =>
  new ScimError(404, undefined, 'There is no such group in this connection. It may have been deleted or disconnected.');
