// One-time sign-in links: for the first person of a new service, for a person who forgot the password or was just
// added. The token stands in the fragment of the address, which browsers send to no server, so that it reaches no log.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { hashToken, looksLikeToken, mintToken } from '../credentials/tokens.ts';
import { findAccountByEmail, proveByPerson } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { getMember, holdActiveMember } from '../directory/members/members.ts';
import type { Tx } from '../storage/database.ts';
import { insertLink, type LoginLink, takeLink } from './login-link-store.ts';
import { requireAllowed } from './sign-in.ts';
import type { Workspace } from './sign-in-store.ts';

/** How long a link is good, unless its maker says otherwise. */
export const LINK_LIFETIME_MS = 15 * 60_000;

export interface MadeLink {
  /** Shown once: `svc_link_…`. `loginLinkUrl` makes the address of it. */
  readonly token: string;
  readonly expires_at: string;
}

/** The address to open in a browser. */
export const loginLinkUrl = (publicUrl: string, token: string): string => `${publicUrl}/sign-in#token=${token}`;

/**
 * A link for the person of that e-mail address, into one workspace or, without `team_id`, wherever the person belongs.
 * For who runs the service (first start, command line). Refuses with `not-found` an unknown address, with
 * `membership-revoked` a person who is no active member, with `forbidden` where the workspace asks for single sign-on.
 */
export async function createLoginLink(
  tx: Tx,
  wanted: { readonly email: string; readonly team_id?: string | undefined; readonly lifetime_ms?: number },
  now: number,
  by: By,
): Promise<MadeLink> {
  const account = await findAccountByEmail(tx, wanted.email);
  if (account === undefined) throw refuse('not-found', `Nobody with the e-mail address ${wanted.email} is known here.`);
  const { account_id, name, proof_number } = account;
  const { workspaces } = await requireAllowed(tx, account_id, { team_id: wanted.team_id, method: 'link' });
  const link = { account_id, team_id: wanted.team_id ?? null, confined: false, proof_number };
  return keep(
    tx,
    { ...link, ...activationsOf(workspaces) },
    name,
    now + (wanted.lifetime_ms ?? LINK_LIFETIME_MS),
    now,
    by,
  );
}

/**
 * A link that a workspace's admin hands to a member. The session that it opens is good in that workspace only, since
 * nobody else vouches for the person who opens it. Refuses with `not-found`, with `forbidden` the Owner, whom an admin
 * could otherwise impersonate, and with what `createLoginLink` refuses.
 */
export async function createMemberLink(
  tx: Tx,
  teamId: string,
  accountId: string,
  now: number,
  by: By,
): Promise<MadeLink> {
  // A person who is made the Owner at this moment is it before, or loses the link with the others (ownership.ts).
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
 * What the link is for; it is used up when the transaction commits. Following an operator's link proves the address.
 * Refuses with `unauthorized`.
 */
export async function redeemLoginLink(tx: Tx, token: string, now: number): Promise<LoginLink> {
  const link = looksLikeToken('svc_link_', token) ? await takeLink(tx, hashToken(token), instant(now)) : undefined;
  if (link !== undefined) {
    if (!link.confined) await proveByPerson(tx, link.account_id, link.proof_number);
    return link;
  }
  throw refuse('unauthorized', 'The link was used, has run out or is not complete. Ask for a new one.', { sent: true });
}

/** A deactivation ends the link for that workspace, also where the person is reactivated (Decision 74). */
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
