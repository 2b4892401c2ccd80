// All sign-in endpoints, below /sign-in.
import type { SignInDeps } from '../session/sign-in-deps.ts';
import type { SignInEndpoint } from './sign-in-door.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { singleSignOnLinkRoutes } from './single-sign-on-link-routes.ts';
import { singleSignOnRoutes } from './single-sign-on-routes.ts';

/** For visitors without a session. Rate limits apply per address. */
export const signInEndpoints = (deps: SignInDeps): SignInEndpoint[] => [
  ...signInRoutes(deps),
  ...singleSignOnRoutes(deps),
  ...singleSignOnLinkRoutes(deps),
];
