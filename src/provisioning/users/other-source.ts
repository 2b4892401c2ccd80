// People whose membership another source manages: a request of this connection changes only the record, and the logs
// say so.

import { isJsonObject, type JsonObject } from '@cairn/scim-protocol/json';
import { recordChange } from '../../audit/audit-log.ts';
import { getConnection } from '../../directory/connections/connections.ts';
import type { Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import type { UserFacts } from './user-record.ts';
import type { LockedUser } from './user-record-store.ts';

/** Adds a warning about a changed state. Returns true if the change is in the audit log. */
export async function warnOfOther(tx: Tx, context: ScimContext, row: LockedUser, before: UserFacts, after: UserFacts) {
  if (before.columns.active === after.columns.active) return false;
  if (!after.columns.active) return warnOfLeaving(tx, context, row, 'deactivated');
  context.warn(onlyTheRecord('activated', await managerOfMembership(tx, context, row)));
  return false;
}

/**
 * Records in both logs that the person left here but remains a member through another source. Returns true if the
 * change is in the audit log.
 */
export async function warnOfLeaving(tx: Tx, context: ScimContext, row: LockedUser, record: 'deactivated' | 'deleted') {
  const source = await managerOfMembership(tx, context, row);
  context.warn(onlyTheRecord(record, source));
  const subject = { kind: 'user', id: row.account_id, name: nameOf(JSON.parse(row.attributes)) };
  const after = { record, membership: source };
  await recordChange(tx, context.team_id, 'team.member.left_connection', subject, context.by, { after });
  return true;
}

const onlyTheRecord = (state: string, source: string): string =>
  `Only the record in this connection is ${state}. The membership stays unchanged because ${source} manages it.`;

async function managerOfMembership(tx: Tx, { team_id }: ScimContext, row: LockedUser): Promise<string> {
  const other = row.membership_connection_id;
  return other === null ? 'the service' : `the connection "${(await getConnection(tx, team_id, other)).name}"`;
}

/** The display name, user name or full name. */
export const nameOf = ({ displayName, userName, name }: JsonObject): string => {
  const formatted = isJsonObject(name) ? name.formatted : undefined;
  return String(displayName ?? formatted ?? userName ?? '');
};
