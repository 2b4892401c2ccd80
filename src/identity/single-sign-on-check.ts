// The test button of single sign-on. Runs the checks that need no person and explains problems in sentences.
import * as oidc from 'openid-client';
import { isRefusal } from '../base/refusal.ts';
import type { Egress } from '../egress/egress-request.ts';
import type { Db } from '../storage/database.ts';
import type { ProviderClient, SingleSignOnDeps } from './single-sign-on.ts';
import type { Check } from './single-sign-on-findings.ts';
import { redirectUriOf } from './single-sign-on-flow.ts';
import { authorizationUrl, openProvider } from './single-sign-on-provider.ts';
import { countDomains } from './single-sign-on-store.ts';

/** Returns one finding per check. Stops after discovery if the provider cannot be read. */
export async function checkSingleSignOn(
  db: Db,
  teamId: string,
  client: ProviderClient,
  deps: Pick<SingleSignOnDeps, 'publicUrl' | 'egress' | 'discoveries'>,
): Promise<Check[]> {
  const domains = await checkDomains(db, teamId);
  try {
    const provider = await openProvider(client, deps, 'renew');
    const discovery: Check = { check: 'discovery', ok: true, message: `${client.issuer} is an OpenID provider.` };
    const redirectUri = redirectUriOf(deps.publicUrl);
    return [
      discovery,
      await checkClient(provider, redirectUri, CLIENT_TEXTS[client.client_secret === null ? 'public' : 'secret']),
      await checkRequest(provider, redirectUri, deps.egress),
      domains,
    ];
  } catch (thrown) {
    if (!isRefusal(thrown, 'unprocessable')) throw thrown;
    return [{ check: 'discovery', ok: false, message: thrown.message }, domains];
  }
}

/** Messages for clients with a secret and for public clients. */
const CLIENT_TEXTS = {
  secret: {
    accepted: 'The provider accepts the client id and the client secret.',
    refused: 'The provider does not accept the client id or the client secret. Copy both again.',
  },
  public: {
    accepted: 'The provider accepts the client id; the application has no secret.',
    refused: 'The provider does not accept the client id without a secret. Copy it again, or enter the secret.',
  },
} as const;

/** Sends an invented code. A provider that knows the client rejects the code; otherwise it rejects the client. */
async function checkClient(
  provider: oidc.Configuration,
  redirectUri: string,
  texts: { readonly accepted: string; readonly refused: string },
): Promise<Check> {
  const parameters = { code: 'a-test-of-the-client', redirect_uri: redirectUri, code_verifier: 'a'.repeat(43) };
  const thrown: unknown = await oidc
    .genericGrantRequest(provider, 'authorization_code', parameters)
    .then(() => undefined)
    .catch((failure: unknown) => failure);
  if (thrown instanceof oidc.ResponseBodyError && thrown.error === 'invalid_grant')
    return { check: 'client', ok: true, message: texts.accepted };
  const isRefused = thrown instanceof oidc.ResponseBodyError || thrown instanceof oidc.WWWAuthenticateChallengeError;
  const message = isRefused
    ? `${texts.refused} Allow the authorization code grant there, too.`
    : "The provider's token endpoint does not respond as OpenID Connect requires.";
  return { check: 'client', ok: false, message };
}

/**
 * Sends the request of a browser without a session, with `prompt=none`. The provider redirects back, or responds with
 * an error.
 */
async function checkRequest(provider: oidc.Configuration, redirectUri: string, egress: Egress): Promise<Check> {
  const { url } = await authorizationUrl(provider, redirectUri);
  const asked = new URL(url);
  asked.searchParams.set('prompt', 'none');
  const status = await egress
    .fetch(asked)
    .then((response) => response.status)
    .catch(() => 0);
  if (status >= 200 && status < 400)
    return { check: 'request', ok: true, message: 'The provider accepts the sign-in request.' };
  const message =
    `The provider refuses the sign-in request${status === 0 ? '' : ` (status ${status})`}. Check the ` +
    `client id, and register this redirect URI there: ${redirectUri}`;
  return { check: 'request', ok: false, message };
}

async function checkDomains(db: Db, teamId: string): Promise<Check> {
  const count = await countDomains(db, teamId);
  return count > 0
    ? { check: 'domains', ok: true, message: 'People with an address in a verified domain can sign in.' }
    : {
        check: 'domains',
        ok: false,
        message: 'The workspace has no verified domain, so no one can sign in this way. Verify one first.',
      };
}
