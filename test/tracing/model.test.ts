// Traces of requests to a language model.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrailDetailResource } from '../../src/trails/trail.ts';
import { chooseEach, modelKit } from '../surfacing/model-kit.ts';
import { readyDocument } from '../trails/catalog.ts';
import { type TracedWorld, tracedWorld } from './traced-world.ts';

const deps = modelKit();
let service: TracedWorld;
beforeAll(async () => {
  const judge = {
    CAIRN_JUDGE: 'openai-compatible:stub-1',
    CAIRN_JUDGE_URL: deps.stub.url,
    CAIRN_JUDGE_FALLBACK: 'off',
  };
  service = await tracedWorld({}, judge);
});
afterAll(() => service.close());

const arrived = (trace_id: string, name: string) =>
  service.collector.until((spans) => spans.find((span) => span.trace_id === trace_id && span.name === name));

test('records the model and its tokens but no prompt, and a failure in every parent span', async () => {
  const { author } = await service.team();
  const { id } = (await author.speaks.post<TrailDetailResource>('/v1/trails', { document: readyDocument() })).body;
  const ask = (trace_id: string, draft_text: string) =>
    author.speaks.post(
      `/v1/trails/${id}/surfacing-test`,
      { draft_text },
      { traceparent: `00-${trace_id}-b7ad6b7169203331-01` },
    );
  deps.stub.reply = chooseEach(() => null);
  expect((await ask('a'.repeat(32), 'a customer wants a refund, zanzibar')).status).toBe(200);
  const server = await arrived('a'.repeat(32), 'POST /v1/trails/:trail_id/surfacing-test');
  const verdicts = await arrived(server.trace_id, 'judge verdicts');
  const chat = await arrived(server.trace_id, 'chat stub-1');
  expect([server.isError, verdicts.isError, verdicts.parent]).toEqual([false, false, server.span_id]);
  expect(chat).toMatchObject({ kind: 'client', parent: verdicts.span_id, isError: false });
  expect(chat.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai-compatible',
    'gen_ai.request.model': 'stub-1',
    'gen_ai.usage.input_tokens': expect.any(Number),
    'gen_ai.usage.output_tokens': expect.any(Number),
    'cairn.outcome': 'answered',
  });
  deps.stub.reply = () => 'nonsense';
  expect((await ask('b'.repeat(32), 'another refund, zanzibar')).status).toBe(503);
  const refused = await arrived('b'.repeat(32), 'POST /v1/trails/:trail_id/surfacing-test');
  expect(refused).toMatchObject({ isError: true, attributes: { 'error.type': 'judge-unavailable' } });
  const silent = await arrived(refused.trace_id, 'judge verdicts');
  expect(silent).toMatchObject({ isError: true, attributes: { 'error.type': 'judge-unavailable' } });
  expect(await arrived(refused.trace_id, 'chat stub-1')).toMatchObject({
    isError: true,
    attributes: { 'error.type': 'malformed' },
  });
  expect(service.collector.payloads.join()).not.toMatch(/zanzibar|refund/i);
});
