// Every endpoint for a person who is signed in, whatever their roles: the own session, the password, and how the
// workspace signs its people in.
import { closedQuery } from '../../http/query.ts';
import { guarded } from '../session/session-endpoint.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';
import { passwordRoutes } from './password-routes.ts';
import type { PersonEndpoint } from './person-door.ts';
import { sessionRoutes } from './session-routes.ts';
import { singleSignOnSettingsRoutes } from './single-sign-on-settings-routes.ts';

/** The parts of /manage/v1 that are about signing in. */
export const personEndpoints = (deps: SignInDeps): PersonEndpoint[] =>
  [...sessionRoutes(deps), ...passwordRoutes(deps), ...singleSignOnSettingsRoutes(deps)].map((endpoint) => ({
    ...guarded(endpoint),
    query: closedQuery(endpoint.query),
  }));
