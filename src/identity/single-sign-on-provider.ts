// Talks to a workspace's OpenID provider through openid-client: discovery, authorization request and callback. For the
// meaning of an identity see single-sign-on-links.ts.

import * as oidc from 'openid-client';
import { refuse } from '../base/refusal.ts';
import { hasNul } from '../base/text.ts';
import { t } from '../base/texts/t.ts';
import type { Egress } from '../egress/egress-request.ts';
import type { ProviderDiscoveries } from './discoveries.ts';
import { providerTrouble } from './provider-trouble.ts';
import type { ProviderClient } from './single-sign-on.ts';

/** The identity that the provider returned. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** The provider vouches for the address. */
  readonly is_email_verified: boolean;
  /**
   * The stored settings used for the request, because subjects may be specific to a client (OpenID Connect Core,
   * section 8.1). Absent if the provider vouches for a person to an app.
   */
  readonly asked?: { readonly issuer: string; readonly client_id: string };
}

/** Ties the callback to the request. Stored here, not in the browser. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

const SCOPE = 'openid email profile';

/** Opens the discovered provider. `how` is a method of `ProviderDiscoveries`. Fails with `unprocessable`. */
export async function openProvider(
  client: ProviderClient,
  { egress, discoveries }: { readonly egress: Egress; readonly discoveries: ProviderDiscoveries },
  how: keyof ProviderDiscoveries = 'find',
): Promise<oidc.Configuration> {
  const { issuer, client_id, client_secret } = client;
  const server = await discoveries[how](issuer, () => discover(issuer, egress));
  const provider = new oidc.Configuration(server, client_id, undefined, authentication(server, client_secret));
  provider[oidc.customFetch] = egress.fetch;
  for (const extend of extensionsFor(issuer)) extend(provider);
  return provider;
}

async function discover(issuer: string, egress: Egress): Promise<oidc.ServerMetadata> {
  const options = { execute: extensionsFor(issuer), [oidc.customFetch]: egress.fetch };
  // Discovery does not send the client id, so any value works.
  const found = await oidc
    .discovery(new URL(issuer), 'cairn', undefined, oidc.None(), options)
    .catch((thrown: unknown) => {
      throw providerTrouble(thrown, t('{issuer} could not be read', { issuer }));
    });
  const server = found.serverMetadata();
  requireEndpoints(server, issuer);
  return server;
}

/** An http issuer can only be stored if it is on this machine's loopback (egress/issuer.ts). */
const extensionsFor = (issuer: string) => (issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []);

/** Returns the URL for the browser and the values to keep until the callback. Always uses PKCE, state and nonce. */
export async function authorizationUrl(
  provider: oidc.Configuration,
  redirectUri: string,
): Promise<{ url: string; attempt: SignInAttempt }> {
  const attempt = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    code_verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.code_verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, attempt };
}

/** Redeems the callback's code and checks the identity token. Fails with `unprocessable`. */
export async function identityFromCallback(
  provider: oidc.Configuration,
  back: URL,
  attempt: SignInAttempt,
): Promise<Identity> {
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, back, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.code_verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('an expected identity token is never absent');
    const isComplete = claims.email !== undefined || provider.serverMetadata().userinfo_endpoint === undefined;
    const claimSet = isComplete ? claims : await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
    return identityOf(claims.iss, claims.sub, claimSet);
  } catch (thrown) {
    throw providerTrouble(thrown, t('The provider did not complete the sign-in'));
  }
}

/**
 * RFC 6749 2.3.1 requires every provider to support Basic. If a provider lists its methods without it, send the secret
 * in the body.
 */
function authentication(server: oidc.ServerMetadata, secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

/** Requires TLS for both endpoints unless the issuer is on the loopback. */
function requireEndpoints({ authorization_endpoint, token_endpoint }: oidc.ServerMetadata, issuer: string): void {
  const scheme = issuer.startsWith('http:') ? /^https?:\/\// : /^https:\/\//;
  if (scheme.test(authorization_endpoint ?? '') && scheme.test(token_endpoint ?? '')) return;
  throw refuse(
    'unprocessable',
    t('{issuer} does not name an authorization endpoint and a token endpoint that begin with ' + 'https://.', {
      issuer,
    }),
    { reason: 'provider' },
  );
}

function identityOf(issuer: string, subject: string, claimSet: Readonly<Record<string, unknown>>): Identity {
  const email = typeof claimSet.email === 'string' ? claimSet.email : undefined;
  if (hasNul(subject) || hasNul(email))
    throw refuse('unprocessable', 'The provider sent a subject or an address with a NUL character.', {
      reason: 'provider',
    });
  // Some providers send the claim as text. Entra ID sends xms_edov, which says that the address's domain is verified.
  const is_email_verified = [claimSet.email_verified, claimSet.xms_edov].some((claim) =>
    ['true', '1'].includes(String(claim)),
  );
  return { issuer, subject, email, is_email_verified };
}
