// All endpoints of the authorization server. One part is open to everyone, the other is for signed-in people.
import { openedOnce } from '../../base/once.ts';
import { refuse } from '../../base/refusal.ts';
import type { ManageEndpoint } from '../session/session-endpoint.ts';
import { appRoutes } from './app-routes.ts';
import { consentRoutes } from './consent-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { metadataRoutes } from './metadata-routes.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { OauthEndpoint } from './oauth-door.ts';
import { oauthRoutes } from './oauth-routes.ts';
import type { OpenServer } from './provider.ts';

export interface OauthEndpoints {
  readonly open: readonly OauthEndpoint[];
  readonly signedIn: readonly ManageEndpoint[];
}

export function oauthEndpoints(deps: OauthDeps): OauthEndpoints {
  const open = lateServer(deps);
  return {
    open: [...metadataRoutes(deps, open), ...oauthRoutes(deps, open)],
    signedIn: [...consentRoutes(deps, open), ...deviceRoutes(deps, open), ...appRoutes(deps, open)],
  };
}

/** Loads the server with the first request. */
function lateServer(deps: OauthDeps): OpenServer {
  const server = openedOnce(async () => (await import('./provider.ts')).openProvider(deps));
  return async () => {
    // Keys are derived from a secret in the database. Nothing may be signed before it is available.
    if (deps.secrets()[0] === '')
      throw refuse('not-ready', 'The service is waiting for its database. Try again in a few seconds.', {
        retry_after: 2,
      });
    return server.open();
  };
}
