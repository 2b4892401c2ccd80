// Handles AI tools' messages with the protocol library, using tools, prompts and skills. All code that needs the
// library is behind this file, which is loaded with the first message.
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { authorTools } from './author-tools.ts';
import { catalogChanges, MAX_STREAMS } from './catalog-changes.ts';
import { employeeTools } from './employee-tools.ts';
import { MCP_BODY_LIMIT, type McpHandler } from './mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';
import { iconsOf, mcpServer } from './mcp-server.ts';
import type { Operations } from './operation.ts';
import { listSkillResources, skillsExtension, visits } from './skill-source.ts';
import { startAuthoring } from './start-authoring.ts';
import { type ListedTool, listedTool, type Tool } from './tool.ts';
import { deliveredTo, type Visit } from './visit.ts';

/** `operations` are the /v1 operations behind the author tools. */
export function openHandler(parts: McpParts, operations: Operations): McpHandler {
  const { rules, deliveries, skills } = parts;
  const providerIds = rules.providers.map(({ id }) => id);
  const { trails } = skills;
  const ofAuthors = authorTools(operations, rules.schema);
  const deps = {
    ...parts,
    trails,
    tools: [...employeeTools({ ...parts, trails, providerIds }), startAuthoring(ofAuthors), ...ofAuthors],
    listed: listedOnce(parts),
    resources: (visit: Visit, cursor: string | undefined) => listSkillResources(skills, visit, cursor),
    skills: skillsExtension({ ...skills, delivered: (visit, head) => deliveredTo(visit, deliveries, head, 'skill') }),
  };
  const changes = catalogChanges(parts.changes);
  const handler = createMcpHandler((context) => mcpServer(deps, visitOf(context.authInfo), { hasStreams: true }), {
    maxRequestBodySize: MCP_BODY_LIMIT,
    maxSubscriptions: MAX_STREAMS,
    bus: changes.bus,
    legacy: 'reject',
  });
  const answer: McpHandler['answer'] = async (request, parsedBody, visit) => {
    const given = { authInfo: authInfoOf(visit), parsedBody };
    if (!(await isLegacyRequest(request, parsedBody))) return handler.fetch(request, given);
    return answeredWhole(mcpServer(deps, visit, { hasStreams: false }), request, given);
  };
  return {
    hasRoom: changes.hasRoom,
    answer: (...asked) => visits.run(asked[2], () => answer(...asked)),
    async close() {
      changes.stop();
      await handler.close();
    },
  };
}

/** Converts a tool's schemas for the list only once. */
function listedOnce({ baseUrl, card }: McpParts): (tool: Tool) => ListedTool {
  const shared = { icons: iconsOf(baseUrl), isCardBuilt: card !== undefined };
  const entries = new Map<Tool, ListedTool>();
  return (tool) => {
    const entry = entries.get(tool) ?? listedTool(tool, shared);
    entries.set(tool, entry);
    return entry;
  };
}

/**
 * For clients up to revision 2025-11-25. The library would send each response as a stream with one event. Calls don't
 * report progress here, so a single JSON object is enough, and every client accepts it.
 */
async function answeredWhole(
  server: McpServer,
  request: Request,
  given: { readonly authInfo: AuthInfo; readonly parsedBody: unknown },
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, given);
  } finally {
    await server.close();
  }
}

/** The library passes this to the server that it creates. The credential itself stays at the gate. */
const authInfoOf = (visit: Visit): AuthInfo => ({
  token: '',
  clientId: visit.call.caller.credential.id,
  scopes: [...visit.call.caller.scopes],
  extra: { visit },
});

function visitOf(authInfo: AuthInfo | undefined): Visit {
  const visit = authInfo?.extra?.visit;
  if (visit === undefined) throw new Error('A request without its caller.');
  return visit as Visit;
}
