// Maps a provider's subjects to accounts. The subject identifies the account, not the e-mail address. The address is
// used only once, to link a subject, and only if both the provider and the workspace vouch for it.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { type Text, t } from '../base/texts/t.ts';
import { getMember } from '../directory/members/members.ts';
import { getTeam, holdTeam } from '../directory/teams/teams.ts';
import type { Db, Tx } from '../storage/database.ts';
import { notSetUp } from './single-sign-on.ts';
import type { Identity } from './single-sign-on-provider.ts';
import * as store from './single-sign-on-store.ts';

/** A member who may be linked to the subject. */
export interface Candidate extends store.Linkable {
  readonly is_owner: boolean;
}

/**
 * Returns the identity's account if the person cannot be asked, and links a candidate immediately. Fails like
 * `findLinkedAccount` and `getCandidate`, and with `forbidden` for the Owner. Any admin can choose the provider, so an
 * admin's own provider could claim to know the Owner.
 */
export async function linkedAccount(
  tx: Tx,
  teamId: string,
  identity: Identity,
  now: number,
  requestId: string,
  findPerson = store.findLinkable,
): Promise<string> {
  const known = await findLinkedAccount(tx, teamId, identity);
  if (known !== undefined) return known;
  const candidate = await getCandidate(tx, teamId, identity, findPerson);
  if (candidate.is_owner) throw ownerIsAbsent();
  return linkCandidate(tx, teamId, identity, candidate, now, requestId);
}

/** The account that the subject is linked to, if any. Fails with `membership-revoked`. */
export async function findLinkedAccount(
  db: Db,
  teamId: string,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const known = await store.findLinked(db, teamId, issuer, subject);
  if (known === undefined || known.status === 'active') return known?.account_id;
  throw refuse('membership-revoked', 'You are not an active member of this workspace.', { reason: 'no-member' });
}

/**
 * Returns the active member with the identity's e-mail address, if the provider has verified the address and the
 * workspace has verified its domain. `findPerson` finds the members who may be linked by address. Fails with
 * `forbidden`, and with `not-found` if the provider can no longer sign anyone in. `reason` names the rule.
 */
export async function getCandidate(
  tx: Tx,
  teamId: string,
  identity: Identity,
  findPerson = store.findLinkable,
): Promise<Candidate> {
  const { email } = identity;
  if (email === undefined || !identity.is_email_verified)
    throw unlinked(t('The provider does not say that your e-mail address is verified.'), 'email-not-verified');
  const person = await findPerson(tx, teamId, email);
  if (person === undefined)
    throw unlinked(t('No active member of this workspace has your e-mail address in a verified domain.'), 'no-member');
  await holdProvider(tx, teamId, identity);
  const { owner_id } = await getTeam(tx, teamId);
  return { ...person, is_owner: owner_id === person.account_id };
}

/** Links the candidate. Fails with `forbidden` if the member is linked to another subject of the provider. */
export async function linkCandidate(
  tx: Tx,
  teamId: string,
  { issuer, subject }: Identity,
  { account_id, name }: Candidate,
  now: number,
  requestId: string,
): Promise<string> {
  const linked_at = instant(now);
  if (!(await store.insertLink(tx, teamId, { issuer, subject, account_id, linked_at }))) {
    // A concurrent first sign-in of the same subject has created the link.
    if ((await store.findLinked(tx, teamId, issuer, subject))?.account_id === account_id) return account_id;
    throw unlinked(
      t('The member with your e-mail address is linked to another person at the provider.'),
      'linked-to-another',
    );
  }
  const by: By = { account_id, actor: { kind: 'person', id: account_id, name }, request_id: requestId };
  const after = { issuer, subject };
  await recordChange(tx, teamId, 'team.sso.linked', { kind: 'user', id: account_id, name }, by, { after });
  return account_id;
}

export const ownerIsAbsent = (): Error =>
  unlinked(t('The Owner signs in with a password or a link before the first single sign-on.'), 'owner');

/** Rejects the link if the provider has been removed or replaced since it returned the identity. */
async function holdProvider(tx: Tx, teamId: string, { issuer, asked }: Identity): Promise<void> {
  await holdTeam(tx, teamId);
  const settings = await store.holdSettings(tx, teamId);
  const isOther = settings?.issuer !== (asked?.issuer ?? issuer) || (asked && settings.client_id !== asked.client_id);
  if (isOther || !settings.enabled) throw notSetUp();
}

/** Removes a member's link to the provider's subject. The next sign-in creates a new one. Fails with `not-found`. */
export async function unlinkMember(tx: Tx, teamId: string, accountId: string, by: By): Promise<void> {
  const { name } = await getMember(tx, teamId, accountId);
  if ((await store.deleteLinks(tx, teamId, accountId)) === 0)
    throw refuse('not-found', 'This member has not signed in with single sign-on yet.');
  await recordChange(tx, teamId, 'team.sso.unlinked', { kind: 'user', id: accountId, name }, by);
}

const unlinked = (sentence: Text, reason: string): Error =>
  refuse('forbidden', t('{sentence} Ask an admin of the workspace.', { sentence }), { reason });
