// The endpoints /mcp and /mcp/{team_id}: the bytes of a request to the protocol library and its answer back through the
// gate. Nothing here knows what a message says.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type AuthInfo, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { type TObject, Type } from '@sinclair/typebox';
import type { Caller } from '../../admission/caller.ts';
import type { Answer } from '../../http/answer.ts';
import { requireMediaType } from '../../http/body.ts';
import type { Call } from '../../http/endpoint.ts';
import { catalogChanges } from './catalog-changes.ts';
import { endpoint, type McpEndpoint } from './mcp-door.ts';
import { type McpDeps, mcpServer } from './mcp-server.ts';
import { visits } from './skill-source.ts';
import type { Visit } from './visit.ts';

/** Room for a document with every character escaped, in a JSON-RPC message. */
const BODY_LIMIT = 6 * 1_048_576;
/** Streams of change notifications that one process keeps open. */
const MOST_STREAMS = 1_000;

export interface McpDoorway {
  readonly endpoints: readonly McpEndpoint[];
  /** Ends the streams of change notifications, which would keep the process from stopping. */
  close(): Promise<void>;
}

export function mcpDoorway(deps: McpDeps): McpDoorway {
  const changes = catalogChanges(deps.sequences);
  const handler = createMcpHandler((context) => mcpServer(deps, visitOf(context.authInfo)), {
    maxRequestBodySize: BODY_LIMIT,
    maxSubscriptions: MOST_STREAMS,
    bus: changes.bus,
  });
  return {
    endpoints: [
      messages(deps, handler, '', 'postMcp', Type.Object({})),
      messages(
        deps,
        handler,
        '/:team_id',
        'postWorkspaceMcp',
        Type.Object({ team_id: Type.String({ format: 'uuid' }) }),
      ),
    ],
    async close() {
      changes.stop();
      await handler.close();
    },
  };
}

const messages = (
  { toolCalls }: McpDeps,
  handler: McpHttpHandler,
  path: string,
  id: string,
  params: TObject,
): McpEndpoint =>
  endpoint({
    method: 'POST',
    path,
    id,
    summary: 'One message of the Model Context Protocol',
    tag: 'MCP',
    params,
    idempotent: false,
    bodyLimit: BODY_LIMIT,
    answers: { 200: { description: 'The answer, or a stream of events.' }, 202: { description: 'Taken.' } },
    refusals: ['bad-request', 'not-found', 'unsupported-media-type', 'payload-too-large'],
    handle(call) {
      const { catalog, person } = call.caller;
      if (catalog.team_id !== null) toolCalls.noted(catalog.team_id, person.account_id);
      return handled(handler, call);
    },
  });

async function handled(handler: McpHttpHandler, call: Call<Caller>): Promise<Answer> {
  requireMediaType(call.headers, ['application/json']);
  const visit: Visit = { call, failure: undefined };
  const request = requestOf(call, await call.bytes());
  const response = await visits.run(visit, () => handler.fetch(request, { authInfo: authInfoOf(visit) }));
  if (visit.failure !== undefined) throw visit.failure;
  return answerOf(response);
}

function requestOf(call: Call<Caller>, bytes: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(call.headers)) {
    if (value !== undefined && name !== 'authorization')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new Request(new URL(call.url, 'http://localhost'), {
    method: call.method,
    headers,
    body: new Uint8Array(bytes),
    signal: call.signal(),
  });
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

async function answerOf(response: Response): Promise<Answer> {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  const type = response.headers.get('content-type');
  if (type !== null) headers['Content-Type'] = type;
  if (response.body === null) return { status: response.status, headers };
  if (type?.startsWith('text/event-stream') === true) {
    headers['X-Accel-Buffering'] = 'no';
    return { status: response.status, headers, body: { stream: Readable.fromWeb(response.body as ReadableStream) } };
  }
  return { status: response.status, headers, body: { bytes: Buffer.from(await response.arrayBuffer()) } };
}
