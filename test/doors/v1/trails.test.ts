import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { namesWhatItSaw } from '../../../src/doors/v1/preconditions.ts';
import { trailPath } from '../../../src/doors/v1/trail-answer.ts';
import type { TrailDetailResource, TrailListResponse } from '../../../src/trails/trail.ts';
import { type Problem, type Speaker, slugOf } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

let service: World;
let team: TestTeam;
let author: Speaker;
beforeAll(async () => {
  service = await world();
  team = await service.team();
  author = team.publisher.speaks;
});
afterAll(() => service.close());

const create = async (document: object = readyDocument()): Promise<TrailDetailResource> =>
  (await author.post<TrailDetailResource>('/v1/trails', { document })).body;

const LONG_AGO = 'Thu, 01 Jan 1970 00:00:00 GMT';

test('returns 201 with Location, ETag, a draft and its publish_issues for POST /v1/trails', async () => {
  const made = await author.post<TrailDetailResource>('/v1/trails', { title: 'Plan a sprint' });
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toBe(`/v1/trails/${made.body.id}`);
  expect(made.headers.get('etag')).toBe('"1"');
  expect(made.body).toMatchObject({ title: 'Plan a sprint', status: 'draft', revision: 1 });
  expect(made.body.publish_issues.length).toBeGreaterThan(0);
  expect(made.body.created_by).toEqual({ id: team.publisher.id, name: 'Paula Publisher' });
});

test('reports all errors in body and document of POST /v1/trails together (422 validation)', async () => {
  const refused = await author.post<Problem>('/v1/trails', {
    document: { titel: 'x', prompts: [{ label: 1, body: '' }] },
    extra: true,
  });
  expect(refused.status).toBe(422);
  expect(slugOf(refused)).toBe('validation');
  expect(refused.body.issues?.map(({ field }) => field)).toEqual(['title', 'titel', 'prompts[0].label', 'extra']);
});

test('reports an error in the title once, although the title is in both body and document', async () => {
  const refused = await author.post<Problem>('/v1/trails', { title: 'x'.repeat(121) });
  expect([refused.status, refused.body.issues?.map(({ field }) => field)]).toEqual([422, ['title']]);
});

test('names an invalid document as `document`', async () => {
  const { id } = await create();
  for (const path of ['/v1/trails', `/v1/trails/${id}/run-examples`]) {
    const refused = await author.post<Problem>(path, { document: [] });
    expect([refused.status, refused.body.issues?.map(({ field }) => field)]).toEqual([422, ['document']]);
  }
  for (const document of [[], ['x'], 'x', 1]) {
    const refused = await author.post<Problem>('/v1/trails', { document, title: 'Beside it' });
    expect([refused.status, refused.body.issues?.map(({ field }) => field)]).toEqual([422, ['document']]);
  }
});

test.each([
  ['text that is not JSON', '{', 400],
  ['an array', '[]', 400],
  ['a __proto__ key', '{"__proto__": {}}', 400],
  ['NUL', '{"title": "a\\u0000"}', 400],
  ['a lone surrogate', '{"title": "\\ud800"}', 400],
  ['a number beyond range', '{"title": 1e400}', 400],
  ['extremely deep nesting', `{"document": ${'['.repeat(10_000)}`, 400],
  ['larger than the route allows', `{"title": "${'x'.repeat(5_300_000)}"}`, 413],
])('refuses a body that is %s', async (_, body, status) => {
  expect((await author.post('/v1/trails', body)).status).toBe(status);
});

test('returns 415 for another media type', async () => {
  const refused = await author.post('/v1/trails', 'title=x', { 'Content-Type': 'application/x-www-form-urlencoded' });
  expect(slugOf(refused)).toBe('unsupported-media-type');
});

test('returns 304 from GET /v1/trails/{trail_id} for its ETag, and 200 once anything visible changed', async () => {
  const { id } = await create();
  const first = await author.get(`/v1/trails/${id}`);
  const tag = first.headers.get('etag') ?? '';
  // Shared caches must not store it, and the caller must revalidate it before each use.
  for (const path of ['', '/document'])
    expect((await author.get(`/v1/trails/${id}${path}`)).headers.get('cache-control')).toBe('private, no-cache');
  for (const header of [tag, `W/${tag}`, `"7", ${tag}`, '*']) {
    const same = await author.get(`/v1/trails/${id}`, { 'If-None-Match': header });
    expect([same.status, same.headers.get('etag'), same.body]).toEqual([304, tag, undefined]);
  }
  expect((await author.get(`/v1/trails/${id}`, { 'If-None-Match': '"2"' })).status).toBe(200);
  const held = { 'If-None-Match': tag, 'If-Modified-Since': first.headers.get('last-modified') ?? '' };
  expect((await author.get(`/v1/trails/${id}`, held)).status).toBe(304);
  await author.patch(`/v1/trails/${id}`, { visibility: 'restricted' });
  const changed = await author.get<TrailDetailResource>(`/v1/trails/${id}`, held);
  expect([changed.status, changed.body.visibility, changed.headers.get('etag')]).toEqual([200, 'restricted', tag]);
  const modified = changed.headers.get('last-modified') ?? '';
  for (const headers of [{ ...held, 'If-Modified-Since': modified }, { 'If-Modified-Since': modified }])
    expect((await author.get(`/v1/trails/${id}`, headers)).status).toBe(304);
  expect((await author.get(`/v1/trails/${id}`, { 'If-Modified-Since': held['If-Modified-Since'] })).status).toBe(200);
});

test('returns 304 for both validators of a published trail, and 200 for those from before the publication', async () => {
  const { id } = await create();
  const held = async () => {
    const { headers } = await author.get(`/v1/trails/${id}`);
    return { 'If-None-Match': headers.get('etag') ?? '', 'If-Modified-Since': headers.get('last-modified') ?? '' };
  };
  const before = await held();
  expect((await author.post(`/v1/trails/${id}/archive`)).status).toBe(200);
  expect((await author.get(`/v1/trails/${id}`, before)).status).toBe(200);
  expect((await author.get(`/v1/trails/${id}`, await held())).status).toBe(304);
});

test.each([
  ['DELETE', ''],
  ['PATCH', ''],
  ['POST', '/archive'],
  ['POST', '/unpublish'],
  ['POST', '/unarchive'],
  ['POST', '/publish'],
  ['POST', '/grants'],
  ['DELETE', `/grants/${newId()}`],
])(
  '%s …%s returns 412 and changes nothing if If-Match or the date is stale, or If-None-Match matches',
  async (method, path) => {
    const { id } = await create();
    const body =
      method === 'PATCH' ? { sort_order: 3 } : path === '/grants' ? { email: 'nobody@acme.test' } : undefined;
    const before = await author.get(`/v1/trails/${id}`);
    for (const precondition of [
      { 'If-Match': '"7"' },
      { 'If-None-Match': '*' },
      { 'If-None-Match': '"1"' },
      { 'If-Unmodified-Since': LONG_AGO },
      { 'If-Match': '"7"', 'If-Unmodified-Since': before.headers.get('last-modified') ?? '' },
    ]) {
      const refused = await author.send<Problem>(method, `/v1/trails/${id}${path}`, body, precondition);
      const told = [refused.status, slugOf(refused), refused.body.current_revision];
      expect(told, JSON.stringify(precondition)).toEqual([412, 'revision-conflict', 1]);
    }
    expect((await author.get(`/v1/trails/${id}`)).body).toEqual(before.body);
  },
);

test.each([
  ['PATCH', '', { visibility: 'restricted' }],
  ['POST', '/grants', { email: 'max@acme.test' }],
  ['POST', '/archive', undefined],
  ['DELETE', '', undefined],
])('%s …%s returns 412 and changes nothing if another save comes after the read', async (method, path, body) => {
  const { id } = await create();
  const { database } = service.app;
  const write = database.inTransaction.bind(database);
  const meanwhile = vi.spyOn(database, 'inTransaction').mockImplementationOnce(async (...work) => {
    await author.put(`/v1/trails/${id}/document`, readyDocument('Saved meanwhile'), { 'If-Match': '"1"' });
    return write(...work);
  });
  const refused = await author.send<Problem>(method, `/v1/trails/${id}${path}`, body, { 'If-Match': '"1"' });
  meanwhile.mockRestore();
  expect([refused.status, refused.body.current_revision]).toEqual([412, 2]);
  const kept = (await author.get<TrailDetailResource>(`/v1/trails/${id}`)).body;
  expect(kept).toMatchObject({ title: 'Saved meanwhile', status: 'draft', visibility: 'all_teams', grant_count: 0 });
});

test.each([
  ['PATCH', ''],
  ['PUT', '/document'],
  ['POST', '/publish'],
  ['POST', '/grants'],
  ['POST', '/surfacing-test'],
  ['POST', '/run-examples'],
])('%s …%s checks existence, media type and size, If-Match, then the body (Decision 5)', async (method, path) => {
  const { id } = await create();
  const stale = { 'Content-Type': 'application/json', 'If-Match': '"7"' };
  const text = { ...stale, 'Content-Type': 'text/plain' };
  const send = async (trailId: string, body: string, headers: Record<string, string>) =>
    (await author.send(method, `/v1/trails/${trailId}${path}`, body, headers)).status;
  expect(await send(newId(), '{', text)).toBe(404);
  expect(await send(id, '{', text)).toBe(415);
  expect(await send(id, 'x'.repeat(5_300_000), stale)).toBe(413);
  expect(await send(id, '{', stale)).toBe(412);
  expect(await send(id, '{', { ...stale, 'If-Match': '"1"' })).toBe(400);
});

test.each([
  ['the date that was read', (read: string) => ({ 'If-Unmodified-Since': read })],
  ['a later date', () => ({ 'If-Unmodified-Since': 'Fri, 31 Dec 2999 23:59:59 GMT' })],
  ['an invalid date', () => ({ 'If-Unmodified-Since': '1970-01-01' })],
  ['an old date next to the tag', () => ({ 'If-Match': '"1"', 'If-Unmodified-Since': LONG_AGO })],
  ['an old date next to *', () => ({ 'If-Match': '*', 'If-Unmodified-Since': LONG_AGO })],
])('%s allows a change and a read', async (_what, headersFor) => {
  const { id } = await create();
  const read = (await author.get(`/v1/trails/${id}`)).headers.get('last-modified') ?? '';
  for (const path of ['', '/document', '/versions', '/grants'])
    expect([path, (await author.get(`/v1/trails/${id}${path}`, headersFor(read))).status]).toEqual([path, 200]);
  expect((await author.send('PATCH', `/v1/trails/${id}`, { sort_order: 5 }, headersFor(read))).status).toBe(200);
});

test('detects changes outside the document through If-Unmodified-Since with every method, and never through If-Match', async () => {
  const { id } = await create();
  const read = (await author.get(`/v1/trails/${id}`)).headers.get('last-modified') ?? '';
  await author.patch(`/v1/trails/${id}`, { sort_order: 5 });
  const since = { 'If-Unmodified-Since': read };
  for (const path of ['', '/document', '/versions', '/grants'])
    expect([path, (await author.get(`/v1/trails/${id}${path}`, since)).status]).toEqual([path, 412]);
  expect(slugOf(await author.send('DELETE', `/v1/trails/${id}`, undefined, since))).toBe('revision-conflict');
  expect((await author.send('DELETE', `/v1/trails/${id}`, undefined, { 'If-Match': '"1"', ...since })).status).toBe(
    204,
  );
});

test('applies If-Match to reads of a trail, with their own tag or the trail’s (Decision 62)', async () => {
  const { id } = await create(readyDocument('Read under a condition'));
  expect((await author.post(`/v1/trails/${id}/publish`)).status).toBe(200);
  for (const path of ['', '/document', '/versions', '/versions/1', '/grants']) {
    const read = (tag: string) => author.get(`/v1/trails/${id}${path}`, { 'If-Match': tag });
    const statuses = [(await read('"1"')).status, (await read('"7", "1"')).status, (await read('*')).status];
    expect([path, ...statuses]).toEqual([path, 200, 200, 200]);
    const stale = await read('"7"');
    expect([path, stale.status, slugOf(stale)]).toEqual([path, 412, 'revision-conflict']);
    expect([path, (await read('7')).status]).toEqual([path, 400]);
  }
  for (const path of ['/versions', '/versions/1', '/grants'])
    expect((await author.get(`/v1/trails/${newId()}${path}`, { 'If-Match': '"7"' })).status).toBe(404);
});

test.each([
  ['Content-Encoding', 'gzip', ['accept-encoding', 'identity']],
  ['Content-Type', 'application/xml', ['accept', 'application/json']],
  ['Content-Type', 'application/json; charset=iso-8859-1', undefined],
])(
  'refuses a body with %s: %s with 415, and names the accepted types (RFC 9110, 15.5.16)',
  async (name, value, taken) => {
    const refused = await author.post('/v1/trails', '{"title":"x"}', {
      'Content-Type': 'application/json',
      [name]: value,
    });
    expect([refused.status, slugOf(refused)]).toEqual([415, 'unsupported-media-type']);
    expect([...refused.headers].find(([header]) => header.startsWith('accept'))).toEqual(taken);
  },
);

test('lists the first thousand errors of an endless list, and counts the others', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, 1]));
  for (const body of [unknown, { document: { title: 'x', ...unknown } }]) {
    const refused = await author.post<{ issues: object[]; issues_omitted: number }>('/v1/trails', body);
    const { issues, issues_omitted } = refused.body;
    expect([refused.status, issues.length, issues_omitted]).toEqual([422, 1_000, body === unknown ? 2_001 : 2_000]);
  }
});

test('ignores an If-None-Match that is not a list of tags', async () => {
  const { id } = await create();
  for (const path of ['', '/document']) {
    expect((await author.get(`/v1/trails/${id}${path}`, { 'If-None-Match': '1' })).status).toBe(200);
    expect((await author.get(`/v1/trails/${newId()}${path}`, { 'If-None-Match': '1' })).status).toBe(404);
  }
});

test('responds to HEAD like GET without a body, and names the methods in OPTIONS and 405', async () => {
  const { id } = await create();
  const head = await author.send('HEAD', `/v1/trails/${id}`);
  expect([head.status, head.headers.get('etag'), head.body]).toEqual([200, '"1"', undefined]);
  const refused = await author.put(`/v1/trails/${id}`, {});
  expect(refused.status).toBe(405);
  expect(refused.headers.get('allow')).toContain('PATCH');
  expect((await author.send('OPTIONS', `/v1/trails/${id}`)).headers.get('allow')).toContain('DELETE');
});

test('returns 400 for an id that is not a UUID, and 404 for an unknown id or one of another catalog', async () => {
  const { id } = await create();
  const stranger = (await service.team()).publisher.speaks;
  for (const path of ['', '/document', '/versions', '/grants']) {
    expect((await author.get(`/v1/trails/not-a-uuid${path}`)).status).toBe(400);
    expect((await author.get(`/v1/trails/urn:uuid:${id}${path}`)).status).toBe(400);
    expect((await author.get(`/v1/trails/${newId()}${path}`)).status).toBe(404);
    expect((await stranger.get(`/v1/trails/${id}${path}`)).status).toBe(404);
  }
  for (const action of ['publish', 'unpublish', 'archive', 'unarchive', 'run-examples', 'versions/1/restore']) {
    expect((await stranger.post(`/v1/trails/${id}/${action}`)).status).toBe(404);
  }
  expect((await stranger.patch(`/v1/trails/${id}`, { sort_order: 1 })).status).toBe(404);
  expect((await stranger.delete(`/v1/trails/${id}`)).status).toBe(404);
  expect((await author.get<TrailDetailResource>(`/v1/trails/${id}`)).body.revision).toBe(1);
});

test('accepts only sort_order and visibility in PATCH, as an int32 and an enum', async () => {
  const { id } = await create();
  const refused = await author.patch<Problem>(`/v1/trails/${id}`, { sort_order: 2 ** 31, visibility: 'x', title: 'y' });
  expect(refused.status).toBe(422);
  expect(refused.body.issues?.map(({ field }) => field).sort()).toEqual(['sort_order', 'title', 'visibility']);
  const done = await author.patch<TrailDetailResource>(`/v1/trails/${id}`, { sort_order: -3, visibility: null });
  expect(done.body).toMatchObject({ sort_order: -3, visibility: 'all_teams', revision: 1 });
});

test('returns 204 for DELETE and removes the trail', async () => {
  const { id } = await create();
  expect((await author.delete(`/v1/trails/${id}`)).status).toBe(204);
  expect((await author.get(`/v1/trails/${id}`)).status).toBe(404);
  expect((await author.delete(`/v1/trails/${id}`)).status).toBe(404);
});

test('writes the link to the next page in the same style for equivalent requests', async () => {
  const own = (await service.team()).publisher.speaks;
  for (let trail = 0; trail < 26; trail += 1) await own.post('/v1/trails', { title: `Trail ${trail}` });
  const next = async (query: string) => {
    const link = (await own.get(`/v1/trails${query}`)).headers.get('link') ?? '';
    const parameters = new URL(/<(.*)>/.exec(link)?.[1] ?? '').searchParams;
    expect(parameters.get('cursor')).toBeTruthy();
    parameters.delete('cursor');
    return parameters.toString();
  };
  for (let round = 0; round < 2; round += 1)
    expect([await next(''), await next('?limit=25'), await next('?q=')]).toEqual(['', 'limit=25', 'q=']);
});

test('pages GET /v1/trails with next_cursor and Link, and refuses malformed parameters (400)', async () => {
  const own = (await service.team()).publisher.speaks;
  for (const title of ['Alpha', 'Beta', 'Gamma']) await own.post('/v1/trails', { title });
  const first = await own.get<TrailListResponse>('/v1/trails?limit=2&status=draft');
  expect(first.body.items.map(({ title }) => title)).toEqual(['Gamma', 'Beta']);
  const link = /^<https:\/\/cairn\.test(\/v1\/trails\?[^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '');
  const next = await own.get<TrailListResponse>(link?.[1] ?? '');
  expect(next.body.items.map(({ title }) => title)).toEqual(['Alpha']);
  expect(next.body).not.toHaveProperty('next_cursor');
  expect(next.headers.get('link')).toBeNull();
  expect((await own.get<TrailListResponse>('/v1/trails?q=BET')).body.items).toHaveLength(1);
  const cursor = first.body.next_cursor;
  for (const query of [
    ...['status=gone', 'status=', 'limit=0', 'limit=101', 'limit=1.5', 'limit=', 'limit=x', 'cursor=', 'cursor=x'],
    ...[
      `q=${'x'.repeat(201)}`,
      'q=%00',
      'q=%ff',
      'q=100%',
      'q=%E0%A4%A',
      'status=draft&status=live',
      'sort=title',
      `cursor=${cursor}&limit=2`,
    ],
  ]) {
    const refused = await own.get(`/v1/trails?${query}`);
    expect([query, refused.status, slugOf(refused)]).toEqual([query, 400, 'bad-request']);
  }
  expect((await own.get(`/v1/trails?q=${encodeURIComponent('🥾'.repeat(200))}`)).status).toBe(200);
});

test('returns 25 trails per page by default', async () => {
  const own = (await service.team()).publisher.speaks;
  await Promise.all(Array.from({ length: 26 }, (_, at) => own.post('/v1/trails', { title: `Trail ${at}` })));
  const { body } = await own.get<TrailListResponse>('/v1/trails');
  expect([body.items.length, typeof body.next_cursor]).toEqual([25, 'string']);
});

test.each([
  [{}, false],
  [{ 'if-match': '*' }, false],
  [{ 'if-match': ' * ' }, false],
  [{ 'if-match': '"1"' }, true],
  [{ 'if-unmodified-since': LONG_AGO }, true],
  [{ 'if-unmodified-since': 'yesterday' }, false],
  [{ 'if-match': '*', 'if-unmodified-since': LONG_AGO }, false],
] as const)('with %j in the request, echoes %s', (headers, names) => {
  const sent: Readonly<Record<string, string>> = headers;
  expect(namesWhatItSaw({ header: (name) => sent[name] })).toBe(names);
});

test.each([
  ['https://cairn.test', '/v1/trails/1'],
  ['https://acme.test/cairn', '/cairn/v1/trails/1'],
  ['https://acme.test/cairn/', '/cairn/v1/trails/1'],
])('returns below %s a trail at %s', (baseUrl, path) => {
  expect(trailPath(baseUrl, '1')).toBe(path);
});

test('creates one trail for 20 concurrent POSTs with the same Idempotency-Key', async () => {
  const own = (await service.team()).publisher.speaks;
  const headers = { 'Idempotency-Key': newId() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => own.post('/v1/trails', { title: 'Once' }, headers)),
  );
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const again = await own.post<TrailDetailResource>('/v1/trails', { title: 'Once' }, headers);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(`/v1/trails/${again.body.id}`);
  expect((await own.get<TrailListResponse>('/v1/trails')).body.items).toHaveLength(1);
});

test('contains everything an author needs for this catalog in the authoring guide', async () => {
  const own = (await service.team()).author.speaks;
  await own.post('/v1/trails', { title: 'Only mine' });
  const guide = await own.get<{ existing_trails: { title: string }[]; providers: { id: string }[] }>(
    '/v1/authoring-guide',
  );
  expect(guide.status).toBe(200);
  expect(guide.body.existing_trails.map(({ title }) => title)).toEqual(['Only mine']);
  expect(guide.body.providers.map(({ id }) => id)).toContain('claude');
});
