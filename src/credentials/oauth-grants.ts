// Access that a person granted to an OAuth client on the consent page. People see grants under Connected apps and can
// end them there. Access tokens are issued under a grant. A token ends with its grant, with the membership, or after an
// hour.

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

/** Maximum lifetime of a grant. After that, the person must consent again. */
export const GRANT_LIFETIME_MS = 180 * DAY_MS;
/** Maximum lifetime of an access token, in seconds (Decision 67). */
export const ACCESS_TOKEN_LIFETIME_S = 3_600;

export type NewGrant = Omit<OauthGrant, 'grant_id' | 'created_at' | 'expires_at'>;

/**
 * Creates the grant, audited as `oauth.grant.created`. Fails with `membership-revoked` if the person is not an active
 * member of the workspace or, in the service-wide catalog, not an operator.
 */
export async function createGrant(tx: Tx, input: NewGrant, now: number, by: By): Promise<OauthGrant> {
  const activation = await holdStanding(tx, input.catalog_id, input.account_id);
  const grant: OauthGrant = {
    ...input,
    grant_id: newId(),
    created_at: instant(now),
    expires_at: instant(now + GRANT_LIFETIME_MS),
  };
  await store.insertOauthGrant(tx, grant, activation);
  await recordChange(tx, grant.catalog_id, 'oauth.grant.created', subjectOf(grant), by, { after: shownOf(grant) });
  if (grant.origin === 'device') await announceDevice(tx, grant, by);
  return grant;
}

/** Announces an app that exchanged a code for access, as for sessions of the service's own programs. */
const announceDevice = (tx: Tx, { catalog_id, account_id, client_id, created_at }: OauthGrant, by: By): Promise<void> =>
  announce(tx, [
    {
      ...{ team_id: catalog_id, kind: 'session.device_opened', at: created_at, actor: by.actor },
      subject: { kind: 'user', id: account_id, name: by.actor.name },
      details: { client_id },
    },
  ]);

/**
 * Creates the grant for a person's identity provider on the first assertion (`oauth.grant.created`). Each later
 * assertion renews it with its own scopes. Fails for the same reasons as `createGrant`.
 */
export async function renewVouchedGrant(tx: Tx, input: NewGrant, now: number, requestId: string): Promise<OauthGrant> {
  const activation = await holdStanding(tx, input.catalog_id, input.account_id);
  const created: OauthGrant = {
    ...input,
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

export const findGrant = (db: Db, grantId: string, now: number): Promise<OauthGrant | undefined> =>
  store.findGrant(db, grantId, instant(now));

/**
 * Issues an access token under a grant, valid for the grant's resource and for at most an hour. Locks the membership
 * and the grant until the transaction ends, so that no token survives a concurrent deprovisioning. Fails with
 * `membership-revoked` if the person has left, and with `unauthorized` if the grant has ended.
 */
export async function issueAccessToken(
  tx: Tx,
  grantId: string,
  input: { readonly token: string; readonly scopes: readonly string[]; readonly expires_at: string },
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
    scopes: input.scopes,
    created_at: instant(now),
    expires_at: input.expires_at,
  };
  await store.insertAccessToken(tx, grant, token, hashToken(input.token), activation);
  return token;
}

/** A new token, which is shown once: `svc_oauth_…`. */
export const mintAccessToken = (): string => mintToken('svc_oauth_').token;

/** Finds a live access token by its text. */
export const findAccessToken = (db: Db, token: string, now: number): Promise<AccessToken | undefined> =>
  store.findAccessToken(db, hashToken(token), instant(now));

/** Revokes one access token, given its text. The grant stays. */
export const revokeAccessToken = (db: Db, token: string): Promise<void> =>
  store.revokeAccessToken(db, hashToken(token));

/** Ends a grant and its tokens immediately, in every process. Returns false if the grant had already ended. */
export async function revokeGrant(tx: Tx, catalogId: string, grantId: string, by: By): Promise<boolean> {
  return (await revoke(tx, catalogId, { grant_id: grantId }, by)) > 0;
}

/** Ends one of the person's own grants. Fails with `not-found` if it has ended or belongs to someone else. */
export async function revokeOwnGrant(
  tx: Tx,
  catalogId: string,
  accountId: string,
  grantId: string,
  by: By,
): Promise<void> {
  const count = await revoke(tx, catalogId, { grant_id: grantId, account_id: accountId }, by);
  if (count === 0) throw refuse('not-found', 'This app is no longer connected.');
}

/** Ends all of a client's grants in the workspace. Returns the number ended. */
export const revokeGrantsOfClient = (tx: Tx, catalogId: string, clientId: string, by: By): Promise<number> =>
  revoke(tx, catalogId, { client_id: clientId }, by);

/** Ends all of a person's grants in the catalog. Returns the number ended. */
export const revokeGrantsOf = (tx: Tx, catalogId: string, accountId: string, by: By): Promise<number> =>
  revoke(tx, catalogId, { account_id: accountId }, by);

/** Ends all grants that the workspace's identity provider vouched for. Returns the number ended. */
export const revokeVouchedGrants = (tx: Tx, catalogId: string, by: By): Promise<number> =>
  revoke(tx, catalogId, { origin: 'identity-provider' }, by);

/** Ends all grants that people other than this account have agreed to. Returns the number ended. */
export const revokeAgreedGrants = (tx: Tx, catalogId: string, exceptAccountId: string, by: By): Promise<number> =>
  revoke(tx, catalogId, { agreed_except: exceptAccountId }, by);

/** The catalog's live grants, newest first. If an account is given, only that person's. */
export const listOauthGrants = (db: Db, catalogId: string, accountId: string | undefined, now: number) =>
  store.selectGrants(db, catalogId, accountId, instant(now));

/** True if the person has connected the client in the workspace. */
export const hasGrantOf = (
  db: Db,
  catalogId: string,
  accountId: string,
  clientId: string,
  now: number,
): Promise<boolean> => store.hasGrant(db, catalogId, accountId, clientId, instant(now));

/** Deletes grants that ended more than a day ago. Returns the number deleted. */
export const sweepGrants = (db: Db, now: number): Promise<number> => store.deleteEndedGrants(db, instant(now - DAY_MS));

/** Deletes tokens that expired more than a day ago. Returns the number deleted. */
export const sweepGrantTokens = (db: Db, now: number): Promise<number> =>
  store.deleteEndedTokens(db, instant(now - DAY_MS));

async function revoke(tx: Tx, catalogId: string, filter: store.GrantFilter, by: By): Promise<number> {
  const revoked = await store.revokeGrants(tx, catalogId, filter);
  for (const grant of revoked)
    await recordChange(tx, catalogId, 'oauth.grant.revoked', subjectOf(grant), by, { before: shownOf(grant) });
  return revoked.length;
}

/**
 * Locks the standing that a grant or session depends on until the transaction ends. Returns the membership's
 * activation, or 0 for an operator in the service-wide catalog. Fails with `membership-revoked` if the person is
 * neither.
 */
export async function holdStanding(tx: Tx, catalogId: string, accountId: string): Promise<number> {
  const activation =
    catalogId === SVC_CATALOG_ID
      ? await holdOperator(tx, accountId).then((isHeld) => (isHeld ? 0 : undefined))
      : await holdActiveMember(tx, catalogId, accountId);
  if (activation !== undefined) return activation;
  throw refuse('membership-revoked', 'The person is no longer an active member of the workspace.');
}

const ended = (): Error => refuse('unauthorized', 'The access has ended. Connect the app again.', { sent: true });
const subjectOf = ({ client_id, client_name }: OauthGrant) => ({ kind: 'app', id: client_id, name: client_name });
const shownOf = ({ grant_id, account_id, client_host, resource, scopes, origin }: OauthGrant) => ({
  grant_id,
  account_id,
  client_host,
  resource,
  scopes,
  origin,
});
