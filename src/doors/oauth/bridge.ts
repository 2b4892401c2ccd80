// Carries a request that our gate has admitted into oidc-provider and its answer back out, so that limits, Request-Id,
// log and metrics are those of every other endpoint.
import type { Answer } from '../../http/answers/answer.ts';
import { tooLarge } from '../../http/bodies/body.ts';
import type { OauthCall } from './oauth-door.ts';
import type { AuthorizationServer } from './provider.ts';
import { requestCookies } from './request-cookie.ts';

/** What the server may know of the request's headers; forwarding headers of a stranger are none of them. */
const CARRIED = ['accept', 'authorization', 'content-type', 'user-agent'];
/** What the server reads of a body, in bytes; beyond that it would say that it cannot parse it. */
export const OAUTH_BODY_LIMIT = 56 * 1_024;
/** Answers from this status on say that a request failed. */
const REFUSED = 400;
/** Set by our own sending. */
const OURS = new Set(['connection', 'date', 'content-length', 'transfer-encoding', 'keep-alive']);

export interface BridgedRequest {
  readonly method: string;
  /** Path and query below the service's own address. */
  readonly url: string;
  readonly body: string | Buffer | undefined;
  /** The server's own cookies; absent: none. */
  readonly cookie?: string | undefined;
}

/**
 * Asks the server, and commits what it wrote; what our rooms refuse on the way (the database is away) is thrown.
 * Refuses with `payload-too-large`.
 * `publicUrl` says whether the browser speaks TLS, which the server's cookies depend on.
 */
export async function askServer(
  { provider, refusals, commit }: AuthorizationServer,
  publicUrl: string,
  call: OauthCall,
  request: BridgedRequest,
): Promise<Answer> {
  // A form may have grown: it goes on with every character escaped.
  if (Buffer.byteLength(request.body ?? '') > OAUTH_BODY_LIMIT) throw tooLarge(OAUTH_BODY_LIMIT);
  // Loaded with the server itself, by the first request for it.
  const { default: inject } = await import('light-my-request');
  const { protocol, host } = new URL(publicUrl);
  const carried = CARRIED.map((name) => [name, call.header(name)]).filter(([, value]) => value !== undefined);
  const answer = await inject(provider.callback(), {
    method: request.method,
    url: request.url,
    remoteAddress: call.address,
    headers: {
      // Absent, it would be the name of the library that asks.
      'user-agent': '',
      ...Object.fromEntries(carried),
      host,
      'request-id': call.requestId,
      ...(request.cookie !== undefined && { cookie: request.cookie }),
      'x-forwarded-proto': protocol.replace(':', ''),
    },
    ...(request.body === undefined ? {} : { payload: request.body }),
  });
  const refusal = refusals.get(answer.raw.req);
  await commit(answer.raw.req, refusal === undefined && answer.statusCode < REFUSED);
  if (refusal !== undefined) throw refusal;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || OURS.has(name) || name === 'set-cookie') continue;
    headers[spelled(name)] = String(value);
  }
  const cookies = requestCookies([answer.headers['set-cookie'] ?? []].flat().map(String), publicUrl);
  return { status: answer.statusCode, headers, cookies, body: { bytes: answer.rawPayload } };
}

/** `content-type` as `Content-Type`, as the rest of the service spells its headers. */
const spelled = (name: string): string =>
  name === 'www-authenticate' ? 'WWW-Authenticate' : name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
