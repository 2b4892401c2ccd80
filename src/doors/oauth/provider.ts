// The authorization server: oidc-provider, configured for OAuth 2.1. Loaded by the first request that needs it, because
// most services never do.
import { createHash } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { Adapter, Client, Context } from 'oidc-provider';
import { instant } from '../../base/clock.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { claimForRetries, deleteByGrant } from '../../credentials/oauth-artifacts.ts';
import { ACCESS_TOKEN_LIFETIME_S, GRANT_LIFETIME_MS } from '../../credentials/oauth-grants.ts';
import { SESSION_IDLE_MS } from '../../identity/sessions.ts';
import type { Tx } from '../../storage/database.ts';
import { accessTokenAdapter, endGrant, mintFor } from './access-token-adapter.ts';
import { artifactAdapter, noSessions, secretDigest } from './artifact-adapter.ts';
import { JWT_BEARER_GRANT } from './client-credentials.ts';
import { redirectFault } from './client-metadata.ts';
import { errorPage } from './error-page.ts';
import { fetchDocument } from './fetch-document.ts';
import { identityAssertionGrant, PARAMETERS } from './identity-assertion-grant.ts';
import { acceptsDocument, documentReach } from './metadata-documents.ts';
import { recordMisuse } from './misuse.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { OWN_CLIENTS, sessionKindOf } from './own-clients.ts';
import { REQUEST_LIFETIME_S } from './request-cookie.ts';
import { type RequestWrites, requestWrites, type WritingRequest } from './request-writes.ts';
import { DEFAULT_RESOURCE, resourcePath, SESSION_RESOURCE, scopesOfResource } from './resources.ts';
import { isReplaced, successorOf, usedSecret } from './retried-uses.ts';
import { signingKey } from './signing-key.ts';
import { holdUnapprovedRedirects } from './unapproved-redirect.ts';

type Library = typeof import('oidc-provider');
export interface AuthorizationServer {
  readonly provider: Provider;
  readonly library: Library;
  /** Refusals that our rooms threw while the server handled the request. The server sees them only as errors. */
  readonly refusals: WeakMap<object, Refusal>;
  /**
   * Commits the server's writes for the request. Fails with `bad-request` if a room refuses to store what the response
   * would grant.
   */
  commit(request: Context['req'], isAnswered: boolean): Promise<void>;
  /** Runs `work` and includes its writes in the transaction. */
  readonly within: RequestWrites['within'];
}

/** Loads the server on the first call. */
export type OpenServer = () => Promise<AuthorizationServer>;

const CODE_LIFETIME_S = 60;
const DEVICE_CODE_LIFETIME_S = 15 * 60;
/** An app that is not used for this long must be connected again. */
const REFRESH_TOKEN_LIFETIME_S = 60 * 24 * 3_600;
/** The entropy of a bearer token, in bits. */
const RANDOM_BITS = 256;

export async function openProvider(deps: OauthDeps): Promise<AuthorizationServer> {
  const library = await import('oidc-provider');
  const writes = requestWrites(deps.database, () => library.default.ctx);
  const provider = new library.default(deps.publicUrl, configuration(deps, library, writes));
  provider.proxy = true;
  adapt(deps, provider, library, writes);
  holdUnapprovedRedirects(deps, provider);
  provider.registerGrantType(JWT_BEARER_GRANT, identityAssertionGrant(deps, library), [...PARAMETERS]);
  const refusals = new WeakMap<object, Refusal>();
  provider.on('server_error', (context, failure) => {
    if (isRefusal(failure)) refusals.set(context.req, failure);
  });
  return { provider, library, refusals, commit: committing(deps, library, writes), within: writes.within };
}

function committing(deps: OauthDeps, library: Library, writes: RequestWrites): AuthorizationServer['commit'] {
  return async (request, isAnswered) => {
    try {
      await writes.commit(request, isAnswered, (context, refusal) => {
        if (refusal.slug === 'not-ready') return refusal;
        reportFailure(deps, library, writes, context, new library.errors.InvalidGrant(refusal.message));
        return refuse('bad-request', refusal.text, { error: 'invalid_grant' });
      });
    } finally {
      writes.finish(request);
    }
  };
}

/**
 * Adds what the configuration cannot express: our bearer tokens, hashed secrets, and replay detection across processes.
 */
function adapt(deps: OauthDeps, provider: Provider, library: Library, writes: RequestWrites): void {
  const successor = (): string => successorOf(deps.secrets()[0], usedSecret(library.default.ctx));
  Object.assign(provider.AccessToken.prototype, {
    generateTokenId(this: { clientId?: string; format?: string }) {
      this.format = 'opaque';
      return mintFor(this.clientId ?? '', successor());
    },
  });
  Object.assign(provider.RefreshToken.prototype, { generateTokenId: successor });
  provider.Client.prototype.compareClientSecret = function compare(this: Client, actual: string) {
    return secretDigest(actual) === this.clientSecret;
  };
  Object.assign(provider.ReplayDetection, {
    unique: (issuer: string, id: string, expires: number) => {
      const request = JSON.stringify(library.default.ctx?.oidc.params ?? {});
      return claimForRetries(deps.database, 'Replay', `${issuer} ${id}`, request, expires * 1_000, deps.clock());
    },
  });
  for (const event of ['authorization.error', 'grant.error', 'registration_create.error', 'revocation.error'])
    provider.on(event, (context, failure) => reportFailure(deps, library, writes, context, failure));
  provider.on('server_error', (context, failure) => reportFailure(deps, library, writes, context, failure));
}

function configuration(deps: OauthDeps, library: Library, writes: RequestWrites): Readonly<Record<string, unknown>> {
  const { publicUrl, egress } = deps;
  const secrets = deps.secrets();
  return {
    adapter: (kind: string) => adapterOf(deps, library, writes, kind),
    clients: OWN_CLIENTS,
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    // The first key signs. Clients can still find the previous keys.
    jwks: { keys: secrets.map(signingKey) },
    cookies: {
      keys: secrets.map((secret) => secretFor(secret, 'oauth cookies')),
      short: { httpOnly: true, sameSite: 'lax' },
    },
    fetch: fetchDocument(egress, deps.documents, documentReach(deps)),
    findAccount: async (_context: Context, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId }),
    }),
    features: featuresOf(deps, library),
    extraClientMetadata: { properties: ['redirect_uris'], validator: redirectCheck(library) },
    formats: { bitsOfOpaqueRandomness: RANDOM_BITS },
    interactions: {
      url: (_: Context, { jti }: { jti: string }) => `${publicUrl}/connect/${jti}`,
      policy: policyOf(library),
    },
    issueRefreshToken: async (_: Context, client: Client) =>
      client.grantTypeAllowed('refresh_token') && sessionKindOf(client.clientId) === undefined,
    expiresWithSession: async () => false,
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    renderError: errorPage,
    responseTypes: ['code'],
    rotateRefreshToken: isReplaced,
    scopes: ['openid', 'offline_access'],
    routes: ROUTES,
    ttl: {
      AccessToken: (_: Context, token: { clientId?: string }) =>
        sessionKindOf(token.clientId ?? '') === undefined ? ACCESS_TOKEN_LIFETIME_S : SESSION_IDLE_MS.cli / 1_000,
      AuthorizationCode: CODE_LIFETIME_S,
      DeviceCode: DEVICE_CODE_LIFETIME_S,
      Grant: GRANT_LIFETIME_MS / 1_000,
      IdToken: ACCESS_TOKEN_LIFETIME_S,
      Interaction: REQUEST_LIFETIME_S,
      RefreshToken: REFRESH_TOKEN_LIFETIME_S,
      Session: REQUEST_LIFETIME_S,
    },
  };
}

const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  registration: '/oauth/register',
  jwks: '/oauth/jwks',
  device_authorization: '/oauth/device',
  code_verification: '/device',
};

/** Applies to registrations, client documents and stored clients. */
const redirectCheck =
  ({ errors }: Library) =>
  (_: Context, name: string, addresses: unknown): void => {
    for (const address of Array.isArray(addresses) ? addresses : []) {
      const fault = redirectFault(String(address));
      if (fault !== undefined) throw new errors.InvalidClientMetadata(`${name} ${fault}`);
    }
  };

const off = { enabled: false };

function featuresOf(deps: OauthDeps, { errors }: Library): Readonly<Record<string, unknown>> {
  const { publicUrl, clock } = deps;
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: { min: 60, max: 86_400 },
      allowFetch: async (_: Context, url: string) => acceptsDocument(deps.documents, url),
    },
    registration: { enabled: deps.registration, issueRegistrationAccessToken: false },
    revocation: { enabled: true },
    deviceFlow: {
      enabled: true,
      charset: 'base-20',
      mask: '****-****',
      deviceInfo: ({ ip }: Context) => ({ address: ip, asked_at: instant(clock()) }),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async (_: Context, client: Client, oneOf?: readonly string[]) =>
        oneOf?.[0] ?? publicUrl + (sessionKindOf(client.clientId) === undefined ? DEFAULT_RESOURCE : SESSION_RESOURCE),
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_: Context, resource: string, client: Client) => {
        const path = resourcePath(publicUrl, resource);
        const isOwn = sessionKindOf(client.clientId) !== undefined;
        if (path === undefined || isOwn !== (path === SESSION_RESOURCE))
          throw new errors.InvalidTarget(
            `${resource} is not a resource of this service. Copy it from the resource's metadata`,
          );
        return { scope: scopesOfResource(path).join(' '), audience: resource, accessTokenFormat: 'opaque' };
      },
    },
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    rpInitiatedLogout: off,
    userinfo: off,
    introspection: off,
  };
}

/** Always asks for consent, because an earlier consent says nothing about the person who is at the browser now. */
function policyOf({ interactionPolicy: { Check, Prompt } }: Library): readonly object[] {
  const unless = (name: string) =>
    new Check(
      'asked',
      'a person has to confirm every time',
      `${name}_required`,
      ({ oidc }) => oidc.result?.[name] === undefined,
    );
  return [
    new Prompt({ name: 'select_account', requestable: true }),
    new Prompt({ name: 'login', requestable: true }, unless('login')),
    new Prompt({ name: 'consent', requestable: true }, unless('consent')),
  ];
}

function adapterOf(
  deps: OauthDeps,
  { default: Provider, errors }: Library,
  { write }: RequestWrites,
  kind: string,
): Adapter {
  if (kind === 'Session') return noSessions;
  if (kind === 'AccessToken') return accessTokenAdapter(deps, write);
  const end = async (tx: Tx, grantId: string, request: WritingRequest): Promise<void> => {
    await endGrant(tx, grantId, deps.clock(), request);
    for (const made of ['RefreshToken', 'AuthorizationCode']) await deleteByGrant(tx, made, grantId);
  };
  const gone = (): Error => new errors.SessionNotFound('interaction session not found');
  return artifactAdapter(deps, write, kind, { end, gone, contextOf: () => Provider.ctx });
}

function reportFailure(
  deps: OauthDeps,
  { errors }: Library,
  writes: RequestWrites,
  context: Context,
  failure: Error,
): void {
  const { params, client, route } = context.oidc ?? {};
  const named = typeof params?.client_id === 'string' ? params.client_id : undefined;
  deps.report({
    request_id: context.get('request-id'),
    endpoint: route ?? '',
    error: failure.message,
    reason:
      failure instanceof errors.OIDCProviderError
        ? [failure.error_description, failure.error_detail].filter(Boolean).join(': ')
        : '',
    client_id: client?.clientId ?? named?.slice(0, 300),
  });
  writes.after(context, () => void recordMisuse(deps, context, failure).catch(() => undefined));
}

const secretFor = (secret: string, use: string): string =>
  createHash('sha256').update(`${use} ${secret}`).digest('hex');
