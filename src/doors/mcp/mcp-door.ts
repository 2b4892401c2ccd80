// The API /mcp: takes bearer credentials and speaks the Model Context Protocol (Streamable HTTP, stateless). Requests
// pass the same gate as those of /v1 before a message is read. Refusals at the gate are problem details.

import type { Authenticator } from '../../admission/authenticate.ts';
import { type Caller, requireScope, requireStanding } from '../../admission/caller.ts';
import { isLoopback } from '../../base/hosts.ts';
import { isUuid } from '../../base/id.ts';
import { refusalOf, refuse } from '../../base/refusal.ts';
import { withoutEndingSlashes } from '../../base/text.ts';
import { t } from '../../base/texts/t.ts';
import { type Scope, USE_SCOPE } from '../../directory/roles.ts';
import { problemAnswer } from '../../http/answers/problem.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import { type ProtectedResource, withResource } from '../../http/gate/challenge.ts';
import type { DoorRequest } from '../../http/incoming/incoming.ts';
import { asEditor } from '../session/editor-caller.ts';
import { readableBy, requireOrigin } from './origins.ts';
import { requireSomeUse } from './visit.ts';

export interface McpDoorDeps {
  readonly authenticator: Authenticator;
  readonly baseUrl: string;
  /** True behind a proxy, which may send a different Host header. DNS rebinding cannot get past a proxy. */
  readonly trustProxy: boolean;
  /** Origins that may call this API, in addition to desktop apps and this machine. */
  readonly origins: readonly string[];
}

export type McpEndpoint = Endpoint<Caller, Scope>;

export const operation = operationBuilder<Caller, Scope>();

/** The path of the URL that AI tools connect to. */
export const MCP_PREFIX = '/mcp';

/** Defines endpoints below /mcp: `METHOD /path` -> operation. */
export const routes = routesBuilder<Caller, Scope>({ prefix: MCP_PREFIX, rate: 'default', unknownQuery: 'ignored' });

/**
 * Checks in this order: Host and Origin (403), credential (401), workspace in the path (404), membership, plan, scope.
 */
export const mcpDoor = ({ authenticator, baseUrl, trustProxy, origins }: McpDoorDeps): Door<Caller, Scope> => ({
  name: 'mcp',
  jsonTypes: ['application/json'],
  // People type the URL into their tools, often with a trailing slash, which makes no difference.
  canonicalPath: withoutEndingSlashes,
  render(refusal, { requestId, url, headers }, language) {
    const answer = withResource(problemAnswer(refusal, baseUrl, requestId, language), resourceAt(baseUrl, url));
    const readable = readableBy(headers?.origin, { baseUrl, origins });
    const Vary = [answer.headers?.Vary, readable.Vary].filter((name) => name !== undefined).join(', ');
    return { ...answer, headers: { ...answer.headers, ...readable, Vary } };
  },
  async admit(request, endpoint, fresh) {
    if (!trustProxy) requireHost(request, baseUrl);
    requireOrigin(request.headers.origin, { baseUrl, origins });
    const { authorization } = request.headers;
    const { caller: called, database } = await authenticator.admit(authorization, fresh, resourceOf(request));
    const caller = await asEditor(called, endpoint, request, database);
    const refusal = refusalOf(() => {
      requireWorkspace(caller, request);
      requireStanding(caller);
      if (endpoint.needs !== undefined) requireScope(caller, endpoint.needs);
      requireSomeUse(caller);
    });
    // A cached caller may be stale: a role granted a moment ago must take effect.
    if (refusal !== undefined) await database.confirm();
    const { catalog_id } = caller.catalog;
    return {
      caller,
      database,
      refusal,
      confirm: database.confirm,
      bucket: caller.counted_as,
      keys: { catalog_id, credential_id: caller.counted_as },
      logged: { credential_id: caller.credential.id, catalog_id },
    };
  },
});

/** The resource as the client knows it: /mcp, or a workspace's own URL. */
function resourceAt(baseUrl: string, url: string): ProtectedResource {
  const [, , team = ''] = (url.split('?')[0] ?? '').split('/');
  const path = isUuid(team.toLowerCase()) ? `${MCP_PREFIX}/${team.toLowerCase()}` : MCP_PREFIX;
  return { metadata: `${baseUrl}/.well-known/oauth-protected-resource${path}`, scope: USE_SCOPE };
}

/** Lets paths without a valid id pass. Validation rejects them once the caller is admitted. */
function requireWorkspace({ catalog }: Caller, request: DoorRequest): void {
  const teamId = teamOf(request);
  if (teamId !== undefined && isUuid(teamId) && teamId !== catalog.team_id)
    throw refuse('not-found', 'The credential belongs to another workspace. Use the URL of that workspace, or /mcp.');
}

/** An OAuth token is valid for one resource (Decision 67): /mcp, or one workspace. */
function resourceOf(request: DoorRequest): string {
  const teamId = teamOf(request);
  return teamId === undefined ? '/mcp' : `/mcp/${teamId}`;
}

/** The workspace in the path, converted to lower case, because admission runs before the path is validated. */
const teamOf = ({ params }: DoorRequest): string | undefined => params.team_id?.toLowerCase();

/**
 * Guards against DNS rebinding, where a page points its own host name at this service. Accepts only the service's host
 * and loopback.
 */
function requireHost({ headers }: DoorRequest, baseUrl: string): void {
  const host = hostnameOf(`http://${headers.host ?? ''}`);
  if (host !== undefined && (isLoopback(host) || host === hostnameOf(baseUrl))) return;
  throw refuse('forbidden', t('This host name is not served here. Connect to {baseUrl}/mcp.', { baseUrl }));
}

const hostnameOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname : undefined;
