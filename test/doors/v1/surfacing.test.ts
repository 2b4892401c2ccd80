import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunExamplesResource, SurfacingTestResource } from '../../../src/surfacing/surfacing-shapes.ts';
import type { TrailDetailResource } from '../../../src/trails/trail.ts';
import { type Problem, type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

let service: World;
let author: Speaker;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  author = (await service.team()).publisher.speaks;
});

const create = async (document: object = readyDocument()): Promise<string> =>
  (await author.post<TrailDetailResource>('/v1/trails', { document })).body.id;

test('judges the draft or the document in the request with surfacing-test, and stores nothing', async () => {
  const id = await create();
  const before = await author.get(`/v1/trails/${id}`);
  const test = (body: object) => author.post<SurfacingTestResource>(`/v1/trails/${id}/surfacing-test`, body);
  const hit = await test({ draft_text: 'Write a refund reply' });
  expect(hit.body).toMatchObject({ would_surface: true, winner: null });
  expect(hit.body.candidates[0]).toEqual({ id, title: 'Answer a refund request' });
  const other = { ...readyDocument('Water the plants'), description: '', trigger: {}, prompts: [] };
  expect((await test({ draft_text: 'Write a refund reply', document: other })).body.would_surface).toBe(false);
  expect((await author.get(`/v1/trails/${id}`)).body).toEqual(before.body);
});

test('names a better matching live trail as the winner', async () => {
  const live = await create();
  await author.post(`/v1/trails/${live}/publish`);
  const id = await create({ title: 'Water the plants' });
  const verdict = await author.post<SurfacingTestResource>(`/v1/trails/${id}/surfacing-test`, {
    draft_text: 'Customer wants their money back',
  });
  expect(verdict.body).toMatchObject({ would_surface: false, winner: { id: live } });
});

test('limits draft_text to 4,000 characters, and reports errors in body and document together', async () => {
  const id = await create();
  const refused = await author.post<Problem>(`/v1/trails/${id}/surfacing-test`, {
    draft_text: '🥾'.repeat(4_001),
    document: { title: ' ' },
  });
  expect(slugOf(refused)).toBe('validation');
  expect(refused.body.issues?.map(({ field }) => field)).toEqual(['title', 'draft_text']);
  const longest = await author.post(`/v1/trails/${id}/surfacing-test`, { draft_text: '🥾'.repeat(4_000) });
  expect(longest.status).toBe(200);
});

test('stores the run-examples summary on the trail if the stored draft was run, even without a body', async () => {
  const id = await create();
  const sent = await author.post(`/v1/trails/${id}/run-examples`, { document: readyDocument('Other') });
  expect(sent.status).toBe(200);
  expect((await author.get<TrailDetailResource>(`/v1/trails/${id}`)).body.surfacing_tests).toBeNull();
  const run = await author.post<RunExamplesResource>(`/v1/trails/${id}/run-examples`);
  expect(run.body.results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  const after = await author.get<TrailDetailResource>(`/v1/trails/${id}`);
  expect(after.body.surfacing_tests).toEqual(run.body.summary);
  expect(after.body.publish_issues.map(({ message }) => message)).not.toContainEqual(
    expect.stringContaining('have not been run'),
  );
  // A run changes neither the revision nor updated_at (Decisions 10 and 23).
  const again = await author.get(`/v1/trails/${id}`, { 'If-None-Match': '"1"' });
  expect(again.status).toBe(304);
});

test('returns 422 unprocessable for run-examples of a document without examples', async () => {
  const id = await create({ title: 'Bare' });
  expect(slugOf(await author.post(`/v1/trails/${id}/run-examples`, {}))).toBe('unprocessable');
});

const upload = async (fields: Record<string, string>, bytes?: Uint8Array): Promise<FormData> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const png =
    bytes ??
    (await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer());
  form.set('file', new Blob([Uint8Array.from(png)]), 'anything.exe');
  return form;
};

test('uploads an image, serves it to everyone, and deletes it with the trail that showed it', async () => {
  const id = await create();
  const made = await author.post<{ url: string; key: string; markdown: string }>(
    '/v1/content-assets',
    await upload({ trail_id: id, alt: 'x](y)' }),
  );
  expect(made.status).toBe(201);
  expect(made.body.url).toBe(`https://cairn.test/assets/${made.body.key}`);
  const served = await service.anyone.send('GET', `/assets/${made.body.key}`);
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
  const held = (tag: string) => service.anyone.get(`/assets/${made.body.key}`, { 'If-None-Match': tag });
  const tag = served.headers.get('etag') ?? '';
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const unchanged = await held(known);
    expect([known, unchanged.status, unchanged.headers.get('etag')]).toEqual([known, 304, tag]);
  }
  for (const other of ['"other"', made.body.key]) expect((await held(other)).status).toBe(200);
  await author.delete(`/v1/trails/${id}`);
  expect((await service.anyone.send('GET', `/assets/${made.body.key}`)).status).toBe(404);
});

test('replays a repeated upload with a key, even if its boundary differs', async () => {
  const headers = { 'Idempotency-Key': 'upload-1' };
  const first = await author.post('/v1/content-assets', await upload({ alt: 'a' }), headers);
  const again = await author.post('/v1/content-assets', await upload({ alt: 'a' }), headers);
  expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', first.body]);
  expect(slugOf(await author.post('/v1/content-assets', await upload({ alt: 'b' }), headers))).toBe(
    'idempotency-key-mismatch',
  );
});

test('returns 415 for a file that is not an image, 422 for no file, 413 for too many bytes and 415 for no form', async () => {
  expect((await author.post('/v1/content-assets', await upload({}, Buffer.from('<svg/>')))).status).toBe(415);
  const empty = new FormData();
  empty.set('alt', 'nothing');
  expect(slugOf(await author.post('/v1/content-assets', empty))).toBe('validation');
  expect((await author.post('/v1/content-assets', await upload({}, new Uint8Array(10 * 1024 * 1024 + 1)))).status).toBe(
    413,
  );
  expect((await author.post('/v1/content-assets', { file: 'x' })).status).toBe(415);
});
