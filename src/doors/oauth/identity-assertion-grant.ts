// The grant of enterprise-managed authorization (ID-JAG). An authenticated client presents an assertion signed by the
// company's identity provider and gets a one-hour access token, without a consent page or refresh token.

import type { Client, Context } from 'oidc-provider';
import { instant } from '../../base/clock.ts';
import { isRefusedByRule, type Refusal, refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import { keepClient } from '../../credentials/oauth-artifacts.ts';
import {
  ACCESS_TOKEN_LIFETIME_S,
  issueAccessToken,
  mintAccessToken,
  renewVouchedGrant,
} from '../../credentials/oauth-grants.ts';
import { allowsHost, getPolicy } from '../../credentials/oauth-policies.ts';
import {
  claimVouching,
  readVouching,
  type VouchedIdentity,
  vouchedAccount,
  vouchedTeam,
} from '../../identity/vouched-person.ts';
import { clientDisplayName, hostOf } from './client-name.ts';
import type { OauthDeps } from './oauth-deps.ts';
import {
  canonicalResource,
  DEFAULT_SCOPE,
  resourcePath,
  SESSION_RESOURCE,
  scopesOfResource,
  teamOfResource,
} from './resources.ts';

/** Advertised in the metadata (`authorization_grant_profiles_supported`). */
export const GRANT_PROFILE = 'urn:ietf:params:oauth:grant-profile:id-jag';
/** Request parameters other than those for client authentication. */
export const PARAMETERS = ['assertion', 'resource', 'scope'] as const;

type Library = typeof import('oidc-provider');

/** Handles a request with this grant. Throws the protocol's errors. */
export const identityAssertionGrant =
  (deps: OauthDeps, { errors }: Library) =>
  async (context: Context): Promise<void> => {
    const { client, params } = context.oidc;
    if (client === undefined || client.clientAuthMethod === 'none')
      throw new errors.UnauthorizedClient('clients without a secret or a key must use the consent page');
    const { assertion } = params;
    if (typeof assertion !== 'string' || assertion === '') throw new errors.InvalidRequest('assertion is missing');
    try {
      const vouching = await readVouching(deps.database, deps.readClaims, assertion, deps.publicUrl);
      const asked = { resource: textOf(params.resource), scope: textOf(params.scope), assertion };
      const { token, scopes } = await redeem(deps, client, vouching, asked, context.get('request-id'));
      context.body = {
        access_token: token,
        token_type: 'Bearer',
        expires_in: ACCESS_TOKEN_LIFETIME_S,
        scope: scopes.join(' '),
      };
    } catch (thrown) {
      if (!isRefusedByRule(thrown)) throw thrown;
      throw asProtocolError(thrown, errors);
    }
  };

interface Asked {
  readonly resource: string | undefined;
  readonly scope: string | undefined;
  readonly assertion: string;
}

/** Checks everything except the signature, then issues the token and marks the assertion as used. */
async function redeem(
  deps: OauthDeps,
  client: Client,
  vouching: VouchedIdentity,
  asked: Asked,
  requestId: string,
): Promise<{ readonly token: string; readonly scopes: readonly string[] }> {
  const { database, clock } = deps;
  if (vouching.client_id !== client.clientId)
    throw refuse('unauthorized', 'The assertion was made for another client (client_id).');
  const resource = resourceOf(deps, vouching, asked);
  const scopes = scopesOf(resource, vouching, asked);
  const catalog_id = await vouchedTeam(database, vouching, teamOfResource(resource));
  const hosts = hostsOf(client);
  const client_host = hosts[0] ?? '';
  const policy = await getPolicy(database, catalog_id);
  if (policy.allowed_hosts !== null && (hosts.length === 0 || !hosts.every((host) => allowsHost(policy, host))))
    throw refuse(
      'forbidden',
      t('The workspace does not allow apps from {hosts}. Ask an admin.', {
        hosts: hosts.filter(Boolean).join(', ') || t('no host'),
      }),
    );
  const token = mintAccessToken();
  await database.inTransaction(async (tx) => {
    if (!(await claimVouching(tx, vouching, JSON.stringify(asked), clock())))
      throw refuse('unauthorized', 'The assertion has already been used. Each is valid once (jti).');
    const account_id = await vouchedAccount(tx, catalog_id, vouching, clock(), requestId);
    await keepClient(tx, client.clientId, clock());
    const grant = await renewVouchedGrant(
      tx,
      {
        catalog_id,
        account_id,
        client_id: client.clientId,
        client_name: clientDisplayName(client, client_host),
        client_host,
        resource,
        scopes,
        origin: 'identity-provider',
      },
      clock(),
      requestId,
    );
    const expires_at = instant(clock() + ACCESS_TOKEN_LIFETIME_S * 1_000);
    await issueAccessToken(tx, grant.grant_id, { token, scopes, expires_at }, clock());
  });
  return { token, scopes };
}

function resourceOf({ publicUrl }: OauthDeps, vouching: VouchedIdentity, asked: Asked): string {
  const resource = canonicalResource(publicUrl, vouching.resource);
  const path = resourcePath(publicUrl, resource);
  if (path === undefined || path === SESSION_RESOURCE)
    throw refuse('bad-request', 'The assertion is not for a resource of this service.', { error: 'invalid_target' });
  if (asked.resource !== undefined && asked.resource !== resource)
    throw refuse('bad-request', 'The assertion was made for another resource.', { error: 'invalid_target' });
  return path;
}

/** The requested scopes that the identity provider allows. */
function scopesOf(resource: string, { scopes }: VouchedIdentity, { scope }: Asked): readonly string[] {
  const known = scopesOfResource(resource);
  const allowed = (scopes ?? known).filter((name) => known.includes(name));
  const wanted = scope?.split(' ').filter((name) => name !== '') ?? scopes ?? [DEFAULT_SCOPE];
  const granted = known.filter((name) => wanted.includes(name) && allowed.includes(name));
  if (granted.length > 0) return granted;
  throw refuse('bad-request', 'The assertion allows none of the requested scopes.', {
    error: 'invalid_scope',
  });
}

function asProtocolError({ message, extras, slug }: Refusal, errors: Library['errors']): Error {
  if (extras.error === 'invalid_target') return new errors.InvalidTarget(message);
  if (extras.error === 'invalid_scope') return new errors.InvalidScope(message);
  if (slug === 'conflict') return new errors.InvalidTarget(message);
  // The library only logs this reason, but an authenticated client gets it in the response.
  return Object.assign(new errors.InvalidGrant(message), { error_description: message });
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * The hosts that vouch for the client: its metadata document's host or, without a document, the hosts of all redirect
 * URIs.
 */
const hostsOf = ({ clientIdMetadataDocument, clientId, redirectUris }: Client): string[] =>
  clientIdMetadataDocument === true ? [hostOf(clientId)] : (redirectUris ?? []).map(hostOf);
