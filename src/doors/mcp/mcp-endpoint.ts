// The endpoints /mcp and /mcp/{team_id}: the bytes of a request to the protocol library and its answer back through the
// gate. Nothing here knows what a message says.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type TObject, Type } from '@sinclair/typebox';
import type { Caller } from '../../admission/caller.ts';
import { parseJsonInTurns } from '../../base/json.ts';
import { isRefusal } from '../../base/refusal.ts';
import type { Answer } from '../../http/answer.ts';
import { requireMediaType } from '../../http/body.ts';
import type { Call } from '../../http/endpoint.ts';
import { endpoint, type McpEndpoint } from './mcp-door.ts';
import type { McpDeps } from './mcp-server.ts';
import type { Visit } from './visit.ts';

/** Room for a document with every character escaped, in a JSON-RPC message. */
export const BODY_LIMIT = 6 * 1_048_576;

export interface McpDoorway {
  readonly endpoints: readonly McpEndpoint[];
  /** Ends the streams of change notifications, which would keep the process from stopping. */
  close(): Promise<void>;
}

/** What answers messages (mcp-handler.ts). */
export interface McpHandler {
  /** `body` is what the request says, parsed; the request itself bears none. */
  answer(request: Request, body: unknown, visit: Visit): Promise<Response>;
  close(): Promise<void>;
}

/** `open` is called with the first message: a service that no AI tool asks does not load the protocol's library. */
export function mcpDoorway({ toolCalls }: Pick<McpDeps, 'toolCalls'>, open: () => Promise<McpHandler>): McpDoorway {
  let opened: Promise<McpHandler> | undefined;
  const handler = (): Promise<McpHandler> => {
    opened ??= open();
    return opened;
  };
  const inWorkspace = Type.Object({ team_id: Type.String({ format: 'uuid' }) });
  return {
    endpoints: [
      messages(toolCalls, handler, '', 'postMcp', Type.Object({})),
      messages(toolCalls, handler, '/:team_id', 'postWorkspaceMcp', inWorkspace),
    ],
    close: async () => (await opened)?.close(),
  };
}

const messages = (
  toolCalls: McpDeps['toolCalls'],
  handler: () => Promise<McpHandler>,
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
    async handle(call) {
      const { catalog, person } = call.caller;
      if (catalog.team_id !== null) toolCalls.noted(catalog.team_id, person.account_id);
      return handled(await handler(), call);
    },
  });

async function handled(handler: McpHandler, call: Call<Caller>): Promise<Answer> {
  requireMediaType(call.headers, ['application/json']);
  const read = await messageOf(await call.bytes());
  if ('fault' in read) return parseError(read.fault);
  const visit: Visit = { call, failure: undefined };
  const response = await handler.answer(requestOf(call), read.message, visit);
  if (visit.failure !== undefined) throw visit.failure;
  return answerOf(response);
}

/** The library takes two members of one name, and bytes that are no UTF-8: read here as every other body first. */
async function messageOf(bytes: Buffer): Promise<{ readonly message: unknown } | { readonly fault: string }> {
  try {
    return { message: await parseJsonInTurns(bytes) };
  } catch (thrown) {
    if (isRefusal(thrown)) return { fault: thrown.message };
    throw thrown;
  }
}

/** JSON-RPC 2.0, section 5.1: -32700, and no id, since nobody can say which it is. */
const parseError = (message: string): Answer => ({
  status: 400,
  headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' },
  body: { bytes: Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_700, message }, id: null })) },
});

function requestOf(call: Call<Caller>): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(call.headers)) {
    if (value !== undefined && name !== 'authorization')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new Request(new URL(call.url, 'http://localhost'), {
    method: call.method,
    headers,
    signal: call.signal(),
  });
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
