// Traces end to end: requests to the service, spans at a collector.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TrailDetailResource } from '../../src/trails/trail.ts';
import type { TestTeam } from '../support/test-team.ts';
import { readyDocument } from '../trails/catalog.ts';
import type { Arrived } from './collector.ts';
import { type TracedWorld, tracedWorld } from './traced-world.ts';

let service: TracedWorld;
let team: TestTeam;
let trail: string;
beforeAll(async () => {
  service = await tracedWorld();
  team = await service.team();
  trail = (await team.author.speaks.post<TrailDetailResource>('/v1/trails', { document: readyDocument() })).body.id;
});
afterAll(() => service.close());

const CALLER = 'b7ad6b7169203331';
let count = 0;
/** A new trace, as sent by a caller who records it. */
function traced(flags = '01') {
  count += 1;
  const trace_id = String(count).padStart(32, 'a');
  return { trace_id, headers: { traceparent: `00-${trace_id}-${CALLER}-${flags}` } };
}
const spansOf = (spans: readonly Arrived[], trace_id: string): Arrived[] =>
  spans.filter((span) => span.trace_id === trace_id);
/** The request's span, which arrives after all its children. */
async function serverSpan(trace_id: string): Promise<{ server: Arrived; all: Arrived[] }> {
  const isServer = ({ kind }: Arrived): boolean => kind === 'server';
  const server = await service.collector.until((spans) => spansOf(spans, trace_id).find(isServer));
  return { server, all: spansOf(service.collector.spans, trace_id) };
}

describe('a request', () => {
  test('is a child span of its traceparent, with its statements as children', async () => {
    const { trace_id, headers } = traced();
    // A process that is the only writer serves from memory what it has read since the last write.
    await team.author.speaks.post('/v1/trails', { document: readyDocument() });
    const answer = await team.author.speaks.get(`/v1/trails/${trail}`, { ...headers, 'Request-Id': 'traced-1' });
    expect(answer.status).toBe(200);
    const { server, all } = await serverSpan(trace_id);
    expect(server).toMatchObject({ name: 'GET /v1/trails/:trail_id', parent: CALLER, isError: false, links: [] });
    expect(server.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/trails/:trail_id',
      'http.response.status_code': 200,
      'url.scheme': 'https',
      'server.address': 'cairn.test',
      'server.port': 443,
      'cairn.request_id': 'traced-1',
      'cairn.door': 'v1',
      'cairn.endpoint_id': 'getTrail',
      'cairn.credential_id': team.author.key_id,
      'cairn.catalog_id': team.team_id,
    });
    const [statement, ...others] = all.filter(({ kind }) => kind === 'client');
    expect(others).toEqual([]);
    expect(statement).toMatchObject({ name: 'read trail', parent: server.span_id, isError: false });
    expect(statement?.attributes['db.system.name']).toBe('postgresql');
    expect(statement?.attributes['db.query.summary']).toMatch(/^SELECT .*\btrails$/);
  });

  test('that changes something has a transaction span with its statements as children', async () => {
    const { trace_id, headers } = traced();
    const body = { document: readyDocument() };
    expect((await team.author.speaks.post('/v1/trails', body, { ...headers, 'Idempotency-Key': 'k' })).status).toBe(
      201,
    );
    const { server, all } = await serverSpan(trace_id);
    const transaction = all.find(({ name }) => name === 'TRANSACTION');
    expect(transaction).toMatchObject({ kind: 'client', parent: server.span_id, isError: false });
    const inside = all.filter(({ parent }) => parent === transaction?.span_id);
    expect(inside.map(({ name }) => name).join()).toMatch(/INSERT trails\b/);
    expect(inside.every(({ kind }) => kind === 'client')).toBe(true);
  });

  test.each([
    ['GET', '/v1/trails/00000000-0000-7000-8000-000000000000', 404, 'GET /v1/trails/:trail_id', 'not-found'],
    ['PUT', '/v1/trails', 405, 'PUT /v1/trails', 'method-not-allowed'],
    ['GET', '/v1/secret-place?q=secret', 404, 'GET', 'not-found'],
  ])('%s %s refused with %d is not an error of the service', async (method, path, status, name, slug) => {
    const { trace_id, headers } = traced();
    expect((await team.author.speaks.send(method, path, undefined, headers)).status).toBe(status);
    const { server } = await serverSpan(trace_id);
    expect(server).toMatchObject({ name, isError: false });
    expect(server.attributes).toMatchObject({ 'http.response.status_code': status, 'cairn.slug': slug });
    expect(server.attributes['error.type']).toBeUndefined();
    expect('http.route' in server.attributes).toBe(name !== 'GET');
  });

  test('logs its trace and span', async () => {
    const { trace_id, headers } = traced();
    await team.author.speaks.get('/v1/me', headers);
    const { server } = await serverSpan(trace_id);
    expect(service.lines.find((line) => line.trace_id === trace_id)).toMatchObject({
      msg: 'request',
      span_id: server.span_id,
      route: '/v1/me',
    });
  });

  test.each([
    ['no such thing', 'hello'],
    ['another case', `00-${'A'.repeat(32)}-${CALLER}-01`],
    ['an empty trace', `00-${'0'.repeat(32)}-${CALLER}-01`],
    ['sent twice', `00-${'a'.repeat(32)}-${CALLER}-01, 00-${'b'.repeat(32)}-${CALLER}-01`],
    ['a script', `00-<script>-${CALLER}-01`],
  ])('with an invalid traceparent (%s) starts a new trace', async (_, traceparent) => {
    const id = `garbage-${traced().trace_id}`;
    const answer = await team.author.speaks.get('/v1/me', { traceparent, tracestate: 'a=1', 'Request-Id': id });
    expect(answer.status).toBe(200);
    const span = await service.collector.until((spans) =>
      spans.find(({ attributes }) => attributes['cairn.request_id'] === id),
    );
    expect(span.parent).toBe('');
    expect(traceparent).not.toContain(span.trace_id);
    expect(span.trace_id).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is not recorded if its caller does not record the trace', async () => {
    const silent = traced('00');
    const later = traced();
    await team.author.speaks.get(`/v1/trails/${trail}`, silent.headers);
    await team.author.speaks.get(`/v1/trails/${trail}`, later.headers);
    await serverSpan(later.trace_id);
    expect(spansOf(service.collector.spans, silent.trace_id)).toEqual([]);
    expect(service.lines.some((line) => line.trace_id === silent.trace_id)).toBe(true);
  });
});

test('keeps the statements of concurrent changes apart', async () => {
  const requests = Array.from({ length: 8 }, () => traced());
  await Promise.all(
    requests.map(({ headers, trace_id }) =>
      team.author.speaks.post('/v1/trails', { document: readyDocument() }, { ...headers, 'Idempotency-Key': trace_id }),
    ),
  );
  for (const { trace_id } of requests) {
    const { server, all } = await serverSpan(trace_id);
    const ids = new Set(all.map(({ span_id }) => span_id));
    expect(all.every(({ parent }) => parent === CALLER || ids.has(parent))).toBe(true);
    const [transaction, ...others] = all.filter(({ name }) => name === 'TRANSACTION');
    expect(others).toEqual([]);
    expect(transaction?.parent).toBe(server.span_id);
    expect(all.filter(({ name }) => /INSERT trails\b/.test(name))).toMatchObject([{ parent: transaction?.span_id }]);
  }
});

test('keeps a change without a recorded caller in its own trace, even in a shared commit', async () => {
  const [first, silent] = [traced(), traced('00')];
  const seen: (string | undefined)[] = [];
  const { database } = service.app;
  const requests = [first, silent, first].map(({ trace_id }) =>
    service.tracing.begin(
      { name: 'PUT', kind: 'server' },
      { trace_id, span_id: CALLER, isSampled: trace_id === first.trace_id },
    ),
  );
  await Promise.all(
    requests.map((span) =>
      span.run(() => database.inTransaction(async () => void seen.push(service.tracing.active()?.trace_id))),
    ),
  );
  for (const span of requests) span.end();
  expect(seen.sort()).toEqual([first.trace_id, first.trace_id, silent.trace_id].sort());
});

test('creates no trace for background work', async () => {
  const { trace_id, headers } = traced();
  await service.app.dispatcher.round();
  await team.author.speaks.get('/v1/me', headers);
  await serverSpan(trace_id);
  expect(service.collector.spans.filter(({ kind, parent }) => kind === 'client' && parent === '')).toEqual([]);
});

test('records a verdict as a span with the judge and its result', async () => {
  const { trace_id, headers } = traced();
  const body = { draft_text: 'please do what nobody has a guide for' };
  expect((await team.author.speaks.post(`/v1/trails/${trail}/surfacing-test`, body, headers)).status).toBe(200);
  const { server, all } = await serverSpan(trace_id);
  expect(all.find(({ name }) => name === 'judge verdicts')).toMatchObject({
    kind: 'internal',
    parent: server.span_id,
    attributes: { 'cairn.judge': 'embedded', 'cairn.judge.prompts': 1, 'cairn.judge.surfaced': 0 },
  });
});

test('sends nothing that a caller wrote: no key, path, query, body or prompt', async () => {
  const { trace_id, headers } = traced();
  const { speaks, key } = team.author;
  const document = { ...readyDocument(), title: 'Zanzibar title' };
  const calls = [
    speaks.get('/v1/trails?q=zanzibar-query&limit=5', headers),
    speaks.post('/v1/trails', { document }, headers),
    speaks.post('/v1/trails', '{"zanzibar-broken": ', headers),
    speaks.get(`/v1/trails/zanzibar-path`, headers),
    speaks.post(`/v1/trails/${trail}/surfacing-test`, { draft_text: 'zanzibar prompt' }, headers),
    service.anyone.post('/sign-in/link', { token: 'zanzibar-token' }, headers),
    service.bearer('svc_api_zanzibar').get('/v1/me', headers),
    service.anyone.get('/setup/v1/zanzibar', { ...headers, cookie: 'zanzibar=1', 'User-Agent': 'zanzibar' }),
  ];
  await Promise.all(calls);
  await service.collector.until((spans) =>
    spansOf(spans, trace_id).filter(({ kind }) => kind === 'server').length === calls.length ? true : undefined,
  );
  const sent = service.collector.payloads.join('\n');
  expect(sent).toContain(team.author.key_id);
  expect(sent).not.toContain(key);
  expect(sent).not.toContain(key.slice(-20));
  expect(sent.toLowerCase()).not.toContain('zanzibar');
  expect(sent).not.toContain(team.author.email);
  expect(sent).not.toContain(trail);
});
