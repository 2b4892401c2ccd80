// Enterprise-managed authorization: a workspace's identity provider vouches for a person and a client, without asking
// the person (ID-JAG, draft-ietf-oauth-identity-assertion-authz-grant). Maps an assertion to a workspace and an
// account.

import { refuse } from '../base/refusal.ts';
import { hasNul } from '../base/text.ts';
import { t } from '../base/texts/t.ts';
import { claimForRetries } from '../credentials/oauth-artifacts.ts';
import type { ClaimsReader } from '../egress/signed-claims.ts';
import type { Db, Tx } from '../storage/database.ts';
import { linkedAccount } from './single-sign-on-links.ts';
import * as store from './single-sign-on-store.ts';

export { isAnyVouching } from './single-sign-on-store.ts';

const TYPE = 'oauth-id-jag+jwt';
/** Maximum lifetime of an assertion, in seconds. */
const MAX_LIFETIME_S = 300;

/** The claims of an assertion. */
export interface VouchedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly is_email_verified: boolean;
  readonly client_id: string;
  /** The URL of one of our resources, as spelled in the assertion. */
  readonly resource: string;
  /** Undefined: the provider leaves the choice to us. */
  readonly scopes: readonly string[] | undefined;
  readonly jti: string;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
}

/**
 * Returns the claims of a valid assertion. It must be signed by a provider that a workspace lets vouch, made for
 * `audience` alone, and valid for five minutes at most. Fails with `unauthorized` otherwise, and with `not-ready` if
 * the provider's keys cannot be fetched. Sends no request to a provider that no workspace trusts.
 */
export async function readVouching(
  db: Db,
  readClaims: ClaimsReader,
  assertion: string,
  audience: string,
): Promise<VouchedIdentity> {
  const issuer = await issuerOf(assertion);
  if (issuer === undefined || !(await store.isVouching(db, issuer))) throw untrusted();
  const required = ['jti', 'iat', 'client_id', 'resource'];
  const expected = { issuer, audience, isOnlyAudience: true, type: TYPE, required, longestS: MAX_LIFETIME_S } as const;
  const claims = await readClaims(assertion, expected);
  const { sub = '', jti = '', exp = 0, client_id, resource, scope, email, email_verified } = claims;
  if (typeof client_id !== 'string' || typeof resource !== 'string')
    throw refuse('unauthorized', 'The assertion must have a client_id and a resource, each a single string.');
  return {
    issuer,
    subject: sub,
    email: typeof email === 'string' ? email : undefined,
    is_email_verified: email_verified !== false && email_verified !== 'false',
    client_id,
    resource,
    scopes: typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : undefined,
    jti,
    expires_at: exp * 1_000,
  };
}

/** True for the first use of the assertion in any process, and for a retry of that request. */
export const claimVouching = (
  db: Db,
  { issuer, jti, expires_at }: VouchedIdentity,
  request: string,
  now: number,
): Promise<boolean> =>
  // Kept for a minute after expiry, because clocks differ.
  claimForRetries(db, 'IdentityAssertion', `${issuer} ${jti}`, request, expires_at + 60_000, now);

/**
 * Returns the workspace that the resource names, or else the only one that lets the provider vouch and knows the
 * person. Fails with `unauthorized` if there is none, and with `conflict` if there are several.
 */
export async function vouchedTeam(db: Db, vouching: VouchedIdentity, teamId: string | undefined): Promise<string> {
  const { issuer, subject, email = '' } = vouching;
  const [first, second] = await store.selectVouchedTeams(db, issuer, subject, email, teamId);
  if (first === undefined) throw untrusted();
  if (second === undefined) return first.team_id;
  throw refuse(
    'conflict',
    t('Your identity provider vouches for you in more than one workspace. Use the address of one: {address}.', {
      address: '…/mcp/{team_id}',
    }),
  );
}

/**
 * Finds the person's account by issuer and subject, or else by a provisioned address in a verified domain of the
 * workspace, and links the subject. Fails with `membership-revoked` and `forbidden`.
 */
export const vouchedAccount = (
  tx: Tx,
  teamId: string,
  vouching: VouchedIdentity,
  now: number,
  requestId: string,
): Promise<string> => linkedAccount(tx, teamId, vouching, now, requestId, store.findProvisioned);

async function issuerOf(assertion: string): Promise<string | undefined> {
  const { decodeJwt } = await import('jose');
  try {
    const { iss } = decodeJwt(assertion);
    return hasNul(iss) ? undefined : iss;
  } catch {
    return undefined;
  }
}

/** Does not reveal whether the provider, the workspace or the person is unknown. */
const untrusted = (): Error =>
  refuse(
    'unauthorized',
    'No workspace lets this identity provider vouch for this person. An admin can allow it under Connected apps.',
  );
