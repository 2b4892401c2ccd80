// Every endpoint of the authorization server, for the two doors that serve them: anybody's, and who is signed in.
import { openedOnce } from '../../base/opened-once.ts';
import { refuse } from '../../base/refusal.ts';
import type { ManageEndpoint } from '../session/session-endpoint.ts';
import { appRoutes } from './app-routes.ts';
import { consentRoutes } from './consent-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { metadataRoutes } from './metadata-routes.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { OauthEndpoint } from './oauth-door.ts';
import { type OpenServer, oauthRoutes } from './oauth-routes.ts';

export interface OauthEndpoints {
  readonly open: readonly OauthEndpoint[];
  readonly signedIn: readonly ManageEndpoint[];
}

export function oauthEndpoints(deps: OauthDeps): OauthEndpoints {
  const open = lateServer(deps);
  return {
    open: [...metadataRoutes(deps, open), ...oauthRoutes(deps, open)],
    signedIn: [...consentRoutes(deps, open), ...deviceRoutes(deps, open), ...appRoutes(deps)],
  };
}

/** The server, loaded with the first request for it. */
function lateServer(deps: OauthDeps): OpenServer {
  const server = openedOnce(async () => (await import('./provider.ts')).openProvider(deps));
  return async () => {
    // Keys come from a secret that the database keeps; before it is there nothing may be signed.
    if (deps.secrets()[0] === '')
      throw refuse('not-ready', 'The service is waiting for its database. Try again in a few seconds.', {
        retry_after: 2,
      });
    return server.open();
  };
}
