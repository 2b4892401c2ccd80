// The endpoints of a person who is signed in, whatever their roles: the own session, the password, invitations, and how
// the workspace signs its people in.
import type { ManageEndpoint } from '../session/session-endpoint.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';
import { ownInvitationRoutes } from './invitation-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { singleSignOnSettingsRoutes } from './single-sign-on-settings-routes.ts';

/** The parts of /manage/v1 that are about signing in. */
export const personEndpoints = (deps: SignInDeps): ManageEndpoint[] => [
  ...sessionRoutes(deps),
  ...passwordRoutes(deps),
  ...singleSignOnSettingsRoutes(deps),
  ...ownInvitationRoutes(deps),
];
