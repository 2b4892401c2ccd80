// Assembles the API /mcp from tools, prompts and skills, and for authors from the operations of /v1.
import { serveRequest } from '../../http/gate/gate.ts';
import { downloadEndpoints } from './download-routes.ts';
import { type McpDoorway, mcpDoorway } from './mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';
import { operationsOf } from './operation.ts';

/** Returns the endpoints, and a function that ends their streams. */
export function openMcp(parts: McpParts): McpDoorway {
  const { door, gate, endpoints } = parts;
  const operations = operationsOf(endpoints, (endpoint, incoming) => serveRequest(gate, door, endpoint, incoming));
  const doorway = mcpDoorway(parts, async () => {
    const { openHandler } = await import('./mcp-handler.ts');
    return openHandler(parts, operations);
  });
  return { ...doorway, endpoints: [...doorway.endpoints, ...downloadEndpoints(parts)] };
}
