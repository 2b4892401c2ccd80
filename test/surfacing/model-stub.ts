// A loopback model endpoint with POST /v1/chat/completions. It tests the protocol, not the judgment: the test scripts
// its choices.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubTrail {
  readonly alias: string;
  readonly title: string;
  readonly role: string;
  readonly when: string;
  readonly keywords: readonly string[];
  readonly for: readonly string[];
  readonly not_for: readonly string[];
}

export interface StubPrompt {
  readonly alias: string;
  readonly text: string;
  readonly among: readonly string[];
}

/** The parsed question that the endpoint received. */
export interface StubRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
  readonly system: string;
  readonly user: string;
  /** The prompt of a single question. Empty in a run. */
  readonly prompt: string;
  /** The prompts of a run. Empty for a single question. */
  readonly prompts: readonly StubPrompt[];
  readonly trails: readonly StubTrail[];
}

/** An answer object, raw text for the message, or a function that writes the whole response. */
export type StubReply =
  | Readonly<Record<string, unknown>>
  | string
  | ((response: ServerResponse, question: StubRequest) => void | Promise<void>);

export interface ModelStub {
  readonly url: string;
  readonly questions: StubRequest[];
  reply: (question: StubRequest) => StubReply;
  close(): Promise<void>;
}

export async function startModelStub(): Promise<ModelStub> {
  const questions: StubRequest[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const stub: ModelStub = {
    url: '',
    questions,
    reply: () => ({ best: 'NONE', certainty: 'high', reason: 'Nothing fits.' }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    const question = questionOf(Buffer.concat(chunks).toString('utf8'), request.headers.authorization);
    questions.push(question);
    const reply = stub.reply(question);
    if (typeof reply === 'function') return void (await reply(response, question));
    sendMessage(response, typeof reply === 'string' ? reply : JSON.stringify(reply));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(stub, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
}

/** Sends a complete chat answer with this message text. With a null `usage` the endpoint reports no tokens. */
export function sendMessage(response: ServerResponse, content: string, usage: object | null = USAGE): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: 'stub',
      object: 'chat.completion',
      created: 0,
      model: 'stub',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      ...(usage === null ? {} : { usage }),
    }),
  );
}

const USAGE = { prompt_tokens: 900, completion_tokens: 30, total_tokens: 930 };

function questionOf(text: string, authorization: string | undefined): StubRequest {
  const body = JSON.parse(text) as { messages: { role: string; content: string }[] };
  const system = body.messages.find((one) => one.role === 'system')?.content ?? '';
  const user = body.messages.find((one) => one.role === 'user')?.content ?? '';
  const data = JSON.parse(user.split('\n').slice(1, -1).join('\n')) as {
    employee_prompt?: string;
    employee_prompts?: StubPrompt[];
    trails: StubTrail[];
  };
  const { employee_prompt: prompt = '', employee_prompts: prompts = [], trails } = data;
  return { body: { ...body }, authorization, system, user, prompt, prompts, trails };
}
