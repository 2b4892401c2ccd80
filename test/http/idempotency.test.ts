import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { sweepKeys } from '../../src/http/idempotency/idempotency-store.ts';
import { type Problem, slugOf } from '../support/speaker.ts';
import { type KitWorld, kitWorld } from './kit-world.ts';

let deps: KitWorld;
beforeAll(async () => {
  deps = await kitWorld();
});
afterAll(() => deps.close());

const keyed = (key = newId()) => ({ 'Idempotency-Key': key });

test('replays the first response for a retry with the same key and body, without a second effect', async () => {
  const amy = deps.caller('amy');
  const name = newId();
  const headers = keyed();
  const first = await amy.post('/things', { name }, headers);
  const again = await amy.post('/things', { name }, headers);
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
  for (const name of ['location', 'etag', 'content-type'])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  expect(again.headers.get('x-made-by')).toBeNull();
  expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  expect(await deps.effects(name)).toBe(1);
});

test('replays a response without a body and without a content type', async () => {
  const amy = deps.caller('amy');
  const headers = keyed();
  expect((await amy.delete('/things', headers)).status).toBe(204);
  const again = await amy.delete('/things', headers);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, 'true']);
  for (const name of ['content-type', 'content-length']) expect(again.headers.get(name), name).toBeNull();
});

test('applies 20 parallel requests with the same key once, and responds to the others with in-flight or a replay', async () => {
  const amy = deps.caller('amy');
  const name = newId();
  const headers = keyed();
  const answers = await Promise.all(Array.from({ length: 20 }, () => amy.post('/things', { name }, headers)));
  const made = answers.filter((a) => a.status === 201 && a.headers.get('idempotent-replayed') === null);
  expect(made).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status !== 201) expect([answer.status, slugOf(answer)]).toEqual([409, 'idempotency-in-flight']);
  }
  expect(await deps.effects(name)).toBe(1);
});

test('refuses a retry while the first request is still running (409 idempotency-in-flight with Retry-After: 1)', async () => {
  const amy = deps.caller('amy');
  const name = newId();
  const headers = keyed();
  const first = amy.post('/slow', { name }, headers);
  await deps.waiting();
  const early = await amy.post('/slow', { name }, headers);
  expect([early.status, slugOf(early), early.headers.get('retry-after')]).toEqual([409, 'idempotency-in-flight', '1']);
  deps.release();
  expect((await first).status).toBe(200);
  const late = await amy.post('/slow', { name }, headers);
  expect([late.status, late.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(await deps.effects(name)).toBe(1);
});

test('lets the same request take over an expired lease, and discards the effect of the former holder', async () => {
  const amy = deps.caller('amy');
  const name = newId();
  const headers = keyed();
  const first = amy.post('/slow', { name }, headers);
  await deps.waiting();
  deps.clock.advance(60_001);
  const second = amy.post('/slow', { name }, headers);
  await deps.waiting(2);
  deps.release();
  const statuses = (await Promise.all([first, second])).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 409]);
  expect(await deps.effects(name)).toBe(1);
});

test.each([
  ['another body', '/things', { name: 'other' }, {}],
  ['another path', '/modelled', { name: 'mismatch' }, {}],
  ['another query', '/things?x=1', { name: 'mismatch' }, {}],
  ['another If-Match', '/things', { name: 'mismatch' }, { 'If-Match': '"2"' }],
  ['another content type', '/things', { name: 'mismatch' }, { 'Content-Type': 'application/json; charset=utf-8' }],
])('refuses the same key with %s: 422 idempotency-key-mismatch', async (_what, path, body, more) => {
  const amy = deps.caller('amy');
  const headers = keyed();
  await amy.post('/things', { name: 'mismatch' }, headers);
  const refused = await amy.post(path, body, { ...headers, ...more });
  expect([refused.status, slugOf(refused)]).toEqual([422, 'idempotency-key-mismatch']);
});

test('treats a key quoted as a string as the same key', async () => {
  const amy = deps.caller('amy');
  const key = newId();
  await amy.post('/things', { name: 'quoted' }, keyed(key));
  const again = await amy.post('/things', { name: 'quoted' }, keyed(`"${key}"`));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('keeps the keys of two callers separate', async () => {
  const headers = keyed();
  await deps.caller('amy').post('/things', { name: 'mine' }, headers);
  const ben = await deps.caller('ben').post('/things', { name: 'yours' }, headers);
  expect([ben.status, ben.headers.get('idempotent-replayed')]).toEqual([201, null]);
});

test.each(['a b', 'ü', '"quoted in part', 'a'.repeat(255)])('accepts the key %j', async (key) => {
  const amy = deps.caller('amy');
  expect((await amy.post('/things', { name: `under ${key.length}` }, keyed(key))).status).toBe(201);
  const again = await amy.post('/things', { name: `under ${key.length}` }, keyed(key));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test.each(['', '""', 'a'.repeat(256)])('refuses the key %j: 400 bad-request', async (key) => {
  const refused = await deps.caller('amy').post('/things', { name: 'x' }, keyed(key));
  expect([refused.status, slugOf(refused)]).toEqual([400, 'bad-request']);
});

test('releases the key after an error, so that a corrected request can use it', async () => {
  const amy = deps.caller('amy');
  const headers = keyed();
  const refused = await amy.post<Problem>('/things', { name: '' }, headers);
  expect([refused.status, slugOf(refused)]).toEqual([422, 'validation']);
  const fixed = await amy.post('/things', { name: 'fixed' }, headers);
  expect([fixed.status, fixed.headers.get('idempotent-replayed')]).toEqual([201, null]);
});

test('treats a multipart retry with another boundary as the same request', async () => {
  const amy = deps.caller('amy');
  const headers = keyed();
  const upload = (alt: string) => {
    const form = new FormData();
    form.set('alt', alt);
    form.set('file', new Blob(['bytes']), 'a.png');
    return amy.post('/form', form, headers);
  };
  await upload('one');
  expect((await upload('one')).headers.get('idempotent-replayed')).toBe('true');
  expect(slugOf(await upload('two'))).toBe('idempotency-key-mismatch');
});

test('accepts a new request with a key after 24 hours, whether or not the key was swept', async () => {
  const amy = deps.caller('amy');
  const name = newId();
  const [kept, swept, other] = [keyed(), keyed(), keyed()];
  await amy.post('/things', { name }, kept);
  await amy.post('/things', { name: 'other' }, other);
  await amy.post('/things', { name: 'swept' }, swept);
  deps.clock.advance(24 * 3_600_000 - 1);
  expect((await amy.post('/things', { name }, kept)).headers.get('idempotent-replayed')).toBe('true');
  deps.clock.advance(1);
  expect((await amy.post('/things', { name }, kept)).headers.get('idempotent-replayed')).toBeNull();
  expect(await sweepKeys(deps.database, deps.clock())).toBeGreaterThanOrEqual(1);
  expect((await amy.post('/things', { name: 'swept' }, swept)).headers.get('idempotent-replayed')).toBeNull();
  expect(await deps.effects(name)).toBe(2);
  expect((await amy.post('/things', { name: 'another' }, other)).headers.get('idempotent-replayed')).toBeNull();
  deps.clock.advance(24 * 3_600_000 - 1);
  for (const [sent, key] of [[name, kept] as const, ['another', other] as const])
    expect((await amy.post('/things', { name: sent }, key)).headers.get('idempotent-replayed'), sent).toBe('true');
  expect(await deps.effects(name)).toBe(2);
});

test('ignores a key on GET', async () => {
  const id = newId();
  const headers = keyed();
  const answers = [
    await deps.caller('amy').get(`/things/${id}`, headers),
    await deps.caller('amy').get(`/things/${id}?limit=2`, headers),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
