// Third-party clients sign in as their users would: the MCP client by dynamic registration, with a private key and
// through the company's identity provider (a second oidc-provider), and oauth4webapi and openid-client by code and
// refresh.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  auth,
  CrossAppAccessProvider,
  createPrivateKeyJwtAuth,
  discoverAndRequestJwtAuthGrant,
  type FetchLike,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import Provider, { type Context } from 'oidc-provider';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';
import { signedIn } from '../sign-in/browser.ts';
import {
  answered,
  CALLBACK,
  type OauthProblem,
  PUBLIC,
  postForm,
  type Registered,
  registered,
  waiting,
} from './oauth-world.ts';

let here: World;
let team: Managed;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  team = await managedTeam(here);
});
afterAll(() => here.close());

/** The service under its public name, although it listens elsewhere. */
const fetchFn: FetchLike = (url, init) => fetch(String(url).replace(PUBLIC, here.address), init);
/** For libraries that pass undefined options. */
const fetchAnyway = (url: string, init: object): Promise<Response> => fetch(url.replace(PUBLIC, here.address), init);
/** The person allows the request. Returns the address to which the browser is sent back. */
const agreed = async (url: URL): Promise<URL> => {
  const visitor = await signedIn(here, team.author.email);
  return answered(visitor, await waiting(visitor, url.href.slice(PUBLIC.length)), { allow: true });
};
const isAdmitted = async (token: string, path = '/mcp') =>
  (await here.bearer(token).post(path, {}, { Accept: 'application/json, text/event-stream' })).status !== 401;

/** The data that an AI tool keeps between two steps. */
function tool(more: Partial<OAuthClientProvider> = {}) {
  const kept: { client?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens; verifier?: string; url?: URL } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'An AI tool', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (url) => void Object.assign(kept, { url }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
    ...more,
  };
  return { kept, provider };
}

async function signIn({ kept, provider }: ReturnType<typeof tool>): Promise<string> {
  const serverUrl = `${PUBLIC}/mcp`;
  expect(await auth(provider, { serverUrl, fetchFn })).toBe('REDIRECT');
  const back = await agreed(kept.url ?? new URL(PUBLIC));
  const [authorizationCode = '', iss = ''] = [back.searchParams.get('code') ?? '', back.searchParams.get('iss') ?? ''];
  expect(await auth(provider, { serverUrl, fetchFn, authorizationCode, iss })).toBe('AUTHORIZED');
  return kept.tokens?.access_token ?? '';
}

test('registers the MCP client, signs a person in, and renews its tokens', async () => {
  const one = tool();
  const first = await signIn(one);
  expect(await isAdmitted(first)).toBe(true);
  expect(await auth(one.provider, { serverUrl: `${PUBLIC}/mcp`, fetchFn })).toBe('AUTHORIZED');
  expect(one.kept.tokens?.access_token).not.toBe(first);
  expect(await isAdmitted(one.kept.tokens?.access_token ?? '')).toBe(true);
});

test('authenticates the MCP client with a private key', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key', alg: 'ES256', use: 'sig' };
  const client = await registered(here, {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys: [jwk] },
  });
  const addClientAuthentication = createPrivateKeyJwtAuth({
    issuer: client.client_id,
    subject: client.client_id,
    privateKey: { ...(await exportJWK(privateKey)), kid: 'key', alg: 'ES256' },
    alg: 'ES256',
    audience: PUBLIC,
  });
  const one = tool({ addClientAuthentication, clientInformation: () => ({ client_id: client.client_id }) });
  expect(await isAdmitted(await signIn(one))).toBe(true);
  // Each client assertion is valid for one request (RFC 7523, section 3) and its retries.
  const shown = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none' });
  await addClientAuthentication(new Headers(), shown, PUBLIC, undefined);
  const errors: unknown[] = [];
  for (const refresh_token of ['none', 'none', 'another']) {
    const fields = { ...Object.fromEntries(shown), refresh_token };
    errors.push((await postForm<OauthProblem>(here, '/oauth/token', fields)).body.error);
  }
  here.clock.advance(61_000);
  errors.push((await postForm<OauthProblem>(here, '/oauth/token', Object.fromEntries(shown))).body.error);
  expect(errors).toEqual(['invalid_grant', 'invalid_grant', 'invalid_client', 'invalid_client']);
});

/**
 * The company's identity provider exchanges an identity token for an identity assertion to one of this service's
 * clients (RFC 8693).
 */
async function companyProvider(client: Registered) {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const named = { kid: 'company', alg: 'ES256', use: 'sig' };
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), ...named }] },
    clients: [
      {
        client_id: 'the tool at the company',
        client_secret: 'its secret',
        grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientAuthMethods: ['client_secret_post'],
  });
  const exchange = async (context: Context): Promise<void> => {
    const { audience, resource, scope, subject_token } = context.oidc.params;
    const now = Math.floor(here.clock() / 1_000);
    const claims = { resource, client_id: client.client_id, email: subject_token, ...(scope ? { scope } : {}) };
    const jag = await new SignJWT(claims)
      .setProtectedHeader({ ...named, typ: 'oauth-id-jag+jwt' })
      .setIssuer(issuer)
      .setSubject(`subject of ${String(subject_token)}`)
      .setAudience(String(audience))
      .setJti(crypto.randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(privateKey);
    context.body = {
      issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      access_token: jag,
      token_type: 'N_A',
    };
  };
  provider.registerGrantType('urn:ietf:params:oauth:grant-type:token-exchange', exchange, [
    ...['audience', 'resource', 'scope', 'subject_token', 'subject_token_type', 'requested_token_type'],
  ]);
  server.on('request', provider.callback());
  return { issuer, publicKey, close: () => new Promise((done) => server.close(done)) };
}

test("signs in the MCP client through the company's identity provider without a consent page", async () => {
  const client = await registered(here, {
    grant_types: ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
    redirect_uris: [],
    token_endpoint_auth_method: 'client_secret_basic',
  });
  const company = await companyProvider(client);
  const email = await provisioned(company.issuer);
  const provider = new CrossAppAccessProvider({
    clientId: client.client_id,
    clientSecret: client.client_secret ?? '',
    fetchFn,
    assertion: async ({ authorizationServerUrl, resourceUrl, scope }) => {
      const granted = await discoverAndRequestJwtAuthGrant({
        idpUrl: company.issuer,
        audience: authorizationServerUrl.replace(/\/$/, ''),
        resource: resourceUrl,
        idToken: email,
        clientId: 'the tool at the company',
        clientSecret: 'its secret',
        ...(scope === undefined ? {} : { scope }),
      });
      return granted.jwtAuthGrant;
    },
  });
  expect(await auth(provider, { serverUrl: `${PUBLIC}/mcp`, fetchFn })).toBe('AUTHORIZED');
  expect(await isAdmitted((await provider.tokens())?.access_token ?? '')).toBe(true);
  await company.close();
});

/** A person from directory sync, in a workspace whose provider vouches. */
async function provisioned(issuer: string): Promise<string> {
  const company = await managedTeam(here);
  const domain = `d${company.team_id.slice(-12)}.test`;
  await here.app.database.inTransaction((tx) => addDomain(tx, company.team_id, domain, BY_TEST));
  const sso = { issuer, client_id: 'cairn', client_secret: null, enabled: true, required: false };
  expect((await company.asAdmin.put('/manage/v1/sso', sso)).status).toBe(204);
  const policy = { allowed_hosts: null, enterprise_managed: true };
  expect((await company.asAdmin.put('/manage/v1/workspace/app-policy', policy)).status).toBe(204);
  const made = await company.asAdmin.post<{ connection_id: string; token: string }>('/manage/v1/connections', {
    name: 'Directory',
  });
  const email = `vera@${domain}`;
  const user = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: email,
    emails: [{ value: email, primary: true }],
  };
  const created = await here.bearer(made.body.token).post(`/scim/v2/${made.body.connection_id}/Users`, user);
  expect(created.status).toBe(201);
  return email;
}

test('works with oauth4webapi: discovery, registration, sign-in, renewal and revocation', async () => {
  const options = { [oauth.customFetch]: fetchAnyway, [oauth.allowInsecureRequests]: true } as const;
  const issuer = new URL(PUBLIC);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const { client_id } = await registered(here);
  const client = { client_id };
  const code_verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    ...{ client_id, redirect_uri: CALLBACK, response_type: 'code', resource: `${PUBLIC}/v1`, state: 'here' },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier), code_challenge_method: 'S256' },
  }).toString();
  const back = oauth.validateAuthResponse(server, client, await agreed(url), 'here');
  const none = oauth.None();
  const code = await oauth.authorizationCodeGrantRequest(server, client, none, back, CALLBACK, code_verifier, options);
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, code);
  expect((await here.bearer(tokens.access_token).get('/v1/me')).status).toBe(200);
  const again = await oauth.refreshTokenGrantRequest(server, client, none, tokens.refresh_token ?? '', options);
  const renewed = await oauth.processRefreshTokenResponse(server, client, again);
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, none, renewed.refresh_token ?? '', options),
  );
  expect((await here.bearer(renewed.access_token).get('/v1/me')).status).toBe(401);
});

test('works with openid-client: sign-in with an ID token, and tokens of a connection by client credentials', async () => {
  const options = { execute: [openid.allowInsecureRequests], [openid.customFetch]: fetchAnyway };
  const { client_id } = await registered(here);
  const config = await openid.discovery(new URL(PUBLIC), client_id, undefined, openid.None(), options);
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid trails:use',
    resource: `${PUBLIC}/v1`,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: 'here',
  });
  const checks = { pkceCodeVerifier, expectedState: 'here', idTokenExpected: true };
  const tokens = await openid.authorizationCodeGrant(config, await agreed(url), checks);
  expect(tokens.claims()?.iss).toBe(PUBLIC);
  expect((await here.bearer(tokens.access_token).get('/v1/me')).status).toBe(200);

  const name = `Second ${newId()}`;
  const made = await team.asAdmin.post<{ connection_id: string }>('/manage/v1/connections', { name });
  const id = made.body.connection_id;
  const secret = await team.asAdmin.post<{ client_secret: string }>(`/manage/v1/connections/${id}/client-secrets`, {});
  const sync = await openid.discovery(new URL(PUBLIC), id, secret.body.client_secret, undefined, options);
  const { access_token } = await openid.clientCredentialsGrant(sync, { resource: `${PUBLIC}/scim/v2/${id}` });
  expect((await here.bearer(access_token).get(`/scim/v2/${id}/Users`)).status).toBe(200);
});
