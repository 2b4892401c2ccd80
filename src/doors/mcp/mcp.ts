// The door /mcp put together: its tools, prompts and skills over the rooms, and the operations of /v1 that authors
// call.
import { serveRequest } from '../../http/gate/gate.ts';
import { downloadEndpoints } from './download-routes.ts';
import { type McpDoorway, mcpDoorway } from './mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';
import { operationsOf } from './operation.ts';

/** The endpoints of the door, and how its streams end. */
export function openMcp(parts: McpParts): McpDoorway {
  const { door, gate, endpoints } = parts;
  const operations = operationsOf(endpoints, (endpoint, incoming) => serveRequest(gate, door, endpoint, incoming));
  const doorway = mcpDoorway(parts, async () => {
    const { openHandler } = await import('./mcp-handler.ts');
    return openHandler(parts, operations);
  });
  return { ...doorway, endpoints: [...doorway.endpoints, ...downloadEndpoints(parts)] };
}
