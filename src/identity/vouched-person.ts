// Enterprise-managed authorization: a workspace's identity provider vouches for a person and a client, and nobody is
// asked (ID-JAG, draft-ietf-oauth-identity-assertion-authz-grant). Which workspace trusts which provider, and who its
// subject is.
import { hasNul } from '../base/nul.ts';
import { refuse } from '../base/refusal.ts';
import { claimOnce } from '../credentials/oauth-artifacts.ts';
import type { ClaimsReader } from '../egress/signed-claims.ts';
import type { Db, Tx } from '../storage/database.ts';
import { linkedAccount } from './single-sign-on-links.ts';
import * as store from './single-sign-on-store.ts';

export { isAnyVouching } from './single-sign-on-store.ts';

const TYPE = 'oauth-id-jag+jwt';
/** Seconds that an assertion is good, at most. */
const LONGEST_S = 300;

/** What a provider vouches for. */
export interface VouchedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly is_email_verified: boolean;
  readonly client_id: string;
  /** As the assertion spells it: the URL of a resource of ours. */
  readonly resource: string;
  /** Undefined: the provider leaves it to us. */
  readonly scopes: readonly string[] | undefined;
  readonly jti: string;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
}

/**
 * What the assertion says, once it is known to be good: signed by a provider that some workspace lets vouch, made for
 * `audience`, good for five minutes at most. Refuses with `unauthorized` anything else, with `not-ready` where the
 * provider's keys cannot be fetched. Nobody's address is asked before a workspace trusts it.
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
  const claims = await readClaims(assertion, { issuer, audience, type: TYPE, required, longestS: LONGEST_S });
  const { sub = '', jti = '', exp = 0, client_id, resource, scope, email, email_verified } = claims;
  if (typeof client_id !== 'string' || typeof resource !== 'string')
    throw refuse('unauthorized', 'The assertion names its client_id and its resource, each as one text.');
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

/** True for the first who brings the assertion, in every process. */
export const claimVouching = (db: Db, { issuer, jti, expires_at }: VouchedIdentity): Promise<boolean> =>
  // Kept a minute longer than it is good, since clocks differ.
  claimOnce(db, 'IdentityAssertion', `${issuer} ${jti}`, expires_at + 60_000);

/**
 * The workspace that is meant: the one that the resource names, else the only one that lets the provider vouch and
 * knows the person. Refuses with `unauthorized` where there is none, with `conflict` where there are several.
 */
export async function vouchedTeam(db: Db, vouching: VouchedIdentity, teamId: string | undefined): Promise<string> {
  const { issuer, subject, email = '' } = vouching;
  const [first, second] = await store.selectVouchedTeams(db, issuer, subject, email, teamId);
  if (first === undefined) throw untrusted();
  if (second === undefined) return first.team_id;
  throw refuse(
    'conflict',
    'Your identity provider vouches for you in more than one workspace. Ask for the address of one: …/mcp/{team_id}.',
  );
}

/**
 * The account of the person: by issuer and subject, else by an address that directory sync provisioned in a verified
 * domain of the workspace, which is linked from then on. Refuses with `membership-revoked` and `forbidden`.
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

/** Whether the provider, the workspace or the person is not known is not disclosed. */
const untrusted = (): Error =>
  refuse(
    'unauthorized',
    'No workspace lets this identity provider vouch for this person. An admin switches it on under Connected apps.',
  );
