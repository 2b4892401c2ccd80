// A workspace given to another Owner, and what was opened in that person's name before. An admin lets any member in by
// a link but the Owner (login-links.ts): a session that rests on such a link must not become the Owner's.
import { type By, recordChange } from '../audit/audit-log.ts';
import { endDeviceConsents } from '../credentials/oauth-artifacts.ts';
import { getMember } from '../directory/members/members.ts';
import { transferOwnership } from '../directory/teams/teams.ts';
import type { Tx } from '../storage/database.ts';
import { deleteLinksInto } from './login-link-store.ts';
import { deletePasswordInto } from './password-store.ts';
import { deleteVouchedSessions } from './session-store.ts';

/**
 * Gives the workspace away. Of the person who gets it, links into the workspace, the password that opens it alone and
 * sessions that rest on its word alone end, but those by single sign-on, where the provider has vouched: in the audit
 * log `team.member.signed_out` and `account.password_removed`. Refuses as `transferOwnership`.
 */
export async function giveWorkspace(tx: Tx, teamId: string, accountId: string, by: By): Promise<void> {
  if (!(await transferOwnership(tx, teamId, accountId, by))) return;
  // What becomes a session goes first: of somebody who redeems it at this moment, the session is seen below.
  await endDeviceConsents(tx, accountId, teamId);
  await deleteLinksInto(tx, teamId, accountId);
  const hadPassword = await deletePasswordInto(tx, teamId, accountId);
  const sessions = await deleteVouchedSessions(tx, teamId, accountId);
  const { name } = await getMember(tx, teamId, accountId);
  const subject = { kind: 'user', id: accountId, name };
  if (hadPassword) await recordChange(tx, teamId, 'account.password_removed', subject, by);
  if (sessions > 0) await recordChange(tx, teamId, 'team.member.signed_out', subject, by, { after: { sessions } });
}
