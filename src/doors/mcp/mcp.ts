// Assembles the door /mcp: tools, prompts and skills over the rooms, and the /v1 operations for authors.
import { serveRequest } from '../../http/gate/gate.ts';
import { downloadEndpoints } from './download-routes.ts';
import { type McpDoorway, mcpDoorway } from './mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';
import { operationsOf } from './operation.ts';

/** Returns the door's endpoints and a function that ends its streams. */
export function openMcp(parts: McpParts): McpDoorway {
  const { door, gate, endpoints } = parts;
  const operations = operationsOf(endpoints, (endpoint, incoming) => serveRequest(gate, door, endpoint, incoming));
  const doorway = mcpDoorway(parts, async () => {
    const { openHandler } = await import('./mcp-handler.ts');
    return openHandler(parts, operations);
  });
  return { ...doorway, endpoints: [...doorway.endpoints, ...downloadEndpoints(parts)] };
}
