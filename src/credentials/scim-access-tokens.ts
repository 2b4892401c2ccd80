// One-hour tokens for a SCIM connection, issued for one of its client secrets (RFC 6749, section 4.4) or for its
// workload identity (RFC 7523). A token is valid only for that connection, and ends with the secret or identity.

import { DAY_MS, instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { refuse } from '../base/refusal.ts';
import { type Sentence, t } from '../base/texts/t.ts';
import { includesScim } from '../directory/teams/plans.ts';
import type { ClaimsReader } from '../egress/signed-claims.ts';
import type { Database, Tx } from '../storage/database.ts';
import { credentialStateOf } from './connection-credentials.ts';
import { claimForRetries } from './oauth-artifacts.ts';
import type { ScimClient } from './scim-client.ts';
import * as clients from './scim-client-store.ts';
import * as tokens from './scim-token-store.ts';
import { hashToken, looksLikeToken, mintToken } from './tokens.ts';

/** Maximum lifetime of an issued token, in seconds. */
const SCIM_TOKEN_LIFETIME_S = 3_600;

export interface IssuedScimToken {
  readonly team_id: string;
  readonly connection_id: string;
  readonly token_id: string;
  /** Shown once: `svc_oauth_…`. */
  readonly token: string;
  /** Seconds. */
  readonly expires_in: number;
}

/**
 * Issues a token to a client that presents one of the connection's client secrets. Fails with `unauthorized` if the
 * secret is unknown, belongs to another connection, is revoked or expired, or awaits confirmation. Fails with
 * `forbidden` if the connection is disabled, and with `upgrade-required` if the plan does not include directory sync.
 */
export async function issueForSecret(
  database: Database,
  connectionId: string,
  secret: string,
  now: number,
): Promise<IssuedScimToken> {
  const row = looksLikeToken('svc_secret_', secret) ? await clients.findSecret(database, hashToken(secret)) : undefined;
  if (row === undefined || row.connection_id !== connectionId.toLowerCase())
    throw unauthorized('The client id and the client secret do not belong together. Copy both from the connection.');
  const state = credentialStateOf(row, now);
  if (state === 'revoked' || state === 'expired')
    throw unauthorized(
      t(
        'The client secret is {state, select, revoked {revoked} other {expired}}. Create a new one in the connection ' +
          'settings.',
        { state },
      ),
    );
  if (state === 'waiting')
    throw unauthorized('The client secret works once an admin of the workspace has confirmed the connection.');
  requireSync(row);
  const until = Math.min(now + SCIM_TOKEN_LIFETIME_S * 1_000, Date.parse(row.expires_at));
  return database.inTransaction(async (tx) => {
    await clients.markSecretUsed(tx, row, row.secret_id, instant(now));
    return issue(tx, row, { secret_id: row.secret_id }, now, until);
  });
}

/**
 * Issues a token for the connection's workload identity, proved by a JWT from its issuer (RFC 7523, section 3). The JWT
 * must have the pinned issuer, subject and audience, and expire within an hour. If it has a `jti`, it can be used only
 * once. Fails for the same reasons as `issueForSecret` and `ClaimsReader`.
 */
export async function issueForIdentity(
  database: Database,
  readClaims: ClaimsReader,
  connectionId: string,
  assertion: string,
  now: number,
): Promise<IssuedScimToken> {
  const row = await clients.findIdentity(database, connectionId.toLowerCase());
  if (row === undefined)
    throw unauthorized(
      'No workload identity is set up for this client id. An admin can set it up in the connection settings.',
    );
  const { issuer, subject, audience } = row;
  const claims = await readClaims(assertion, { issuer, subject, audience });
  requireSync(row);
  const until = now + SCIM_TOKEN_LIFETIME_S * 1_000;
  return database.inTransaction(async (tx) => {
    const { identity_id } = row;
    // This is part of the transaction that stores the token, so that the assertion stays valid if no token was issued
    // for it.
    if (typeof claims.jti === 'string') {
      const id = `${issuer} ${claims.jti}`;
      const request = `${connectionId} ${assertion}`;
      const isFresh = await claimForRetries(tx, 'Workload', id, request, (claims.exp ?? 0) * 1_000, now);
      if (!isFresh) throw unauthorized('The assertion has already been used. Request a new one.');
    }
    if (!(await clients.markIdentityUsed(tx, row, identity_id, instant(now))))
      throw unauthorized('The workload identity of the connection has just changed. Try again.');
    return issue(tx, row, { identity_id }, now, until);
  });
}

async function issue(
  tx: Tx,
  { team_id, connection_id }: ScimClient,
  issuedTo: tokens.IssuedTo,
  now: number,
  until: number,
): Promise<IssuedScimToken> {
  const { token, hash, prefix } = mintToken('svc_oauth_');
  const token_id = newId();
  const [created_at, expires_at] = [instant(now), instant(until)];
  const made = { created_by: null, created_at, expires_at, setup_link_id: null, setup_link_note: null };
  await tokens.insertToken(tx, team_id, connection_id, { id: token_id, hash, prefix, ...made }, issuedTo);
  return { team_id, connection_id, token_id, token, expires_in: Math.floor((until - now) / 1_000) };
}

function requireSync({ enabled, plan, connection_name }: ScimClient): void {
  if (!enabled)
    throw refuse(
      'forbidden',
      t('The connection {connectionName} is disabled. An admin can enable it in its settings.', {
        connectionName: connection_name,
      }),
    );
  if (!includesScim(plan))
    throw refuse(
      'upgrade-required',
      t(
        'The {plan} plan of the workspace does not include directory sync. Ask its Owner to upgrade ' +
          'to enterprise.',
        { plan },
      ),
    );
}

/** Deletes issued tokens that expired more than a day ago. Returns the number deleted. */
export const sweepIssuedTokens = (database: Database, now: number): Promise<number> =>
  tokens.deleteIssued(database, instant(now - DAY_MS));

const unauthorized = (sentence: Sentence): Error => refuse('unauthorized', sentence, { sent: true });
