// Ends memberships so that they can be restored (leaving-members.ts).
import { type By, recordChange } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import type { Member } from '../member.ts';
import * as store from './member-store.ts';
import { lockOwn, ownerProtected, refuseFullTeam, subjectOf } from './members.ts';

/** Like `removeMember`, but the person can be restored. Fails with `owner-protected`, and with `conflict`. */
export async function leaveTeam(
  tx: Tx,
  teamId: string,
  accountId: string,
  connectionId: string,
  isHidden: boolean,
  by: By,
): Promise<void> {
  const member = await lockOwn(tx, teamId, accountId, connectionId);
  if (member.is_owner) throw ownerProtected('removed');
  await store.updateStatus(tx, teamId, accountId, 'deactivated');
  await store.releaseReports(tx, teamId, accountId);
  await store.changeItsGroups(tx, teamId, accountId);
  if (isHidden) await store.updateListing(tx, teamId, [accountId], true);
  await recordRemoved(tx, teamId, member, by);
}

/**
 * Restores a person who left. Takes a seat. Fails with `seat-limit`, and with `conflict` if the person is not a member
 * of that connection any more.
 */
export async function returnToTeam(
  tx: Tx,
  teamId: string,
  accountId: string,
  connectionId: string,
  by: By,
): Promise<void> {
  await store.updateListing(tx, teamId, [accountId], false);
  const member = await lockOwn(tx, teamId, accountId, connectionId);
  await store.updateStatus(tx, teamId, accountId, 'active').catch(refuseFullTeam);
  await store.changeItsGroups(tx, teamId, accountId);
  const { email } = member;
  const after = { email, status: 'active', connection_id: connectionId };
  await recordChange(tx, teamId, 'team.member.added', subjectOf(member), by, { after });
}

const recordRemoved = (tx: Tx, teamId: string, member: Member, by: By): Promise<void> => {
  const { email, status, connection_id } = member;
  const before = { email, status, connection_id };
  return recordChange(tx, teamId, 'team.member.removed', subjectOf(member), by, { before });
};
