// Who a provider's subject is here. The subject decides, never the e-mail address: the address only lets a subject be
// linked, once, and only where both the provider and the workspace vouch for it.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { getMember } from '../directory/members/members.ts';
import { getTeam, holdTeams } from '../directory/teams/teams.ts';
import type { Tx } from '../storage/database.ts';
import { notSetUp } from './single-sign-on.ts';
import type { Identity } from './single-sign-on-provider.ts';
import * as store from './single-sign-on-store.ts';

/**
 * The account of the identity. A subject that is not known yet is linked to the active member of its e-mail address, if
 * the provider says that the address is verified, its domain is verified for the workspace, and the member is linked to
 * no other subject of the provider. The Owner is linked only where they are signed in already (`isPresent`): any admin
 * chooses the provider, and would be let in by one of their own. `findPerson` is who may be linked by an address.
 * Refuses with `membership-revoked` and `forbidden`, and with `not-found` where the provider signs nobody in any more;
 * `reason` tells which rule.
 */
export async function linkedAccount(
  tx: Tx,
  teamId: string,
  identity: Identity,
  now: number,
  requestId: string,
  isPresent: (accountId: string) => Promise<boolean>,
  findPerson = store.findLinkable,
): Promise<string> {
  const { issuer, subject, email } = identity;
  const known = await store.findLinked(tx, teamId, issuer, subject);
  if (known?.status === 'active') return known.account_id;
  if (known !== undefined)
    throw refuse('membership-revoked', 'You are no active member of this workspace.', { reason: 'no-member' });
  if (email === undefined || !identity.is_email_verified)
    throw unlinked('The provider does not say that your e-mail address is verified.', 'email-not-verified');
  const person = await findPerson(tx, teamId, email);
  if (person === undefined)
    throw unlinked('No active member of this workspace has your e-mail address in a verified domain.', 'no-member');
  await holdProvider(tx, teamId, identity);
  const { account_id, name } = person;
  if ((await getTeam(tx, teamId)).owner_id === account_id && !(await isPresent(account_id)))
    throw unlinked('The Owner signs in with a password or a link before the first single sign-on.', 'owner');
  const linked_at = instant(now);
  if (!(await store.insertLink(tx, teamId, { issuer, subject, account_id, linked_at }))) {
    // Two first sign-ins of one subject at the same moment: the other one has linked it.
    if ((await store.findLinked(tx, teamId, issuer, subject))?.account_id === account_id) return account_id;
    throw unlinked(
      'The member with your e-mail address is linked to another person at the provider.',
      'linked-to-another',
    );
  }
  const by: By = { account_id, actor: { kind: 'person', id: account_id, name }, request_id: requestId };
  const after = { issuer, subject };
  await recordChange(tx, teamId, 'team.sso.linked', { kind: 'user', id: account_id, name }, by, { after });
  return account_id;
}

/** The provider may have been removed, or be another, since it named the person: nobody is linked for it then. */
async function holdProvider(tx: Tx, teamId: string, { issuer, asked }: Identity): Promise<void> {
  await holdTeams(tx, [teamId]);
  const settings = await store.holdSettings(tx, teamId);
  const isOther = settings?.issuer !== (asked?.issuer ?? issuer) || (asked && settings.client_id !== asked.client_id);
  if (isOther || !settings.enabled) throw notSetUp();
}

/** Forgets who a member is at the provider; the next sign-in links anew. Refuses with `not-found`. */
export async function unlinkMember(tx: Tx, teamId: string, accountId: string, by: By): Promise<void> {
  const { name } = await getMember(tx, teamId, accountId);
  if ((await store.deleteLinks(tx, teamId, accountId)) === 0)
    throw refuse('not-found', 'This member has not signed in with single sign-on yet.');
  await recordChange(tx, teamId, 'team.sso.unlinked', { kind: 'user', id: accountId, name }, by);
}

const unlinked = (sentence: string, reason: string): Error =>
  refuse('forbidden', `${sentence} Ask an admin of the workspace.`, { reason });
