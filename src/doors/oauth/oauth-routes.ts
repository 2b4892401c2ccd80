// The endpoints of the authorization server, as data of ours: what each takes is checked for the habits of real
// clients, the protocol itself is oidc-provider's.
import { isUtf8 } from 'node:buffer';
import { Type } from '@sinclair/typebox';
import { excerpt } from '../../base/excerpt.ts';
import { parseJson } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import type { Answer } from '../../http/answer.ts';
import { requireMediaType } from '../../http/body.ts';
import { basicCredentials } from './basic-credentials.ts';
import { askServer } from './bridge.ts';
import { asClientMetadata } from './client-metadata.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { type OauthCall, type OauthEndpoint, operation, routes } from './oauth-door.ts';
import { sessionKindOf } from './own-clients.ts';
import type { AuthorizationServer } from './provider.ts';
import { DEFAULT_SCOPE, SESSION_SCOPE } from './resources.ts';

export type OpenServer = () => Promise<AuthorizationServer>;

const BODY_LIMIT = 65_536;
const FORM = 'application/x-www-form-urlencoded';
const base = { tag: 'OAuth', idempotent: false, answers: {}, refusals: ['rate-limited'] } as const;

const authorizeOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'authorize',
    summary: 'A browser asks for an app',
    handle: (call) => authorize(deps, open, call),
  });

const resumeAuthorizationOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'resumeAuthorization',
    summary: 'The browser comes back from the consent page',
    params: Type.Object({ uid: Type.String({ maxLength: 200 }) }),
    handle: async (call) => ask(deps, await open(), call, call.url, undefined),
  });

const getOauthKeysOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'getOauthKeys',
    summary: 'The public keys of identity tokens',
    handle: async (call) => ask(deps, await open(), call, call.url, undefined),
  });

const registerClientOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'registerClient',
    summary: 'A client registers itself (RFC 7591)',
    rate: 'registration',
    bodyLimit: BODY_LIMIT,
    handle: (call) => register(deps, open, call),
  });

const revokeTokenOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'revokeToken',
    summary: 'A client ends a token (RFC 7009)',
    bodyLimit: BODY_LIMIT,
    async handle(call) {
      const form = await formOf(call);
      await takeOfClient(deps, call, form);
      return ask(deps, await open(), call, '/oauth/revoke', form);
    },
  });

const authorizeDeviceOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'authorizeDevice',
    summary: 'A device asks for a code (RFC 8628)',
    bodyLimit: BODY_LIMIT,
    async handle(call) {
      const form = await formOf(call);
      await takeOfClient(deps, call, form);
      fillScope(form);
      return ask(deps, await open(), call, '/oauth/device', form);
    },
  });

/** Asks the server with a form. */
export const askWithForm = (deps: OauthDeps, server: AuthorizationServer, call: OauthCall, form: URLSearchParams) =>
  ask(deps, server, call, call.url, form);

async function authorize(deps: OauthDeps, open: OpenServer, call: OauthCall): Promise<Answer> {
  const query = withoutNul(new URLSearchParams(call.url.split('?').slice(1).join('?')));
  if (query.getAll('resource').length > 1)
    throw refuse('bad-request', 'resource names more than one resource. Ask for one at a time.');
  fillScope(query);
  // Neither an identity token nor a claim of it is asked for by tools; what belongs to `openid` alone is left out
  // without it.
  if (!(query.get('scope') ?? '').split(' ').includes('openid'))
    for (const name of ['nonce', 'max_age', 'id_token_hint', 'claims', 'acr_values']) query.delete(name);
  return ask(deps, await open(), call, `/oauth/authorize?${query}`, undefined);
}

async function register(deps: OauthDeps, open: OpenServer, call: OauthCall): Promise<Answer> {
  if (!deps.registration) {
    throw refuse('forbidden', 'Clients cannot register themselves here. Use a client ID metadata document instead.');
  }
  const server = await open();
  requireType(call, 'application/json');
  const given = parseJson(await call.bytes());
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse('bad-request', 'The body must be a JSON object.');
  const { client_id: _, client_secret: __, ...metadata } = asClientMetadata({ ...given }, 'client_secret_basic');
  return askServer(server, deps.publicUrl, call, { method: 'POST', url: call.url, body: JSON.stringify(metadata) });
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
 * The form of a request. Refuses with `unsupported-media-type` another type, another charset than UTF-8 and a body that
 * is encoded (Decision 73), with `payload-too-large`, and with `bad-request` what is no UTF-8 or holds a NUL.
 */
export async function formOf(call: OauthCall): Promise<URLSearchParams> {
  requireType(call, FORM);
  const bytes = await call.bytes();
  if (!isUtf8(bytes)) throw refuse('bad-request', 'The body is not UTF-8. Send every parameter in UTF-8.');
  return withoutNul(new URLSearchParams(bytes.toString('utf8')));
}

/** Refuses as `requireMediaType`. */
function requireType(call: OauthCall, type: string): void {
  const named = ['content-type', 'content-encoding', 'transfer-encoding'].map((name) => [name, call.header(name)]);
  requireMediaType(Object.fromEntries(named), [type]);
}

/** NUL has no place in a parameter (RFC 6749, appendix A), and no database keeps it. */
function withoutNul(parameters: URLSearchParams): URLSearchParams {
  for (const [name, value] of parameters)
    if (value.includes('\u0000'))
      throw refuse('bad-request', `${excerpt(name)} holds a NUL character. Send it without.`);
  return parameters;
}

/** Takes one request of the client's own bucket. Refuses with `rate-limited`. */
export async function takeOfClient({ limiter }: OauthDeps, call: OauthCall, form: URLSearchParams): Promise<void> {
  const client = clientOf(call.header('authorization'), form);
  if (client === undefined) return;
  const { allowed, retryAfterS } = await limiter.take('oauth-client', `client:${client.slice(0, 300)}`);
  if (allowed) return;
  throw refuse('rate-limited', `Too many requests of this client. Wait ${retryAfterS} s.`, {
    retry_after: retryAfterS,
  });
}

/** The client that the request names, in its body or its header; what it says need not be true. */
export function clientOf(authorization: string | undefined, form: URLSearchParams): string | undefined {
  const named = form.get('client_id');
  if (named !== null) return named;
  return basicCredentials(authorization)?.id;
}

function fillScope(parameters: URLSearchParams): void {
  const own = sessionKindOf(parameters.get('client_id') ?? '') !== undefined;
  if (own) parameters.set('scope', SESSION_SCOPE);
  else if ((parameters.get('scope') ?? '').trim() === '') parameters.set('scope', DEFAULT_SCOPE);
}

/** Every endpoint that oidc-provider answers. */
export const oauthRoutes = (deps: OauthDeps, open: OpenServer): OauthEndpoint[] =>
  routes({
    'GET /oauth/authorize': authorizeOperation(deps, open),
    'GET /oauth/authorize/:uid': resumeAuthorizationOperation(deps, open),
    'GET /oauth/jwks': getOauthKeysOperation(deps, open),
    'POST /oauth/register': registerClientOperation(deps, open),
    'POST /oauth/revoke': revokeTokenOperation(deps, open),
    'POST /oauth/device': authorizeDeviceOperation(deps, open),
  });
