// Turns failures in talking to an OpenID provider into sentences that an admin can act on.

import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { type Refusal, refuse } from '../base/refusal.ts';
import { type Text, t, type Value } from '../base/texts/t.ts';
import { egressFailureOf } from '../egress/egress-failure.ts';

/** Explanations of openid-client's error codes for the admin who sets up a provider. */
const SENTENCES: Readonly<Record<string, Text>> = {
  OAUTH_TIMEOUT: t('it did not answer in time.'),
  OAUTH_RESPONSE_IS_NOT_CONFORM: t(
    'it did not answer with a 200. The address is wrong, or needs a path such as /v2.0.',
  ),
  OAUTH_RESPONSE_IS_NOT_JSON: t('it did not answer with JSON. The address is not that of an OpenID provider.'),
  OAUTH_PARSE_ERROR: t('it did not answer with JSON. The address is not that of an OpenID provider.'),
  OAUTH_INVALID_RESPONSE: t('its response is not valid for OpenID Connect, or belongs to another sign-in.'),
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: t(
    'it names a different issuer. Copy the issuer exactly as the provider spells it.',
  ),
  OAUTH_HTTP_REQUEST_FORBIDDEN: t('it uses an address without TLS.'),
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: t('its identity token is for another client, issuer or sign-in.'),
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: t('its identity token is not valid now. Compare the clocks of both machines.'),
  OAUTH_KEY_SELECTION_FAILED: t('it does not publish the key that signed its identity token.'),
  OAUTH_MISSING_SERVER_METADATA: t('its configuration lacks a required endpoint.'),
};

/** Converts an error from talking to a provider into a refusal (`unprocessable`). Rethrows all other errors. */
export function providerTrouble(thrown: unknown, what: Text): Refusal {
  const because = causeOf(thrown);
  if (because === undefined) throw thrown;
  return refuse('unprocessable', t('{what}: {because}', { what, because }), { reason: 'provider' });
}

function causeOf(thrown: unknown): Value {
  if (thrown instanceof AuthorizationResponseError || thrown instanceof ResponseBodyError)
    return t('it says {words}', { words: quoted(thrown.error, thrown.error_description) });
  if (thrown instanceof WWWAuthenticateChallengeError)
    return t('it does not accept the client id or the client secret.');
  if (!(thrown instanceof Error)) return undefined;
  const failure = egressFailureOf(thrown);
  if (failure !== undefined) return failure.sentence;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const known = SENTENCES[code];
  if (known !== undefined) return known;
  return code.startsWith('OAUTH_') ? `${thrown.message}.` : undefined;
}

/** Quotes the provider's message, because it is someone else's text. */
const quoted = (error: string, description: string | undefined): string =>
  `"${[error, description]
    .filter((part) => part !== undefined)
    .join(': ')
    .replace(/[\p{Cc}"]/gu, ' ')
    .slice(0, 300)}".`;
