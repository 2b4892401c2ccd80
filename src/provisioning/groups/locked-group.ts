// Locks a group and its record for a change requested by a connection.
import { ScimError } from '@cairn/scim-protocol/scim-error';
import { type LockedGroup, noSuchGroup as noGroup } from '../../directory/groups/group.ts';
import type { Tx } from '../../storage/database.ts';
import { requireVersion } from '../resource-version.ts';
import type { ScimContext } from '../scim-context.ts';
import { isId } from '../users/user-attribute-store.ts';
import { type GroupRow, lockGroupRecord } from './group-record-store.ts';

/** Fails with 404 if the connection has no such group, and with 412 if If-Match does not name its version. */
export async function lockRecord(
  tx: Tx,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
): Promise<{ readonly group: LockedGroup; readonly row: GroupRow }> {
  if (!isId(id)) noSuchGroup();
  const held = (await lockGroupRecord(tx, context, id)) ?? noGroup();
  const { attributes, recorded_at, ...group } = held;
  if (attributes === null || recorded_at === null) noSuchGroup();
  const version = String(group.version);
  requireVersion(ifMatch, version);
  const { group_id: record_id, updated_at: last_modified } = group;
  return { group, row: { record_id, attributes, version, created_at: recorded_at, last_modified, members: null } };
}

export function noSuchGroup(): never {
  throw new ScimError(404, undefined, 'This connection has no such group. It may have been deleted or disconnected.');
}
