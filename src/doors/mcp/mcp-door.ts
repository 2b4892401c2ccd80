// The door /mcp: bearer credentials in, the Model Context Protocol out (Streamable HTTP, stateless). Before a message
// is read, the request passes the same gate as one of /v1; what is refused there is refused in problem details.

import type { Authenticator } from '../../admission/authenticate.ts';
import { type Caller, requireScope, requireStanding } from '../../admission/caller.ts';
import { withoutEndingSlashes } from '../../base/ending-slashes.ts';
import { isUuid } from '../../base/id.ts';
import { isLoopback } from '../../base/loopback.ts';
import { refusalOf, refuse } from '../../base/refusal.ts';
import { type Scope, USE_SCOPE } from '../../directory/roles.ts';
import { problemAnswer } from '../../http/answers/problem.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import { type ProtectedResource, withResource } from '../../http/gate/challenge.ts';
import type { DoorRequest } from '../../http/incoming/incoming.ts';
import { requireSomeUse } from './visit.ts';

export interface McpDoorDeps {
  readonly authenticator: Authenticator;
  readonly baseUrl: string;
  /** True behind a proxy, which may send another Host than the public one; no page can rebind a name past it. */
  readonly trustProxy: boolean;
}

export type McpEndpoint = Endpoint<Caller, Scope>;

/** What an endpoint of the door does; a table of `routes` says where. */
export const operation = operationBuilder<Caller, Scope>();

/** What an AI tool is given as address, below the service's own. */
export const MCP_PREFIX = '/mcp';

/** Endpoints below /mcp: `METHOD /path` -> operation. */
export const routes = routesBuilder<Caller, Scope>({ prefix: MCP_PREFIX, rate: 'default', unknownQuery: 'ignored' });

/**
 * Admits in the order: Host and Origin (403), credential (401), workspace of the path (404), membership, plan, scope.
 */
export const mcpDoor = ({ authenticator, baseUrl, trustProxy }: McpDoorDeps): Door<Caller, Scope> => ({
  name: 'mcp',
  jsonTypes: ['application/json'],
  // People type the address into their tools, often with a slash at its end: they mean the same.
  canonicalPath: withoutEndingSlashes,
  render: (refusal, { requestId, url }) =>
    withResource(problemAnswer(refusal, baseUrl, requestId), resourceAt(baseUrl, url)),
  async admit(request, endpoint, fresh) {
    if (!trustProxy) requireHost(request, baseUrl);
    requireOrigin(request, baseUrl);
    const { authorization } = request.headers;
    const { caller, database } = await authenticator.admit(authorization, fresh, resourceOf(request));
    const refusal = refusalOf(() => {
      requireWorkspace(caller, request);
      requireStanding(caller);
      if (endpoint.needs !== undefined) requireScope(caller, endpoint.needs);
      requireSomeUse(caller);
    });
    // A cached caller may be out of date: a role granted a moment ago must not be refused.
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

/** The resource as its client was given it: this address, or a workspace's own. */
const resourceAt = (baseUrl: string, url: string): ProtectedResource => ({
  metadata: `${baseUrl}/.well-known/oauth-protected-resource${withoutEndingSlashes(url.split('?')[0] ?? '')}`,
  scope: USE_SCOPE,
});

/** What is no id names no other workspace: the path is refused by its shape, once the caller may come in. */
function requireWorkspace({ catalog }: Caller, request: DoorRequest): void {
  const teamId = teamOf(request);
  if (teamId !== undefined && isUuid(teamId) && teamId !== catalog.team_id)
    throw refuse('not-found', 'The credential belongs to another workspace. Use the address of its own, or /mcp.');
}

/** An OAuth token is good for one address (Decision 67): that of the door, or of a workspace's own. */
function resourceOf(request: DoorRequest): string {
  const teamId = teamOf(request);
  return teamId === undefined ? '/mcp' : `/mcp/${teamId}`;
}

/** The workspace of the path, which may be written in any case: the door is asked before a shape is. */
const teamOf = ({ params }: DoorRequest): string | undefined => params.team_id?.toLowerCase();

/** A page that had its own name point here (DNS rebinding) sends that name: only ours and the loopback are served. */
function requireHost({ headers }: DoorRequest, baseUrl: string): void {
  const host = hostnameOf(`http://${headers.host ?? ''}`);
  if (host !== undefined && (isLoopback(host) || host === hostnameOf(baseUrl))) return;
  throw refuse('forbidden', `This host name is not served here. Connect to ${baseUrl}/mcp.`);
}

/** Browsers name the page that asks: only pages of this service and of this machine may. */
function requireOrigin({ headers }: DoorRequest, baseUrl: string): void {
  const { origin } = headers;
  if (origin === undefined || origin === new URL(baseUrl).origin) return;
  const host = hostnameOf(origin);
  if (host !== undefined && isLoopback(host)) return;
  throw refuse('forbidden', 'Pages of this origin may not connect. Connect from an AI tool instead of a web page.');
}

const hostnameOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname : undefined;
