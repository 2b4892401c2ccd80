import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import type { TrailDocument } from '../../../src/trails/document/document.ts';
import { LIMITS } from '../../../src/trails/document/limits.ts';
import type { TrailDetailResource } from '../../../src/trails/trail.ts';
import { type Problem, type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

let service: World;
let author: Speaker;
beforeAll(async () => {
  service = await world();
  author = (await service.team()).publisher.speaks;
});
afterAll(() => service.close());

const create = async (): Promise<string> =>
  (await author.post<TrailDetailResource>('/v1/trails', { document: readyDocument() })).body.id;
const put = <Body = TrailDetailResource>(id: string, ifMatch: string | undefined, body: unknown = readyDocument()) =>
  author.put<Body>(`/v1/trails/${id}/document`, body, ifMatch === undefined ? {} : { 'If-Match': ifMatch });

test('saves the next revision with PUT, and names it in ETag and Content-Location', async () => {
  const id = await create();
  const saved = await put(id, '"1"', { title: 'Only a title' });
  expect(saved.status).toBe(200);
  expect(saved.headers.get('etag')).toBe('"2"');
  expect(saved.headers.get('content-location')).toBe(`/v1/trails/${id}`);
  expect(saved.body).toMatchObject({ revision: 2, title: 'Only a title', document: { prompts: [] } });
  const document = await author.get<TrailDocument>(`/v1/trails/${id}/document`);
  expect(document.headers.get('etag')).toBe('"2"');
  expect(document.body).toEqual(saved.body.document);
  expect((await author.get(`/v1/trails/${id}/document`, { 'If-None-Match': '"2"' })).status).toBe(304);
  expect((await author.get(`/v1/trails/${id}/document`, { 'If-None-Match': '"1"' })).status).toBe(200);
});

test('returns 428 with the current revision for a PUT without If-Match', async () => {
  const refused = await put<Problem>(await create(), undefined);
  expect([refused.status, slugOf(refused), refused.body.current_revision]).toEqual([428, 'precondition-required', 1]);
});

test('returns 412 with current_revision and changed_fields for a stale If-Match, even with an invalid body', async () => {
  const id = await create();
  await put(id, '"1"', { ...readyDocument('Other title'), target_role: 'Other role' });
  for (const body of [readyDocument(), {}]) {
    const refused = await put<Problem>(id, '"1"', body);
    expect(refused.body).toMatchObject({ status: 412, current_revision: 2, changed_fields: ['title', 'target_role'] });
    expect(slugOf(refused)).toBe('revision-conflict');
  }
  // A revision that never existed, and an impossible one.
  for (const tag of ['"99"', '"9999999999"', '"99999999999999999999"']) {
    const unknown = await put<Problem>(id, tag);
    expect([tag, unknown.status, unknown.body.changed_fields]).toEqual([tag, 412, undefined]);
  }
});

test.each([
  ['"1"', 200],
  ['*', 200],
  ['"9", "1"', 200],
  [', "9",, "1" ,', 200],
  ['W/"1"', 412],
  ['W/"9"', 412],
  ['"one"', 412],
  ['"2147483648"', 412],
  ['"99999999999999999999"', 412],
  ['"1.5"', 412],
  ['"-3000000000"', 412],
  ['1', 400],
  ['"1', 400],
])('responds to If-Match %s with %i', async (header, status) => {
  const refused = await put<Problem>(await create(), header);
  expect(refused.status).toBe(status);
  // Only a caller who sent the current tag as a weak one gets that hint.
  if (status === 412) expect(refused.body.detail?.includes('without W/')).toBe(header === 'W/"1"');
});

test('returns 422 validation with all issues of an invalid document, and saves nothing', async () => {
  const id = await create();
  const refused = await put<Problem>(id, '"1"', { title: '', tools: ['clippy'], prompts: [{ label: 'a' }], x: 1 });
  expect(slugOf(refused)).toBe('validation');
  expect(refused.body.issues?.map(({ field }) => field)).toEqual(['title', 'tools[0]', 'prompts[0].body', 'x']);
  expect((await author.get<TrailDetailResource>(`/v1/trails/${id}`)).body.revision).toBe(1);
});

test('saves the longest possible document in any script, with or without escapes', async () => {
  const id = await create();
  for (const character of ['a', '山', '🪨']) {
    const text = JSON.stringify(longestDocument(character));
    for (const body of [text, escaped(text)]) expect((await put(id, '*', body)).status).toBe(200);
  }
  expect((await put(id, '*', longestDocument('🪨', 1))).status).toBe(422);
});

/** A document at every limit. `more` is added to the length of every text. */
function longestDocument(character: string, more = 0): TrailDocument {
  const text = (length: number, start = ''): string => start + character.repeat(length - start.length + more);
  const { title, target_role, description, when, keywords, examples, prompts, setup_guide } = LIMITS;
  const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
    Array.from({ length: count }, (_, at) => item(at));
  return {
    title: text(title.max),
    target_role: text(target_role.max),
    description: text(description.max),
    trigger: {
      when: text(when.max),
      keywords: times(keywords.maxItems, (at) => text(keywords.max, `${at} `)),
      examples: times(examples.maxItems, () => ({ text: text(examples.max), expect: 'match' as const })),
    },
    prompts: times(prompts.maxItems, () => ({
      label: text(LIMITS.prompt_label.max),
      body: text(LIMITS.prompt_body.max),
    })),
    setup_guide: text(setup_guide.max),
  };
}

const escaped = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

test('accepts one of 50 concurrent PUTs with the same If-Match, and refuses 49 with 412', async () => {
  const id = await create();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => put(id, '"1"', readyDocument(`Save ${n}`))));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 412)]);
});

test('refuses to save an archived trail (409 conflict)', async () => {
  const id = await create();
  await author.post(`/v1/trails/${id}/archive`);
  expect(slugOf(await put(id, '"1"'))).toBe('conflict');
});

test('replays the response of a repeated PUT with a key, although its If-Match is stale by then', async () => {
  const id = await create();
  const headers = { 'If-Match': '"1"', 'Idempotency-Key': newId() };
  const first = await author.put(`/v1/trails/${id}/document`, readyDocument('Once'), headers);
  const again = await author.put(`/v1/trails/${id}/document`, readyDocument('Once'), headers);
  expect([again.status, again.headers.get('idempotent-replayed'), again.headers.get('etag')]).toEqual([
    200,
    'true',
    '"2"',
  ]);
  expect(again.body).toEqual(first.body);
});
