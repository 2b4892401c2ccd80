// Opens a model from its setting: its address, its key, and the odds of its choice.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RankedTrail, Ranking } from '@cairn/surfacing-judge/prompt-ranking';
import { generateText } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { modelConfidence } from '../../src/surfacing/model/model-verdict.ts';
import { openModel } from '../../src/surfacing/model/open-model.ts';

const asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
const server = createServer((request, response) => {
  asked.push({ url: request.url, headers: request.headers });
  request.resume().once('end', () => response.writeHead(400, { 'Content-Type': 'application/json' }).end('{}'));
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
});
afterAll(() => void server.close());
beforeEach(() => {
  asked.length = 0;
});

const ask = async (provider: string, key: string | undefined) => {
  const model = await openModel({ provider, model: 'm-1', url, key });
  await generateText({ model, prompt: 'hello', maxRetries: 0 }).catch(() => undefined);
  return asked[0];
};

describe('a model', () => {
  test("of Anthropic is called at the operator’s address, with the key in Anthropic's header", async () => {
    const request = await ask('anthropic', 'secret-key');
    expect([request?.url, request?.headers['x-api-key']]).toEqual(['/base/messages', 'secret-key']);
  });

  test.each(['openai', 'mistral', 'openai-compatible'])('of %s is called with a bearer token', async (provider) => {
    const request = await ask(provider, 'secret-key');
    expect([request?.url, request?.headers.authorization]).toEqual(['/base/chat/completions', 'Bearer secret-key']);
  });

  test('is called without a key if there is none', async () => {
    expect((await ask('ollama', undefined))?.headers.authorization).toBeUndefined();
  });

  test('of a provider that only the operator knows needs an address', async () => {
    const address = { model: 'm-1', url: undefined, key: undefined };
    await expect(openModel({ ...address, provider: 'openai-compatible' })).rejects.toThrow(/needs the address/);
    await expect(openModel({ ...address, provider: 'nobody' })).rejects.toThrow(/"nobody" needs the address/);
    expect(await openModel({ ...address, provider: 'openai' })).toMatchObject({ modelId: 'm-1' });
  });
});

describe('a choice', () => {
  const ranked = (coverage: number, confidence: number): Ranking => ({
    text: '',
    near: [],
    information: 0,
    scored: [{ indexed: { trail: { id: 'a' } }, signals: { coverage }, confidence } as unknown as RankedTrail],
  });
  const confidence = (best: string | null, certainty: 'high' | 'medium' | 'low', of: Ranking) =>
    Number(modelConfidence({ best, certainty, reason: null }, of, 'a').toFixed(4));

  test.each([
    ['high', 0.92, 0.08],
    ['medium', 0.75, 0.25],
    ['low', 0.58, 0.42],
  ] as const)('with %s certainty has a probability of %f, and leaves %f', (certainty, chosen, left) => {
    expect([confidence('a', certainty, ranked(0.05, 0.1)), confidence('b', certainty, ranked(0.05, 0.1))]).toEqual([
      ...[chosen, left],
    ]);
  });

  test('of a trail without shared words moves the log-odds by at most two', () => {
    // e^2 to 1 from even odds, or the model's own value if it is closer to even.
    expect(confidence('a', 'high', ranked(0.0499, 0.5))).toBe(0.8808);
    expect(confidence('b', 'high', ranked(0.0499, 0.5))).toBe(0.1192);
    expect(confidence('a', 'low', ranked(0, 0.5))).toBe(0.58);
    expect(confidence('a', 'high', ranked(0, 0))).toBe(0.0073);
    expect(confidence('b', 'high', ranked(0, 1))).toBe(0.9927);
    expect(confidence('a', 'high', { ...ranked(0, 0), scored: [] })).toBe(0.0073);
  });
});
