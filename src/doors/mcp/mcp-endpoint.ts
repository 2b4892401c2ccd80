// The endpoints /mcp and /mcp/{team_id}. They pass request bytes to the protocol library and its response back through
// the gate, without looking at the messages.
import type { ReadableStream } from 'node:stream/web';
import { type TObject, Type } from '@sinclair/typebox';
import type { Caller } from '../../admission/caller.ts';
import { openedOnce } from '../../base/once.ts';
import { isRefusal } from '../../base/refusal.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { takesType } from '../../http/answers/negotiate.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { DoorRequest } from '../../http/incoming/incoming.ts';
import { charged, withRefused } from './batch.ts';
import { type ClientNames, clientNames } from './client-name.ts';
import { errorCodeOf } from './error-code.ts';
import { eventStream } from './event-stream.ts';
import { type Forgave, forgivenMessage } from './forgiveness.ts';
import { withInvalidParams } from './invalid-params.ts';
import { type McpEndpoint, operation, routes } from './mcp-door.ts';
import type { McpParts } from './mcp-parts.ts';
import { readableBy } from './origins.ts';
import { isStillAdmitted } from './still-admitted.ts';
import type { Visit } from './visit.ts';

/** Enough for a document with every character escaped, in a JSON-RPC message. */
export const MCP_BODY_LIMIT = 6 * 1_048_576;

export interface McpDoorway {
  readonly endpoints: readonly McpEndpoint[];
  /** Ends the streams of change notifications, which would otherwise keep the process from stopping. */
  close(): Promise<void>;
}

/** Handles messages (mcp-handler.ts). */
export interface McpHandler {
  /** `body` is the parsed message; `request` has no body. */
  answer(request: Request, body: unknown, visit: Visit): Promise<Response>;
  /** Whether the caller may open another stream. */
  hasRoom(caller: Caller): boolean;
  close(): Promise<void>;
}

type DoorwayParts = Pick<McpParts, 'baseUrl' | 'origins' | 'toolCalls' | 'door' | 'gate' | 'tolerated'>;
type NamingParts = DoorwayParts & { readonly clientOf: ClientNames };

/** The first message calls `open`, so that services without AI tools never load the protocol library. */
export function mcpDoorway(doorway: DoorwayParts, open: () => Promise<McpHandler>): McpDoorway {
  const parts = { ...doorway, clientOf: clientNames() };
  const handler = openedOnce(open);
  const inWorkspace = Type.Object({ team_id: Type.String({ format: 'uuid' }) });
  return {
    endpoints: routes({
      'POST /': postMcpOperation(parts, handler.open, 'postMcp', Type.Object({})),
      'POST /:team_id': postMcpOperation(parts, handler.open, 'postWorkspaceMcp', inWorkspace),
    }),
    close: async () => (await handler.opened())?.close(),
  };
}

const postMcpOperation = (parts: NamingParts, handler: () => Promise<McpHandler>, id: string, params: TObject) =>
  operation({
    id,
    summary: 'One message of the Model Context Protocol',
    tag: 'MCP',
    params,
    idempotent: false,
    bodyLimit: MCP_BODY_LIMIT,
    answers: { 200: { description: 'The response, or a stream of events.' }, 202: { description: 'Accepted.' } },
    refusals: ['bad-request', 'not-found', 'insufficient-scope', 'unsupported-media-type', 'payload-too-large'],
    async handle(call) {
      const { catalog, person } = call.caller;
      if (catalog.team_id !== null) parts.toolCalls.noted(catalog.team_id, person.account_id);
      const answer = await handled(await handler(), parts, call);
      return { ...answer, headers: { ...answer.headers, ...readableBy(call.header('origin'), parts) } };
    },
  });

async function handled(
  handler: McpHandler,
  { door, gate, tolerated, clientOf }: NamingParts,
  call: Call<Caller>,
): Promise<Answer> {
  const read = await messageOf(call);
  if ('fault' in read) return parseError(read.fault);
  if (isListen(read.message)) {
    // Confirm the caller before opening a stream. If the request ran again, no one would read the first stream.
    await call.confirm();
    if (!handler.hasRoom(call.caller)) return limitReached(read.message.id);
  }
  const ended = new AbortController();
  const asked = { ...call, params: call.params as DoorRequest['params'] };
  const listening = { isAdmitted: () => isStillAdmitted(door, asked), end: () => ended.abort() };
  const client = clientOf(call, read.message);
  const forgave: Forgave = (mistake) => tolerated(mistake, client);
  const visit: Visit = { call, failure: undefined, stepUp: undefined, isEditor: false, forgave, listening };
  const { served, refused } = await charged(gate.limiter, call.caller, forgivenMessage(read.message, forgave));
  const response = await handler.answer(requestOf(call, forgave), served, visit);
  if (visit.failure !== undefined) throw visit.failure;
  if (visit.stepUp !== undefined && !Array.isArray(read.message)) throw visit.stepUp;
  const answer = await answerOf(response, refused, [call.signal(), ended.signal]);
  return takesJson(call.headers.accept) ? answer : asEvent(answer);
}

/** The library would accept duplicate keys and invalid UTF-8, so the body is parsed like those of other endpoints. */
async function messageOf(call: Call<Caller>): Promise<{ readonly message: unknown } | { readonly fault: string }> {
  try {
    return { message: await call.value() };
  } catch (thrown) {
    if (isRefusal(thrown, 'bad-request')) return { fault: thrown.message };
    throw thrown;
  }
}

/** JSON-RPC 2.0, section 5.1: returns -32700 without an id, because the id is unknown. */
const parseError = (message: string): Answer => rpcError(400, { code: -32_700, message }, null);

/** Reports a client error. The library would report its own limit as an internal error (-32603). */
const limitReached = (id: unknown): Answer => {
  const message = 'Subscription limit reached. Close unused streams.';
  return rpcError(200, { code: errorCodeOf('rate-limited'), message, data: { slug: 'rate-limited' } }, id);
};

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

const rpcError = (status: number, error: RpcError, id: unknown): Answer => ({
  status,
  headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' },
  body: { bytes: Buffer.from(JSON.stringify({ jsonrpc: '2.0', error, id })) },
});

/** True if the message opens a stream of change notifications. */
const isListen = (message: unknown): message is { readonly id: string | number } =>
  typeof message === 'object' &&
  message !== null &&
  'method' in message &&
  message.method === 'subscriptions/listen' &&
  'id' in message &&
  (typeof message.id === 'string' || typeof message.id === 'number');

function requestOf(call: Call<Caller>, forgave: Forgave): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(call.headers)) {
    if (value !== undefined && name !== 'authorization')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { accept } = call.headers;
  const [json, stream] = [takesJson(accept), takesType(accept, 'text/event-stream')];
  if (!json || !stream || accept === undefined || accept.trim() === '') forgave('accept');
  // The library requires both media types and does not understand wildcards.
  if (json || stream) headers.set('accept', 'application/json, text/event-stream');
  return new Request(new URL(call.url, 'http://localhost'), {
    method: call.method,
    headers,
    signal: call.signal(),
  });
}

const takesJson = (accept: string | undefined): boolean => takesType(accept, 'application/json');

/** The response as a single event, for clients that accept nothing else. */
function asEvent({ body, ...answer }: Answer): Answer {
  if (body === undefined || !('bytes' in body) || answer.status !== 200) return { ...answer, body };
  const headers = { ...answer.headers, 'Content-Type': 'text/event-stream' };
  return { ...answer, headers, body: { bytes: Buffer.from(`event: message\ndata: ${body.bytes}\n\n`) } };
}

async function answerOf(response: Response, refused: readonly object[], ends: readonly AbortSignal[]): Promise<Answer> {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  const type = response.headers.get('content-type');
  if (type !== null) headers['Content-Type'] = type;
  if (response.body === null) return { status: response.status, headers };
  if (type?.startsWith('text/event-stream') === true) {
    headers['X-Accel-Buffering'] = 'no';
    const stream = eventStream(response.body as ReadableStream<Uint8Array>, ends);
    return { status: response.status, headers, body: { stream } };
  }
  return {
    status: response.status,
    headers,
    body: { bytes: withRefused(withInvalidParams(Buffer.from(await response.arrayBuffer())), refused) },
  };
}
