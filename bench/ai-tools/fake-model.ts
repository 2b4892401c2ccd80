// A model endpoint on this machine that answers every request with one word and keeps the requests: Anthropic messages,
// OpenAI responses and OpenAI chat completions, each with streaming.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeModel {
  readonly address: string;
  /** The bodies that arrived since the last call of `taken`, oldest first. */
  taken(): string[];
  close(): void;
}

type Event = readonly [name: string | undefined, data: object | string];

const MESSAGES: readonly Event[] = [
  ['message_start', { type: 'message_start', message: { ...anthropic(), content: [], stop_reason: null } }],
  ['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
  ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } }],
  ['content_block_stop', { type: 'content_block_stop', index: 0 }],
  ['message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }],
  ['message_stop', { type: 'message_stop' }],
];

const ITEM = {
  ...{ type: 'message', role: 'assistant', id: 'item', status: 'completed' },
  content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
};
const USED = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null };
const RESPONSES: readonly Event[] = [
  ['response.created', { type: 'response.created', response: { id: 'response' } }],
  ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item: ITEM }],
  [
    'response.completed',
    { type: 'response.completed', response: { id: 'response', output: [ITEM], usage: { ...USED, total_tokens: 2 } } },
  ],
];

const CHAT: readonly Event[] = [
  [undefined, chunk({ role: 'assistant', content: 'Done.' }, null)],
  [undefined, chunk({}, 'stop')],
  [undefined, '[DONE]'],
];

const STREAMS: Readonly<Record<string, readonly Event[]>> = {
  '/v1/messages': MESSAGES,
  '/v1/responses': RESPONSES,
  '/v1/chat/completions': CHAT,
};

export async function startFakeModel(): Promise<FakeModel> {
  let requests: string[] = [];
  const server = createServer((request, response) => void answer(request, response, (body) => requests.push(body)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const taken = requests;
      requests = [];
      return taken;
    },
    close: () => void server.close(),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, keep: (body: string) => void): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const stream = STREAMS[new URL(request.url ?? '/', 'http://localhost').pathname];
  if (stream === undefined) {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
    return;
  }
  keep(Buffer.concat(parts).toString());
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const [name, data] of stream) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}

function anthropic() {
  return {
    ...{ id: 'message', type: 'message', role: 'assistant', model: 'fake' },
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function chunk(delta: object, finish_reason: string | null) {
  return {
    ...{ id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'fake' },
    choices: [{ index: 0, delta, finish_reason }],
  };
}
