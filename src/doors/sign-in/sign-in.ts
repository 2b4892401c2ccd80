// Every endpoint of signing in: /sign-in.
import type { SignInDeps } from '../session/sign-in-deps.ts';
import type { SignInEndpoint } from './sign-in-door.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { singleSignOnLinkRoutes } from './single-sign-on-link-routes.ts';
import { singleSignOnRoutes } from './single-sign-on-routes.ts';

/** For visitors, who have no session yet; limited by address. */
export const signInEndpoints = (deps: SignInDeps): SignInEndpoint[] => [
  ...signInRoutes(deps),
  ...singleSignOnRoutes(deps),
  ...singleSignOnLinkRoutes(deps),
];
