// What went wrong between us and an OpenID provider, in words that an administrator can act on.
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { type Refusal, refuse } from '../base/refusal.ts';
import { egressFailureOf } from '../egress/egress-failure.ts';

/** What the codes of openid-client mean for the admin who sets a provider up. */
const SENTENCES: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: 'it did not answer in time.',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'it did not answer with a 200. The address is wrong, or needs a path such as /v2.0.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'it did not answer with JSON. The address is not that of an OpenID provider.',
  OAUTH_PARSE_ERROR: 'it did not answer with JSON. The address is not that of an OpenID provider.',
  OAUTH_INVALID_RESPONSE: 'its answer is not one of an OpenID provider, or belongs to another sign-in.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'it calls itself by another issuer. Copy the issuer exactly as it spells it.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'it asks for requests without TLS.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'its identity token is for another client, issuer or sign-in.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'its identity token is not valid now. Compare the clocks of both machines.',
  OAUTH_KEY_SELECTION_FAILED: 'it does not publish the key that signed its identity token.',
  OAUTH_MISSING_SERVER_METADATA: 'its configuration does not name an endpoint that is needed.',
};

/**
 * The refusal (`unprocessable`) for what was thrown on the way to or from a provider; anything that is no such trouble
 * goes on.
 */
export function providerTrouble(thrown: unknown, what: string): Refusal {
  const because = causeOf(thrown);
  if (because === undefined) throw thrown;
  return refuse('unprocessable', `${what}: ${because}`, { reason: 'provider' });
}

function causeOf(thrown: unknown): string | undefined {
  if (thrown instanceof AuthorizationResponseError || thrown instanceof ResponseBodyError)
    return `it says ${quoted(thrown.error, thrown.error_description)}`;
  if (thrown instanceof WWWAuthenticateChallengeError) return 'it does not accept the client id or the client secret.';
  if (!(thrown instanceof Error)) return undefined;
  const failure = egressFailureOf(thrown);
  if (failure !== undefined) return failure.message;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const known = SENTENCES[code];
  if (known !== undefined) return known;
  return code.startsWith('OAUTH_') ? `${thrown.message}.` : undefined;
}

/** What the provider says stands in quotes: it is text of somebody else. */
const quoted = (error: string, description: string | undefined): string =>
  `"${[error, description]
    .filter((part) => part !== undefined)
    .join(': ')
    .replace(/[\p{Cc}"]/gu, ' ')
    .slice(0, 300)}".`;
