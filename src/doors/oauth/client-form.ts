// Input for the authorization server: form or query parameters, including the client id.

import { isUtf8 } from 'node:buffer';
import { excerpt } from '../../base/excerpt.ts';
import { refuse } from '../../base/refusal.ts';
import { hasNul } from '../../base/text.ts';
import { t } from '../../base/texts/t.ts';
import { requireMediaType } from '../../http/bodies/body.ts';
import { siteOf } from '../../http/incoming/client-address.ts';
import { basicCredentials } from './basic-credentials.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { OauthCall } from './oauth-door.ts';
import { canonicalResource } from './resources.ts';

const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads a form and counts it against the client's rate limit. Fails with `unsupported-media-type` for other media
 * types, charsets other than UTF-8 and encoded bodies (Decision 73), and with `bad-request` for empty bodies, invalid
 * UTF-8 and NUL. Also fails with `payload-too-large` and `rate-limited`.
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
 * The parameters of a form or query, with `resource` spelled as in its metadata. Fails with `bad-request` if they
 * contain NUL, which is invalid in parameters (RFC 6749, appendix A) and cannot be stored in a database.
 */
export function parametersOf({ publicUrl }: Pick<OauthDeps, 'publicUrl'>, sent: string): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(sent)) {
    if (hasNul(value))
      throw refuse('bad-request', t('{name} contains a NUL character. Remove it.', { name: excerpt(name) }));
    parameters.append(name, name === 'resource' ? canonicalResource(publicUrl, value) : value);
  }
  return parameters;
}

async function takeOfClient({ limiter }: OauthDeps, call: OauthCall, form: URLSearchParams): Promise<void> {
  const client = namedClient(call.header('authorization'), form);
  if (client === undefined) return;
  // The limit is also per network: many people share a public client, and one of them must not use up its limit for
  // everyone.
  const key = `client:${client.slice(0, 300)} ${siteOf(call.address)}`;
  const { allowed, retryAfterS } = await limiter.take('oauth-client', key);
  if (allowed) return;
  throw refuse('rate-limited', t('Too many requests from this client. Wait {retryAfterS} s.', { retryAfterS }), {
    retry_after: retryAfterS,
  });
}

/** The client named in the body or header. It is not authenticated yet. */
export function namedClient(authorization: string | undefined, form: URLSearchParams): string | undefined {
  return form.get('client_id') || basicCredentials(authorization)?.id;
}
