// Input of the authorization server: a form or query parameters, and the client id in them.
import { isUtf8 } from 'node:buffer';
import { excerpt } from '../../base/excerpt.ts';
import { refuse } from '../../base/refusal.ts';
import { hasNul } from '../../base/text.ts';
import { requireMediaType } from '../../http/bodies/body.ts';
import { siteOf } from '../../http/incoming/client-address.ts';
import { basicCredentials } from './basic-credentials.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { OauthCall } from './oauth-door.ts';
import { canonicalResource } from './resources.ts';

const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads a form and charges the client's rate limit. Refuses other media types, other charsets than UTF-8 and encoded
 * bodies with `unsupported-media-type` (Decision 73), empty bodies, invalid UTF-8 and NUL with `bad-request`, and with
 * `payload-too-large` and `rate-limited`.
 */
export async function formOf(deps: OauthDeps, call: OauthCall): Promise<URLSearchParams> {
  requireType(call, FORM);
  const bytes = await call.bytes();
  if (bytes.length === 0) throw refuse('bad-request', 'The body is empty. Send the parameters in it, as a form.');
  if (!isUtf8(bytes)) throw refuse('bad-request', 'The body is not UTF-8. Send every parameter in UTF-8.');
  const form = parametersOf(deps, bytes.toString('utf8'));
  await takeOfClient(deps, call, form);
  return form;
}

/** Fails for the same reasons as `requireMediaType`. */
export function requireType(call: OauthCall, type: string): void {
  const named = ['content-type', 'content-encoding', 'transfer-encoding'].map((name) => [name, call.header(name)]);
  requireMediaType(Object.fromEntries(named), [type]);
}

/**
 * The parameters of a form or query, with `resource` normalized to its metadata's spelling. Refuses NUL with
 * `bad-request`: it is invalid in parameters (RFC 6749, appendix A), and databases cannot store it.
 */
export function parametersOf({ publicUrl }: Pick<OauthDeps, 'publicUrl'>, sent: string): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(sent)) {
    if (hasNul(value)) throw refuse('bad-request', `${excerpt(name)} contains a NUL character. Remove it.`);
    parameters.append(name, name === 'resource' ? canonicalResource(publicUrl, value) : value);
  }
  return parameters;
}

async function takeOfClient({ limiter }: OauthDeps, call: OauthCall, form: URLSearchParams): Promise<void> {
  const client = namedClient(call.header('authorization'), form);
  if (client === undefined) return;
  // Per network too: many people share a public client, and no one else must use up its limit for all of them.
  const key = `client:${client.slice(0, 300)} ${siteOf(call.address)}`;
  const { allowed, retryAfterS } = await limiter.take('oauth-client', key);
  if (allowed) return;
  throw refuse('rate-limited', `Too many requests from this client. Wait ${retryAfterS} s.`, {
    retry_after: retryAfterS,
  });
}

/** The client named in the body or header, not yet authenticated. */
export function namedClient(authorization: string | undefined, form: URLSearchParams): string | undefined {
  return form.get('client_id') || basicCredentials(authorization)?.id;
}
