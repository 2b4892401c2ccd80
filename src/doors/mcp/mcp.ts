// The door /mcp put together: its tools, prompts and skills over the rooms, and the operations of /v1 that authors
// call.
import type { Caller } from '../../admission/caller.ts';
import type { Scope } from '../../directory/roles.ts';
import type { Door, Endpoint } from '../../http/endpoint.ts';
import { type GateDeps, serve } from '../../http/gate.ts';
import type { SkillRooms } from '../../skills/public-catalog.ts';
import type { FindDeps } from '../../surfacing/find-trails.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import { authorTools } from './author-tools.ts';
import { downloadEndpoints } from './download-routes.ts';
import { employeeTools } from './employee-tools.ts';
import { type McpDoorway, mcpDoorway } from './mcp-endpoint.ts';
import type { McpDeps } from './mcp-server.ts';
import { operationsOf } from './operation.ts';
import { skillsExtension } from './skill-source.ts';
import { deliveredTo } from './visit.ts';

export interface McpParts
  extends FindDeps,
    Pick<McpDeps, 'baseUrl' | 'version' | 'counted' | 'toolCalls' | 'sequences'> {
  readonly door: Door<Caller, Scope>;
  readonly gate: GateDeps;
  /** The endpoints of /v1. */
  readonly endpoints: readonly Endpoint<Caller, Scope>[];
  readonly rules: TrailRules;
  readonly skills: SkillRooms;
}

/** The endpoints of the door, and how its streams end. */
export function openMcp(parts: McpParts): McpDoorway {
  const { door, gate, endpoints, rules, baseUrl, version, counted } = parts;
  const { trails, library } = parts.skills;
  const operations = operationsOf(endpoints, (endpoint, incoming) => serve(gate, door, endpoint, incoming));
  const providerIds = rules.providers.map(({ id }) => id);
  const doorway = mcpDoorway({
    baseUrl,
    version,
    counted,
    trails,
    deliveries: parts.deliveries,
    toolCalls: parts.toolCalls,
    sequences: parts.sequences,
    tools: [...employeeTools({ ...parts, providerIds }), ...authorTools(operations, rules.schema)],
    skills: skillsExtension({
      trails,
      library,
      delivered: (visit, head) => deliveredTo(visit, parts.deliveries, head, 'skill'),
    }),
  });
  return { ...doorway, endpoints: [...doorway.endpoints, ...downloadEndpoints(parts)] };
}
