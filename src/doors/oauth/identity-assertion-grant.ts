// The grant of enterprise-managed authorization (ID-JAG): an authenticated client brings what the company's identity
// provider signed, and gets an access token of an hour without a consent page and without a refresh token.

import type { Client, Context } from 'oidc-provider';
import { instant } from '../../base/clock.ts';
import { isRefusedByRule, type Refusal, refuse } from '../../base/refusal.ts';
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
/** Parameters of the request beside those that show the client. */
export const PARAMETERS = ['assertion', 'resource', 'scope'] as const;

type Library = typeof import('oidc-provider');

/** Answers a request of that grant, or throws the protocol's error. */
export const identityAssertionGrant =
  (deps: OauthDeps, { errors }: Library) =>
  async (context: Context): Promise<void> => {
    const { client, params } = context.oidc;
    if (client === undefined || client.clientAuthMethod === 'none')
      throw new errors.UnauthorizedClient('clients without a secret or a key sign people in by the consent page');
    const { assertion } = params;
    if (typeof assertion !== 'string' || assertion === '') throw new errors.InvalidRequest('assertion is missing');
    try {
      const vouching = await readVouching(deps.database, deps.readClaims, assertion, deps.publicUrl);
      const asked = { resource: textOf(params.resource), scope: textOf(params.scope) };
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
}

/** Every check that the signature leaves open. The assertion is used up when all of them hold, with the token. */
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
      `The workspace does not allow apps of ${hosts.filter(Boolean).join(', ') || 'no host'}. Ask one of its admins.`,
    );
  const token = mintAccessToken();
  await database.inTransaction(async (tx) => {
    if (!(await claimVouching(tx, vouching)))
      throw refuse('unauthorized', 'The assertion was used before. Each is good once (jti).');
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
    throw refuse('bad-request', 'The assertion is for no resource of this service.', { error: 'invalid_target' });
  if (asked.resource !== undefined && asked.resource !== resource)
    throw refuse('bad-request', 'The assertion was made for another resource.', { error: 'invalid_target' });
  return path;
}

/** What the provider allows, and of that what the client asks for. */
function scopesOf(resource: string, { scopes }: VouchedIdentity, { scope }: Asked): readonly string[] {
  const known = scopesOfResource(resource);
  const allowed = (scopes ?? known).filter((name) => known.includes(name));
  const wanted = scope?.split(' ').filter((name) => name !== '') ?? scopes ?? [DEFAULT_SCOPE];
  const granted = known.filter((name) => wanted.includes(name) && allowed.includes(name));
  if (granted.length > 0) return granted;
  throw refuse('bad-request', 'The assertion allows none of the scopes that are asked for.', {
    error: 'invalid_scope',
  });
}

function asProtocolError({ message, extras, slug }: Refusal, errors: Library['errors']): Error {
  if (extras.error === 'invalid_target') return new errors.InvalidTarget(message);
  if (extras.error === 'invalid_scope') return new errors.InvalidScope(message);
  if (slug === 'conflict') return new errors.InvalidTarget(message);
  // The library keeps this reason for its log; a client that proved itself gets it in the answer.
  return Object.assign(new errors.InvalidGrant(message), { error_description: message });
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The hosts that the client's identity rests on: of its metadata document, else of every redirect URI. */
const hostsOf = ({ clientIdMetadataDocument, clientId, redirectUris }: Client): string[] =>
  clientIdMetadataDocument === true ? [hostOf(clientId)] : (redirectUris ?? []).map(hostOf);
