// The endpoints of /manage/v1 and their OpenAPI document. The endpoints for the caller's own session are in
// person-endpoints.ts.

import { type DescribedEndpoint, openApiDocument } from '../../http/openapi/openapi.ts';
import { cookieName, SESSION_COOKIE } from '../../identity/cookie-names.ts';
import type { ManageEndpoint } from '../session/session-endpoint.ts';
import { aiToolEndpoints } from './ai-tool-routes.ts';
import { type ApprovalDeps, approvalEndpoints } from './approval-routes.ts';
import { audienceEndpoints } from './audience-routes.ts';
import { auditEndpoints } from './audit-routes.ts';
import { auditStreamEndpoints } from './audit-stream-routes.ts';
import { type BackupRouteDeps, backupEndpoints } from './backup-routes.ts';
import { careEndpoints } from './care-routes.ts';
import { catalogEndpoints } from './catalog-routes.ts';
import { colleagueEndpoints } from './colleague-routes.ts';
import { connectionClientEndpoints } from './connection-client-routes.ts';
import { connectionEndpoints } from './connection-routes.ts';
import { type DomainDeps, domainEndpoints } from './domain-routes.ts';
import { groupEndpoints } from './group-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { insightEndpoints } from './insight-routes.ts';
import { invitationEndpoints } from './invitation-routes.ts';
import { keyEndpoints } from './key-routes.ts';
import { memberListEndpoints } from './member-list-routes.ts';
import { memberEndpoints } from './member-routes.ts';
import { operatorEndpoints } from './operator-routes.ts';
import { operatorTeamEndpoints } from './operator-team-routes.ts';
import { overviewEndpoints } from './overview-routes.ts';
import { personRoutes } from './person-routes.ts';
import { provisioningEndpoints } from './provisioning-routes.ts';
import { publicationEndpoints } from './publication-routes.ts';
import { type RehearsalRouteDeps, rehearsalEndpoints } from './rehearsal-routes.ts';
import { safetyEndpoints } from './safety-routes.ts';
import { scheduleEndpoints } from './schedule-routes.ts';
import { setApprovalEndpoints } from './set-approval-routes.ts';
import { setupLinkEndpoints } from './setup-link-routes.ts';
import { type SkillDeps, skillEndpoints } from './skill-routes.ts';
import { staleTrailEndpoints } from './stale-trails-routes.ts';
import { type SurfacingDeps, surfacingEndpoints } from './surfacing-routes.ts';
import { suspensionEndpoints } from './suspension-routes.ts';
import { teamEndpoints } from './team-routes.ts';
import { trailGroupEndpoints } from './trail-group-routes.ts';
import { trailEndpoints } from './trail-routes.ts';
import { trailSetEndpoints } from './trail-set-routes.ts';
import { webhookDescriptions } from './webhook-descriptions.ts';
import { type WebhookRouteDeps, webhookEndpoints } from './webhook-routes.ts';

const MANAGE_VERSION = '1.0.0';

/** Every endpoint of this API except the reader's (doors/reader). */
export const manageEndpoints = (
  deps: SurfacingDeps & SkillDeps & ApprovalDeps & WebhookRouteDeps & DomainDeps & BackupRouteDeps & RehearsalRouteDeps,
): ManageEndpoint[] => [
  ...overviewEndpoints(deps),
  ...teamEndpoints(),
  ...domainEndpoints(deps),
  ...memberListEndpoints(deps),
  ...memberEndpoints(deps),
  ...personRoutes(deps),
  ...historyRoutes(deps),
  ...invitationEndpoints(deps),
  ...groupEndpoints(deps),
  ...connectionEndpoints(deps),
  ...connectionClientEndpoints(deps),
  ...setupLinkEndpoints(deps),
  ...suspensionEndpoints(deps),
  ...provisioningEndpoints(deps),
  ...rehearsalEndpoints(deps),
  ...keyEndpoints(deps),
  ...auditEndpoints(deps),
  ...auditStreamEndpoints(deps),
  ...webhookEndpoints(deps),
  ...trailEndpoints(deps),
  ...trailGroupEndpoints(),
  ...audienceEndpoints(deps),
  ...trailSetEndpoints(),
  ...setApprovalEndpoints(deps),
  ...approvalEndpoints(deps),
  ...safetyEndpoints(deps),
  ...catalogEndpoints(),
  ...publicationEndpoints(),
  ...scheduleEndpoints(deps),
  ...skillEndpoints(deps),
  ...careEndpoints(deps),
  ...colleagueEndpoints(),
  ...aiToolEndpoints(deps),
  ...insightEndpoints(deps),
  ...surfacingEndpoints(deps),
  ...staleTrailEndpoints(deps),
  ...operatorTeamEndpoints(deps),
  ...operatorEndpoints(deps),
  ...backupEndpoints(deps),
];

/**
 * The text of /manage/openapi.json, which covers these endpoints and those for signing in. `tools` are the ids of the
 * installation's AI tools.
 */
export const manageDocument = (
  baseUrl: string,
  tools: readonly string[],
  endpoints: readonly DescribedEndpoint[],
): object =>
  openApiDocument(
    {
      title: 'Cairn management',
      version: MANAGE_VERSION,
      description:
        'Administration of a workspace by its admins, and of the service by its operators: people, groups, roles, ' +
        "directory sync, keys and logs. Access depends on the session's roles.",
      baseUrl,
      tags: TAGS,
      security: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token, for the command line or the desktop app.',
        },
        console: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName(SESSION_COOKIE, baseUrl),
          description: "The console's session.",
        },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key (`svc_api_…`) or an OAuth access token.' },
        setupLink: { type: 'http', scheme: 'bearer', description: 'The token of a set-up link.' },
      },
      need: (needs) =>
        needs.startsWith('trails:')
          ? {
              sentence: `Needs a role that allows it. Keys and apps also need the scope \`${needs}\`.`,
              refusals: ['insufficient-scope', 'forbidden'],
            }
          : { sentence: `Needs ${NEEDS[needs] ?? needs}.`, refusals: ['forbidden'] },
      everywhere: ['unauthorized', 'rate-limited'],
      credentials: ({ tag }) => CREDENTIALS[tag] ?? ['session', 'console'],
      values: { tools },
      webhooks: webhookDescriptions,
    },
    endpoints,
  );

const SETUP = 'Set-up link';

/** Security schemes of endpoints that do not use a session, or not only one. */
const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  'Sign-in': [],
  [SETUP]: ['setupLink'],
  History: ['session', 'console', 'apiKey'],
  Plans: ['session', 'console', 'apiKey'],
  Changes: ['session', 'console', 'apiKey'],
};

const TAGS = [
  { name: 'Sign-in', description: 'Ways to sign in.' },
  { name: 'Session', description: 'The signed-in person.' },
  { name: 'Workspace', description: 'Name, plan, seats, domains and settings.' },
  { name: 'Members', description: 'The people of the workspace.' },
  { name: 'Groups', description: 'Groups, synced or managed in the service.' },
  { name: 'Connections', description: 'Identity providers that provision the workspace, their tokens and logs.' },
  { name: SETUP, description: 'For people with a set-up link.' },
  { name: 'Single sign-on', description: 'An OpenID provider of the workspace.' },
  { name: 'API keys', description: 'Credentials for /v1.' },
  { name: 'Connected apps', description: 'Apps that people allowed to act for them.' },
  { name: 'Audit log', description: 'What happened, and who did it.' },
  { name: 'Webhooks', description: 'Events sent to other systems.' },
  { name: 'Surfacing', description: 'Why trails are offered, and how a change would affect other trails.' },
  { name: 'Authoring', description: 'Lists of trails for authors, and the order of the catalog.' },
  { name: 'History', description: 'The kept revisions of a draft.' },
  { name: 'Plans', description: 'Many trails compared, tested and applied together.' },
  { name: 'Changes', description: 'What changed in the workspace, for programs that mirror it.' },
  { name: 'Insight', description: 'Usage of trails.' },
  { name: 'Reading', description: 'The published trails that a member can see.' },
  { name: 'Workspaces of the service', description: 'For operators.' },
  { name: 'Operators', description: 'For operators.' },
  { name: 'Service-wide catalog', description: 'For operators.' },
];

const NEEDS: Readonly<Record<string, string>> = {
  member: 'a session in a workspace',
  author: 'a role that can write trails',
  'team-author': 'a role that can write trails of a workspace',
  publisher: 'a role that can publish trails',
  admin: 'the Owner or an admin of the workspace',
  owner: 'the Owner of the workspace',
  operator: 'an operator of the service',
  catalog: 'the Owner or an admin of the workspace, or an operator outside of one',
};
