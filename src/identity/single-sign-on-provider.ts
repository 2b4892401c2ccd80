// Talking with a workspace's OpenID provider, through openid-client: discovery, the way out, the way back. What an
// identity means here is in single-sign-on-links.ts.
import * as oidc from 'openid-client';
import { hasNul } from '../base/nul.ts';
import { refuse } from '../base/refusal.ts';
import type { Egress } from '../egress/egress-request.ts';
import type { ProviderDiscoveries } from './discoveries.ts';
import { providerTrouble } from './provider-trouble.ts';
import type { ProviderClient } from './single-sign-on.ts';

/** Whom the provider says it is. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** The provider vouches for the address. */
  readonly is_email_verified: boolean;
  /**
   * The stored settings that the provider was asked by: a subject may be of one client alone (OpenID Connect Core,
   * section 8.1). Absent where the provider vouches for somebody to an app.
   */
  readonly asked?: { readonly issuer: string; readonly client_id: string };
}

/** What ties the way back to the way out; kept here, not in the browser. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

const SCOPE = 'openid email profile';

/** Opens the discovered provider; `how` is a way of `ProviderDiscoveries`. Refuses with `unprocessable`. */
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
  // The client's id is not sent.
  const found = await oidc
    .discovery(new URL(issuer), 'cairn', undefined, oidc.None(), options)
    .catch((thrown: unknown) => {
      throw providerTrouble(thrown, `${issuer} could not be read`);
    });
  const server = found.serverMetadata();
  requireEndpoints(server, issuer);
  return server;
}

/** Only an issuer on this machine's loopback can have been stored with http (egress/issuer.ts). */
const extensionsFor = (issuer: string) => (issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []);

/** The way out: where to send the browser, and what to keep until it is back. PKCE, state and nonce always. */
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

/** The way back: redeems the code and checks the identity token. Refuses with `unprocessable`. */
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
    throw providerTrouble(thrown, 'The provider did not complete the sign-in');
  }
}

/** RFC 6749 2.3.1 wants Basic of every provider; one that lists its methods without it gets the secret in the body. */
function authentication(server: oidc.ServerMetadata, secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

/** Browsers are sent nowhere without TLS, but where the issuer itself is the loopback's. */
function requireEndpoints({ authorization_endpoint, token_endpoint }: oidc.ServerMetadata, issuer: string): void {
  const scheme = issuer.startsWith('http:') ? /^https?:\/\// : /^https:\/\//;
  if (scheme.test(authorization_endpoint ?? '') && scheme.test(token_endpoint ?? '')) return;
  throw refuse(
    'unprocessable',
    `${issuer} does not name an authorization endpoint and a token endpoint that begin with https://.`,
    { reason: 'provider' },
  );
}

function identityOf(issuer: string, subject: string, claimSet: Readonly<Record<string, unknown>>): Identity {
  const email = typeof claimSet.email === 'string' ? claimSet.email : undefined;
  if (hasNul(subject) || hasNul(email))
    throw refuse('unprocessable', 'The provider sent a subject or an address with a NUL character.', {
      reason: 'provider',
    });
  // Some providers say it as text; Entra ID says xms_edov, that the owner of the address's domain is verified.
  const is_email_verified = [claimSet.email_verified, claimSet.xms_edov].some((claim) =>
    ['true', '1'].includes(String(claim)),
  );
  return { issuer, subject, email, is_email_verified };
}
