// One-time sign-in links: for the first person of a new service, for people who were just added, and for people who
// forgot their password. The token is in the URL fragment, which browsers don't send to servers, so it never reaches a
// log.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import { hashToken, looksLikeToken, mintToken } from '../credentials/tokens.ts';
import { findAccountByEmail, proveByPerson } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { getMember, holdActiveMember } from '../directory/members/members.ts';
import type { Tx } from '../storage/database.ts';
import { insertLink, type LoginLink, takeLink } from './login-link-store.ts';
import { requireAllowed } from './sign-in.ts';
import type { Workspace } from './sign-in-store.ts';

/** Default lifetime of a link. */
export const LINK_LIFETIME_MS = 15 * 60_000;

export interface MadeLink {
  /** Shown once: `svc_link_…`. Pass it to `loginLinkUrl` to get the URL. */
  readonly token: string;
  readonly expires_at: string;
}

export const loginLinkUrl = (publicUrl: string, token: string): string => `${publicUrl}/sign-in#token=${token}`;

/**
 * Creates a link for the person with that e-mail address: into one workspace or, without `team_id`, any that the person
 * belongs to. For operators (first start, command line). Fails with `not-found` if the address is unknown, with
 * `membership-revoked` if the person is not an active member, and with `forbidden` if the workspace requires single
 * sign-on.
 */
export async function createLoginLink(
  tx: Tx,
  input: { readonly email: string; readonly team_id?: string | undefined; readonly lifetime_ms?: number },
  now: number,
  by: By,
): Promise<MadeLink> {
  const account = await findAccountByEmail(tx, input.email);
  if (account === undefined)
    throw refuse('not-found', t('No account has the e-mail address {email}.', { email: input.email }));
  const { account_id, name, proof_number } = account;
  const { workspaces } = await requireAllowed(tx, account_id, { team_id: input.team_id, method: 'link' });
  const link = { account_id, team_id: input.team_id ?? null, confined: false, proof_number };
  return keep(
    tx,
    { ...link, ...activationsOf(workspaces) },
    name,
    now + (input.lifetime_ms ?? LINK_LIFETIME_MS),
    now,
    by,
  );
}

/**
 * Creates a link that a workspace admin gives to a member. Its session is valid only in that workspace, because only
 * the workspace vouches for the person who opens the link. Fails with `not-found`, like `createLoginLink`, and with
 * `forbidden` for the Owner, whom an admin could otherwise impersonate.
 */
export async function createMemberLink(
  tx: Tx,
  teamId: string,
  accountId: string,
  now: number,
  by: By,
): Promise<MadeLink> {
  // In a race with a transfer, either the person is already the Owner here or the transfer deletes this link
  // (ownership.ts).
  await holdActiveMember(tx, teamId, accountId);
  const member = await getMember(tx, teamId, accountId);
  if (member.is_owner && by.account_id !== accountId)
    throw refuse(
      'forbidden',
      'Nobody can sign in for the Owner. The people who run the service can make a link for the Owner.',
    );
  const { workspaces } = await requireAllowed(tx, accountId, { team_id: teamId, method: 'link' });
  const link = {
    account_id: accountId,
    team_id: teamId,
    confined: true,
    proof_number: 0,
    ...activationsOf(workspaces),
  };
  return keep(tx, link, member.name, now + LINK_LIFETIME_MS, now, by);
}

/**
 * Returns the link and uses it up when the transaction commits. Following an operator's link proves the address.
 * Fails with `unauthorized`.
 */
export async function redeemLoginLink(tx: Tx, token: string, now: number): Promise<LoginLink> {
  const link = looksLikeToken('svc_link_', token) ? await takeLink(tx, hashToken(token), instant(now)) : undefined;
  if (link !== undefined) {
    if (!link.confined) await proveByPerson(tx, link.account_id, link.proof_number);
    return link;
  }
  throw refuse('unauthorized', 'The link was used, has run out or is not complete. Ask for a new one.', { sent: true });
}

/** Deactivating the member ends the link for that workspace, even if the member is reactivated later (Decision 74). */
const activationsOf = (workspaces: readonly Workspace[]): Pick<LoginLink, 'activations'> => ({
  activations: workspaces.map(({ activation }) => activation),
});

async function keep(tx: Tx, link: LoginLink, name: string, expires: number, now: number, by: By): Promise<MadeLink> {
  const { token, hash } = mintToken('svc_link_');
  const expires_at = instant(expires);
  await insertLink(tx, { ...link, token_hash: hash, expires_at, now: instant(now) });
  const subject = { kind: 'user', id: link.account_id, name };
  const after = { expires_at, confined: link.confined };
  await recordChange(tx, link.team_id ?? SVC_CATALOG_ID, 'session.link_created', subject, by, { after });
  return { token, expires_at };
}
