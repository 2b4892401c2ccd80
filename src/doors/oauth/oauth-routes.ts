// Endpoints of the authorization server. They normalize the input of real clients with their quirks, and leave the
// protocol to oidc-provider.

import { Type } from '@sinclair/typebox';
import { refuse } from '../../base/refusal.ts';
import { type Text, t } from '../../base/texts/t.ts';
import { artifactHash } from '../../credentials/oauth-artifacts.ts';
import { ALL_SCOPES } from '../../directory/roles.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { tooLarge } from '../../http/bodies/body.ts';
import { strangerOf } from '../../http/endpoint/stranger.ts';
import { askServer, OAUTH_BODY_LIMIT } from './bridge.ts';
import { isOfConnection, tokenForConnection } from './client-credentials.ts';
import { formOf, namedClient, parametersOf } from './client-form.ts';
import { crossOriginRoutes } from './cross-origin.ts';
import { errorAnswer } from './error-page.ts';
import { revokeEverythingOperation } from './global-token-revocation.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { type OauthCall, type OauthEndpoint, operation, routes } from './oauth-door.ts';
import { DEVICE_GRANT, sessionKindOf } from './own-clients.ts';
import type { AuthorizationServer, OpenServer } from './provider.ts';
import { register } from './registration.ts';
import { resumeCookies } from './request-cookie.ts';
import { DEFAULT_SCOPE, SESSION_SCOPE } from './resources.ts';

const base = { tag: 'OAuth', idempotent: false, answers: {}, refusals: ['rate-limited'] } as const;

const authorizeOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'authorize',
    summary: 'Authorize an app (browser)',
    handle: (call) => authorize(deps, open, call),
  });

const resumeAuthorizationOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'resumeAuthorization',
    summary: 'Resume after the consent page (browser)',
    // Excludes path characters: `..\` would lead to another page of the server.
    params: Type.Object({ uid: Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' }) }),
    async handle(call) {
      const { uid } = call.params;
      const cookie = resumeCookies(call.headers.cookie, uid, deps.publicUrl);
      const url = `/oauth/authorize/${uid}`;
      return askServer(await open(), deps.publicUrl, call, { method: 'GET', url, body: undefined, cookie });
    },
  });

const getOauthKeysOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'getOauthKeys',
    summary: 'Public keys of ID tokens',
    handle: async (call) => ask(deps, await open(), call, '/oauth/jwks', undefined),
  });

const registerClientOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'registerClient',
    summary: 'Register a client (RFC 7591)',
    bodyLimit: OAUTH_BODY_LIMIT,
    handle: (call) => register(deps, open, call),
  });

const revokeTokenOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'revokeToken',
    summary: 'Revoke a token (RFC 7009)',
    bodyLimit: OAUTH_BODY_LIMIT,
    async handle(call) {
      const form = await formOf(deps, call);
      return ask(deps, await open(), call, '/oauth/revoke', form);
    },
  });

/** The server handles codes, refresh tokens and device codes; client-credentials.ts handles tokens of connections. */
const requestTokenOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'requestToken',
    summary: 'Get a token (RFC 6749)',
    bodyLimit: OAUTH_BODY_LIMIT,
    async handle(call) {
      const form = await formOf(deps, call);
      const client = namedClient(call.header('authorization'), form);
      if (isOfConnection(form, client)) return tokenForConnection(deps, call, form);
      await requireSlowPolls(deps, form);
      return ask(deps, await open(), call, '/oauth/token', form);
    },
  });

const authorizeDeviceOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'authorizeDevice',
    summary: 'Request a device code (RFC 8628)',
    bodyLimit: OAUTH_BODY_LIMIT,
    async handle(call) {
      const form = await formOf(deps, call);
      fillScope(form);
      if (findTooLong(form) !== undefined) throw tooLarge(MAX_PARAMETER_BYTES);
      const server = await open();
      const answer = await deps.requests.run(strangerOf(call), () => ask(deps, server, call, '/oauth/device', form));
      return answer.status === 200 ? withInterval(answer) : answer;
    },
  });

/** Seconds between two polls of a device (RFC 8628, section 3.2). */
const POLL_INTERVAL_S = 5;

/** Adds `interval` to the response, which the server leaves out. */
function withInterval(answer: Answer): Answer {
  const { bytes } = answer.body as { readonly bytes: Buffer };
  return { ...answer, body: { ...JSON.parse(bytes.toString('utf8')), interval: POLL_INTERVAL_S } };
}

/** Rejects polls that come too fast with `bad-request` and the error `slow_down` (RFC 8628, section 3.5). */
async function requireSlowPolls({ limiter }: OauthDeps, form: URLSearchParams): Promise<void> {
  const code = form.get('grant_type') === DEVICE_GRANT ? form.get('device_code') : null;
  if (code === null) return;
  const { allowed } = await limiter.take('device-poll', `device:${artifactHash(code).toString('base64url')}`);
  if (allowed) return;
  throw refuse('bad-request', 'The device polls too fast. Wait 5 seconds longer between polls.', {
    error: 'slow_down',
  });
}

async function authorize(deps: OauthDeps, open: OpenServer, call: OauthCall): Promise<Answer> {
  const query = parametersOf(deps, call.url.split('?').slice(1).join('?'));
  if (query.getAll('resource').length > 1)
    throw refuse('bad-request', 'The request contains more than one resource. Request one at a time.');
  fillScope(query);
  // AI tools need neither an ID token nor its claims. Without the scope `openid`, drops the parameters that belong to
  // it.
  if (!(query.get('scope') ?? '').split(' ').includes('openid'))
    for (const name of ['nonce', 'max_age', 'id_token_hint', 'claims', 'acr_values']) query.delete(name);
  const tooLong = findTooLong(query);
  if (tooLong !== undefined) {
    if (call.header('accept')?.includes('text/html') === true) return errorAnswer('invalid_request', String(tooLong));
    throw refuse('bad-request', t('{tooLong}.', { tooLong }));
  }
  const server = await open();
  return deps.requests.run(strangerOf(call), () => ask(deps, server, call, `/oauth/authorize?${query}`, undefined));
}

/** Maximum size in bytes of a state value stored until the person decides. */
const MAX_STATE_BYTES = 2_048;
const MAX_PARAMETER_BYTES = 4_096;

/** Why a request is too long to store. Undefined if it is short enough. */
function findTooLong(parameters: URLSearchParams): Text | undefined {
  if (Buffer.byteLength(parameters.get('state') ?? '') > MAX_STATE_BYTES)
    return t('state is longer than {limit} bytes', { limit: MAX_STATE_BYTES });
  const length = Buffer.byteLength([...parameters.values()].join(''));
  return length > MAX_PARAMETER_BYTES
    ? t('its parameters are longer than {limit} bytes', { limit: MAX_PARAMETER_BYTES })
    : undefined;
}

async function ask(
  deps: OauthDeps,
  server: AuthorizationServer,
  call: OauthCall,
  url: string,
  form: URLSearchParams | undefined,
): Promise<Answer> {
  const method = form === undefined ? 'GET' : 'POST';
  return askServer(server, deps.publicUrl, call, { method, url, body: form?.toString() });
}

/**
 * Adds the default scope if the request contains none of the service's scopes (RFC 6749, section 3.3). Many clients ask
 * for `openid` or scopes of other services, and a consent without any of this service's scopes would give access to
 * nothing.
 */
function fillScope(parameters: URLSearchParams): void {
  const own = sessionKindOf(parameters.get('client_id') ?? '') !== undefined;
  const asked = (parameters.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (own) parameters.set('scope', SESSION_SCOPE);
  else if (!ALL_SCOPES.some((scope) => asked.includes(scope)))
    parameters.set('scope', [...asked, DEFAULT_SCOPE].join(' '));
}

/** Endpoints served by oidc-provider. Other origins may not read pages that a browser is redirected to. */
export const oauthRoutes = (deps: OauthDeps, open: OpenServer): OauthEndpoint[] => [
  ...routes({
    'GET /oauth/authorize': authorizeOperation(deps, open),
    'GET /oauth/authorize/:uid': resumeAuthorizationOperation(deps, open),
    'POST /oauth/global-token-revocation/:team_id': revokeEverythingOperation(deps),
  }),
  ...crossOriginRoutes({
    'GET /oauth/jwks': getOauthKeysOperation(deps, open),
    'POST /oauth/register': registerClientOperation(deps, open),
    'POST /oauth/token': requestTokenOperation(deps, open),
    'POST /oauth/revoke': revokeTokenOperation(deps, open),
    'POST /oauth/device': authorizeDeviceOperation(deps, open),
  }),
];
