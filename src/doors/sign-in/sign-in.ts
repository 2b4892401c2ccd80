// Every endpoint of signing in, for the two doors that serve them.
import type { Endpoint } from '../../http/endpoint.ts';
import { closedQuery } from '../../http/query.ts';
import { passwordRoutes } from '../manage/password-routes.ts';
import type { PersonEndpoint } from '../manage/person-door.ts';
import { sessionRoutes } from '../manage/session-routes.ts';
import { singleSignOnSettingsRoutes } from '../manage/single-sign-on-settings-routes.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import type { SignInEndpoint } from './sign-in-door.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { singleSignOnRoutes } from './single-sign-on-routes.ts';

/** For visitors: /sign-in. */
export const signInEndpoints = (deps: SignInDeps): SignInEndpoint[] =>
  [...signInRoutes(deps), ...singleSignOnRoutes(deps)].map((endpoint) => ({
    ...guarded(endpoint),
    refusals: [...guarded(endpoint).refusals, 'rate-limited'],
  }));

/** For who is signed in: the parts of /manage/v1 that are about signing in. */
export const personEndpoints = (deps: SignInDeps): PersonEndpoint[] =>
  [...sessionRoutes(deps), ...passwordRoutes(deps), ...singleSignOnSettingsRoutes(deps)].map((endpoint) => ({
    ...guarded(endpoint),
    query: closedQuery(endpoint.query),
  }));

/** Every change can be refused for where it comes from (access/own-page.ts). */
const guarded = <Caller>(endpoint: Endpoint<Caller>): Endpoint<Caller> =>
  endpoint.method === 'GET' ? endpoint : { ...endpoint, refusals: [...endpoint.refusals, 'forbidden'] };
