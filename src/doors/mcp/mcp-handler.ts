// What answers the messages of AI tools: the protocol's library over the tools, prompts and skills. Everything that
// needs the library is behind this file, which is loaded with the first message.
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { authorTools } from './author-tools.ts';
import { catalogChanges } from './catalog-changes.ts';
import { employeeTools } from './employee-tools.ts';
import { BODY_LIMIT, type McpHandler } from './mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';
import { mcpServer } from './mcp-server.ts';
import type { Operations } from './operation.ts';
import { skillsExtension, visits } from './skill-source.ts';
import { deliveredTo, type Visit } from './visit.ts';

/** Streams of change notifications that one process keeps open. */
const MOST_STREAMS = 1_000;

/** `operations` are those of /v1 that authors call. */
export function openHandler(parts: McpParts, operations: Operations): McpHandler {
  const { rules, deliveries, skills } = parts;
  const providerIds = rules.providers.map(({ id }) => id);
  const deps = {
    ...parts,
    trails: skills.trails,
    tools: [...employeeTools({ ...parts, providerIds }), ...authorTools(operations, rules.schema)],
    skills: skillsExtension({ ...skills, delivered: (visit, head) => deliveredTo(visit, deliveries, head, 'skill') }),
  };
  const changes = catalogChanges(parts.sequences);
  const handler = createMcpHandler((context) => mcpServer(deps, visitOf(context.authInfo)), {
    maxRequestBodySize: BODY_LIMIT,
    maxSubscriptions: MOST_STREAMS,
    bus: changes.bus,
  });
  return {
    answer: (request, visit) => visits.run(visit, () => handler.fetch(request, { authInfo: authInfoOf(visit) })),
    async close() {
      changes.stop();
      await handler.close();
    },
  };
}

/** The library passes this on to the server it makes; the credential itself stays at the gate. */
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
