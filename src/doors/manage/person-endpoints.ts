// Endpoints for every signed-in person, whatever their roles: their session, password and invitations, and the
// workspace's sign-in methods.
import type { ManageEndpoint } from '../session/session-endpoint.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';
import { ownInvitationRoutes } from './invitation-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { singleSignOnSettingsRoutes } from './single-sign-on-settings-routes.ts';

/** The endpoints of /manage/v1 about signing in. */
export const personEndpoints = (deps: SignInDeps): ManageEndpoint[] => [
  ...sessionRoutes(deps),
  ...passwordRoutes(deps),
  ...singleSignOnSettingsRoutes(deps),
  ...ownInvitationRoutes(deps),
];
