// A client error redirects to the client's URI without asking anyone, so a link to this service could lead to any host
// (RFC 9700, section 4.11.2). The browser is redirected only if a person here has allowed the client with that host, or
// if the URI is on the person's own machine. Otherwise, a page shows the host first.
import type Provider from 'oidc-provider';
import type { Context } from 'oidc-provider';
import { artifactHash, findArtifact, putArtifact } from '../../credentials/oauth-artifacts.ts';
import { GRANT_LIFETIME_MS } from '../../credentials/oauth-grants.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { hostOf } from './client-name.ts';
import { onwardPage } from './error-page.ts';
import type { OauthDeps } from './oauth-deps.ts';

const KIND = 'ApprovedRedirect';
const hashOf = (clientId: string, host: string): Buffer => artifactHash(`${host} ${clientId}`);

/** Records that a person allowed the client with this redirect host. */
export const approveRedirect = (tx: Tx, clientId: string, host: string, now: number): Promise<void> =>
  putArtifact(tx, KIND, hashOf(clientId, host), { payload: {}, expires_at: now + GRANT_LIFETIME_MS });

const isApproved = async (db: Db, clientId: string, host: string): Promise<boolean> =>
  (await findArtifact(db, KIND, hashOf(clientId, host))) !== undefined;

/** oidc-provider's error, and whether it would redirect the browser to the client. */
type Failure = Error & {
  readonly allow_redirect?: boolean;
  readonly error?: string;
  readonly error_description?: string;
};

/**
 * Shows the page instead of redirecting. Decisions from the consent page go straight to the client, because that page
 * shows the host.
 */
export function holdUnapprovedRedirects({ database }: OauthDeps, provider: Provider): void {
  const failures = new WeakMap<object, Failure>();
  provider.on('authorization.error', (context, failure) => failures.set(context.req, failure));
  provider.use(async (context, next) => {
    await next();
    const failure = failures.get(context.req);
    if (failure?.allow_redirect !== true || context.oidc.route !== 'authorization') return;
    const { client, params } = context.oidc;
    const address = String(params.redirect_uri ?? '');
    const host = hostOf(address);
    if (client === undefined || host === '' || (await isApproved(database, client.clientId, host))) return;
    onwardPage(context, {
      error: failure.error ?? 'server_error',
      error_description: failure.error_description ?? failure.message,
      host,
      onward: onwardOf(context, address, failure),
    });
  });
}

/** The redirect URL. Form responses become query parameters. */
function onwardOf(context: Context, address: string, failure: Failure): string {
  const location = context.response.get('location');
  if (location) return location;
  const url = new URL(address);
  url.searchParams.set('error', failure.error ?? 'server_error');
  const { state } = context.oidc.params;
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}
