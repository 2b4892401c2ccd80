// Tests a service whose judge calls a model, using only its public endpoints (contract 4.2 surfacing-test,
// run-examples, and Decision 27).
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunExamplesResource } from '../../src/surfacing/surfacing-shapes.ts';
import type { TrailDetailResource } from '../../src/trails/trail.ts';
import { slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';
import { chooseEach, modelKit } from './model-kit.ts';

const deps = modelKit();
let service: World;
let strict: World;
beforeAll(async () => {
  const env = { CAIRN_JUDGE: 'openai-compatible:stub-1', CAIRN_JUDGE_URL: deps.stub.url };
  service = await world(env);
  strict = await world({ ...env, CAIRN_JUDGE_FALLBACK: 'off' });
});
afterAll(async () => {
  await service.close();
  await strict.close();
});

const document = readyDocument();

it('asks the model once for run-examples, and stores the summary of its verdicts', async () => {
  const { author } = await service.team();
  const { id } = (await author.speaks.post<TrailDetailResource>('/v1/trails', { document })).body;
  deps.stub.reply = chooseEach(() => null);
  const run = await author.speaks.post<RunExamplesResource>(`/v1/trails/${id}/run-examples`);
  expect(deps.stub.questions[0]?.prompts).toHaveLength(run.body.results.length);
  const failing = run.body.results.filter(({ expect: wanted }) => wanted === 'match').map(({ index }) => index);
  expect(run.body.summary.failing).toEqual(failing);
  const after = await author.speaks.get<TrailDetailResource>(`/v1/trails/${id}`);
  expect(after.body.surfacing_tests).toEqual(run.body.summary);
});

it('replaces a failing model with the embedded judge, and says so in each reason', async () => {
  const { author } = await service.team();
  const { id } = (await author.speaks.post<TrailDetailResource>('/v1/trails', { document })).body;
  deps.stub.reply = () => (response) => void response.writeHead(500).end('{}');
  const run = await author.speaks.post<RunExamplesResource>(`/v1/trails/${id}/run-examples`);
  expect(run.body.all_pass).toBe(true);
  for (const { reason } of run.body.results) expect(reason).toMatch(/^The model could not be reached, so the embedded/);
  expect(await service.app.metrics.text()).toContain('cairn_judge_stand_ins_total{cause="failed"} 5');
});

it('returns 503 with Retry-After without fallback, stores nothing, and frees the key', async () => {
  const { author } = await strict.team();
  const { id } = (await author.speaks.post<TrailDetailResource>('/v1/trails', { document })).body;
  const headers = { 'Idempotency-Key': 'run-1' };
  deps.stub.reply = () => 'nonsense';
  const refused = await author.speaks.post(`/v1/trails/${id}/run-examples`, {}, headers);
  expect([refused.status, slugOf(refused)]).toEqual([503, 'judge-unavailable']);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await author.speaks.get<TrailDetailResource>(`/v1/trails/${id}`)).body.surfacing_tests).toBeNull();
  deps.stub.reply = chooseEach(() => document.title);
  const again = await author.speaks.post<RunExamplesResource>(`/v1/trails/${id}/run-examples`, {}, headers);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
});
