// Transfers a workspace to another Owner and ends sign-ins created earlier in that person's name. Admins can create
// sign-in links for any member except the Owner (login-links.ts), so a session from such a link must not become the
// Owner's.
import { type By, recordChange } from '../audit/audit-log.ts';
import { endDeviceConsents } from '../credentials/oauth-artifacts.ts';
import { getMember } from '../directory/members/members.ts';
import { transferOwnership } from '../directory/teams/teams.ts';
import type { Tx } from '../storage/database.ts';
import { deleteLinksInto } from './login-link-store.ts';
import { deletePasswordInto } from './password-store.ts';
import { deleteVouchedSessions } from './session-store.ts';
import { deleteLinks } from './single-sign-on-store.ts';

/**
 * Transfers the workspace. Deletes the new Owner's links into the workspace, their link to its provider, and the
 * password that opens only this workspace. Ends sessions that only this workspace vouches for. Sessions from single
 * sign-on end too, because any admin can choose the provider and may have linked a subject of their own to the person.
 * Audited as `team.member.signed_out`, `team.sso.unlinked` and `account.password_removed`. Fails like
 * `transferOwnership`.
 */
export async function giveWorkspace(tx: Tx, teamId: string, accountId: string, by: By): Promise<void> {
  if (!(await transferOwnership(tx, teamId, accountId, by))) return;
  // Deletes consents, links and the password first. If one of them is redeemed concurrently, its session is deleted
  // below.
  await endDeviceConsents(tx, accountId, teamId);
  await deleteLinksInto(tx, teamId, accountId);
  const wasLinked = (await deleteLinks(tx, teamId, accountId)) > 0;
  const hadPassword = await deletePasswordInto(tx, teamId, accountId);
  const sessions = await deleteVouchedSessions(tx, teamId, accountId);
  const { name } = await getMember(tx, teamId, accountId);
  const subject = { kind: 'user', id: accountId, name };
  if (hadPassword) await recordChange(tx, teamId, 'account.password_removed', subject, by);
  if (wasLinked) await recordChange(tx, teamId, 'team.sso.unlinked', subject, by);
  if (sessions > 0) await recordChange(tx, teamId, 'team.member.signed_out', subject, by, { after: { sessions } });
}
