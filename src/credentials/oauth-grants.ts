// What a person allowed an OAuth client: made at the consent page, seen and ended among the connected apps. Access
// tokens are issued under a grant and die with it, with the membership, and after an hour.

import { type By, recordChange } from '../audit/audit-log.ts';
import { announce } from '../audit/outbox.ts';
import { DAY_MS, instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { refuse } from '../base/refusal.ts';
import { holdOperator } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { holdActiveMember } from '../directory/members/members.ts';
import type { Db, Tx } from '../storage/database.ts';
import * as store from './oauth-grant-store.ts';
import { hashToken, mintToken } from './tokens.ts';

export type OauthGrant = store.OauthGrantRow;
export type ListedGrant = store.ListedGrantRow;
export type AccessToken = store.AccessTokenRow;

/** Unless it is ended earlier, a grant lasts this long; after it the person is asked again. */
export const GRANT_LIFETIME_MS = 180 * DAY_MS;
/** The longest an access token is good, in seconds (Decision 67). */
export const ACCESS_TOKEN_LIFETIME_S = 3_600;

export type NewGrant = Omit<OauthGrant, 'grant_id' | 'created_at' | 'expires_at'>;

/**
 * Makes the grant, in the words of the audit log `oauth.grant.created`. Refuses with `membership-revoked` a person who
 * is no active member of the workspace (or, in the service-wide catalog, no operator).
 */
export async function createGrant(tx: Tx, wanted: NewGrant, now: number, by: By): Promise<OauthGrant> {
  const activation = await holdStanding(tx, wanted.catalog_id, wanted.account_id);
  const grant: OauthGrant = {
    ...wanted,
    grant_id: newId(),
    created_at: instant(now),
    expires_at: instant(now + GRANT_LIFETIME_MS),
  };
  await store.insertOauthGrant(tx, grant, activation);
  await recordChange(tx, grant.catalog_id, 'oauth.grant.created', subjectOf(grant), by, { after: shownOf(grant) });
  if (grant.origin === 'device') await announceDevice(tx, grant, by);
  return grant;
}

/** Announces an app that got access with a code, as sessions of the service's own programs are. */
const announceDevice = (tx: Tx, { catalog_id, account_id, client_id, created_at }: OauthGrant, by: By): Promise<void> =>
  announce(tx, [
    {
      ...{ team_id: catalog_id, kind: 'session.device_opened', at: created_at, actor: by.actor },
      subject: { kind: 'user', id: account_id, name: by.actor.name },
      details: { client_id },
    },
  ]);

/**
 * The grant that the person's identity provider vouched for: made with the first assertion (`oauth.grant.created`), and
 * renewed by each later one with the scopes of that. Refuses as `createGrant`.
 */
export async function renewVouchedGrant(tx: Tx, wanted: NewGrant, now: number, requestId: string): Promise<OauthGrant> {
  const activation = await holdStanding(tx, wanted.catalog_id, wanted.account_id);
  const created: OauthGrant = {
    ...wanted,
    grant_id: newId(),
    created_at: instant(now),
    expires_at: instant(now + GRANT_LIFETIME_MS),
  };
  const grant = await store.putVouchedGrant(tx, created, activation);
  if (grant.grant_id !== created.grant_id) return grant;
  const actor = { kind: 'person', id: grant.account_id, name: 'The identity provider' } as const;
  const by: By = { account_id: grant.account_id, actor, request_id: requestId };
  await recordChange(tx, grant.catalog_id, 'oauth.grant.created', subjectOf(grant), by, { after: shownOf(grant) });
  return grant;
}

/** The living grant of that id. */
export const findGrant = (db: Db, grantId: string, now: number): Promise<OauthGrant | undefined> =>
  store.findGrant(db, grantId, instant(now));

/**
 * Issues an access token under a grant, good for its resource and for at most an hour. The membership and the grant are
 * held until the transaction ends, so that no token outlives a deprovisioning at the same moment. Refuses with
 * `membership-revoked` a person who left, with `unauthorized` a grant that has ended.
 */
export async function issueAccessToken(
  tx: Tx,
  grantId: string,
  wanted: { readonly token: string; readonly scopes: readonly string[]; readonly expires_at: string },
  now: number,
): Promise<AccessToken> {
  const grant = await findGrant(tx, grantId, now);
  if (grant === undefined) throw ended();
  const { catalog_id, account_id, client_id, resource } = grant;
  const activation = await holdStanding(tx, catalog_id, account_id);
  if (!(await store.holdGrant(tx, catalog_id, grantId, activation))) throw ended();
  const token: AccessToken = {
    catalog_id,
    credential_id: newId(),
    grant_id: grantId,
    account_id,
    client_id,
    resource,
    scopes: wanted.scopes,
    created_at: instant(now),
    expires_at: wanted.expires_at,
  };
  await store.insertAccessToken(tx, grant, token, hashToken(wanted.token), activation);
  return token;
}

/** A token that is shown once: `svc_oauth_…`. */
export const mintAccessToken = (): string => mintToken('svc_oauth_').token;

/** The living access token, by the token itself. */
export const findAccessToken = (db: Db, token: string, now: number): Promise<AccessToken | undefined> =>
  store.findAccessToken(db, hashToken(token), instant(now));

/** Ends one access token, by the token itself; its grant goes on. */
export const revokeAccessToken = (db: Db, token: string): Promise<void> =>
  store.revokeAccessToken(db, hashToken(token));

/** Ends a grant with its tokens, at once and in every process. Answers false where it had ended. */
export async function revokeGrant(tx: Tx, catalogId: string, grantId: string, by: By): Promise<boolean> {
  return (await revoke(tx, catalogId, { grant_id: grantId }, by)) > 0;
}

/** Ends one of the person's own grants. Refuses with `not-found` that of somebody else, or one that has ended. */
export async function revokeOwnGrant(
  tx: Tx,
  catalogId: string,
  accountId: string,
  grantId: string,
  by: By,
): Promise<void> {
  const count = await revoke(tx, catalogId, { grant_id: grantId, account_id: accountId }, by);
  if (count === 0) throw refuse('not-found', 'This app is not connected any more.');
}

/** Ends every grant of a client in the workspace; answers how many. */
export const revokeGrantsOfClient = (tx: Tx, catalogId: string, clientId: string, by: By): Promise<number> =>
  revoke(tx, catalogId, { client_id: clientId }, by);

/** Ends every grant of a person in the catalog; answers how many. */
export const revokeGrantsOf = (tx: Tx, catalogId: string, accountId: string, by: By): Promise<number> =>
  revoke(tx, catalogId, { account_id: accountId }, by);

/** Ends every grant that the workspace's identity provider vouched for; answers how many. */
export const revokeVouchedGrants = (tx: Tx, catalogId: string, by: By): Promise<number> =>
  revoke(tx, catalogId, { origin: 'identity-provider' }, by);

/** Ends every grant that a person other than that one agreed to; answers how many. */
export const revokeAgreedGrants = (tx: Tx, catalogId: string, exceptAccountId: string, by: By): Promise<number> =>
  revoke(tx, catalogId, { agreed_except: exceptAccountId }, by);

/** The living grants of the catalog, the latest first; one person's where an account is named. */
export const listOauthGrants = (db: Db, catalogId: string, accountId: string | undefined, now: number) =>
  store.selectGrants(db, catalogId, accountId, instant(now));

/** Removes grants that ended more than a day ago; answers how many. */
export const sweepGrants = (db: Db, now: number): Promise<number> => store.deleteEndedGrants(db, instant(now - DAY_MS));

/** Removes their tokens that ended more than a day ago; answers how many. */
export const sweepGrantTokens = (db: Db, now: number): Promise<number> =>
  store.deleteEndedTokens(db, instant(now - DAY_MS));

async function revoke(tx: Tx, catalogId: string, filter: store.GrantFilter, by: By): Promise<number> {
  const revoked = await store.revokeGrants(tx, catalogId, filter);
  for (const grant of revoked)
    await recordChange(tx, catalogId, 'oauth.grant.revoked', subjectOf(grant), by, { before: shownOf(grant) });
  return revoked.length;
}

/**
 * Holds what a grant, or a session, rests on until the transaction ends: answers the activation of the membership, 0
 * of an operator in the service-wide catalog. Refuses with `membership-revoked` a person who is neither.
 */
export async function holdStanding(tx: Tx, catalogId: string, accountId: string): Promise<number> {
  const activation =
    catalogId === SVC_CATALOG_ID
      ? await holdOperator(tx, accountId).then((isHeld) => (isHeld ? 0 : undefined))
      : await holdActiveMember(tx, catalogId, accountId);
  if (activation !== undefined) return activation;
  throw refuse('membership-revoked', 'The person is no active member of the workspace any more.');
}

const ended = (): Error => refuse('unauthorized', 'The access was ended. Connect the app again.', { sent: true });
const subjectOf = ({ client_id, client_name }: OauthGrant) => ({ kind: 'app', id: client_id, name: client_name });
const shownOf = ({ grant_id, account_id, client_host, resource, scopes, origin }: OauthGrant) => ({
  grant_id,
  account_id,
  client_host,
  resource,
  scopes,
  origin,
});
