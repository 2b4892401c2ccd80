// Passes requests that the gate has admitted to oidc-provider and returns its responses, so that limits, Request-Id,
// log and metrics work as they do for every other endpoint.
import type { Answer } from '../../http/answers/answer.ts';
import { tooLarge } from '../../http/bodies/body.ts';
import type { OauthCall } from './oauth-door.ts';
import type { AuthorizationServer } from './provider.ts';
import { requestCookies } from './request-cookie.ts';

/** Request headers passed to the server. Forwarding headers are excluded, because strangers can set them. */
const CARRIED = ['accept', 'authorization', 'content-type', 'user-agent'];
/** Maximum body size in bytes that the server parses. The server's error for larger bodies would be misleading. */
export const OAUTH_BODY_LIMIT = 56 * 1_024;
/** The lowest status that means that a request failed. */
const REFUSED = 400;
/** Headers that this service sets itself. */
const OURS = new Set(['connection', 'date', 'content-length', 'transfer-encoding', 'keep-alive']);

export interface BridgedRequest {
  readonly method: string;
  /** Path and query, relative to the service's base URL. */
  readonly url: string;
  readonly body: string | Buffer | undefined;
  /** The server's own cookies, if any. */
  readonly cookie?: string | undefined;
}

/**
 * Sends the request to the server and commits its writes. Throws refusals of our rooms, e.g. if the database is
 * unavailable. Fails with `payload-too-large`. `publicUrl` says whether the browser uses TLS, which affects the
 * server's cookies.
 */
export async function askServer(
  { provider, refusals, commit }: AuthorizationServer,
  publicUrl: string,
  call: OauthCall,
  request: BridgedRequest,
): Promise<Answer> {
  // A form may be larger than when it was received, because every character is escaped again.
  if (Buffer.byteLength(request.body ?? '') > OAUTH_BODY_LIMIT) throw tooLarge(OAUTH_BODY_LIMIT);
  // Lazy: loaded with the server by the first request.
  const { default: inject } = await import('light-my-request');
  const { protocol, host } = new URL(publicUrl);
  const carried = CARRIED.map((name) => [name, call.header(name)]).filter(([, value]) => value !== undefined);
  const answer = await inject(provider.callback(), {
    method: request.method,
    url: request.url,
    remoteAddress: call.address,
    headers: {
      // Overrides the library's own User-Agent.
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
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || OURS.has(name) || name === 'set-cookie') continue;
    headers[spelled(name)] = String(value);
  }
  const cookies = requestCookies([answer.headers['set-cookie'] ?? []].flat().map(String), publicUrl);
  return { status: answer.statusCode, headers, cookies, body: { bytes: answer.rawPayload } };
}

/** Spells `content-type` as `Content-Type`, like all headers of the service. */
const spelled = (name: string): string =>
  name === 'www-authenticate' ? 'WWW-Authenticate' : name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
