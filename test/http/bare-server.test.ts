// Tests the server around a door: logs, counters and observers of a request, and failures outside every handler. Runs
// without a database.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Refusal, refuse } from '../../src/base/refusal.ts';
import { ok } from '../../src/http/answers/answer.ts';
import { problemAnswer } from '../../src/http/answers/problem.ts';
import type { Door, Endpoint, Observation } from '../../src/http/endpoint/endpoint.ts';
import { commitsInTurn } from '../../src/http/gate/commits-in-turn.ts';
import { openLeases } from '../../src/http/idempotency/leases.ts';
import { openMetrics } from '../../src/http/metrics/metrics.ts';
import { ratePolicies } from '../../src/http/rate-limits/rate-limit.ts';
import { memoryLimiter } from '../../src/http/rate-limits/rate-limit-memory.ts';
import { buildServer, type HttpServer } from '../../src/http/server/server.ts';
import type { Database } from '../../src/storage/database.ts';
import { declaredShapes } from '../support/declared-shapes.ts';
import { type Problem, slugOf, speaker } from '../support/speaker.ts';
import { testClock } from '../support/test-clock.ts';

const NO_DATABASE = {} as Database;
const clock = testClock();
const lines: Record<string, unknown>[] = [];
const reported: [string, string][] = [];
const observed: Observation<string>[] = [];
let confirmed = 0;
/** Called when the abandoned work begins. */
let onWork = (): void => undefined;
const metrics = openMetrics();
let server: HttpServer;
let port: number;

const rendered = (refusal: Refusal | 'internal', { requestId, url }: { requestId: string; url: string }) => {
  const { headers, ...answer } = problemAnswer(refusal, 'http://cairn.test', requestId);
  return { ...answer, headers: { ...headers, 'X-Rendered-By': 'bare', 'X-Rendered-For': url } };
};

const door: Door<string> = {
  name: 'bare',
  jsonTypes: ['application/json'],
  render: rendered,
  canonicalPath: (path) => path.toLowerCase(),
  observe: (observation) => {
    if (observation.endpoint?.id === 'unobservable') throw new Error('the observer is broken');
    observed.push(observation);
  },
  async admit({ headers }) {
    if (headers.authorization === undefined) throw refuse('unauthorized', 'Nobody.', { sent: false });
    return {
      caller: 'amy',
      database: NO_DATABASE,
      confirm: async () => {
        confirmed += 1;
      },
      bucket: 'amy',
      keys: { catalog_id: '', credential_id: '' },
      logged: { account_id: 'amy-1' },
    };
  },
};

const endpoint = (id: string, handle: Endpoint<string>['handle']): Endpoint<string> => ({
  ...{ method: 'GET', path: `/bare/:word/${id}`, id, summary: '', tag: 'Bare', rate: 'model' },
  ...{ answers: {}, refusals: [], handle },
});

beforeAll(async () => {
  server = buildServer({
    clock,
    leases: openLeases(NO_DATABASE, clock),
    commits: commitsInTurn(),
    languages: () => undefined,
    limiter: memoryLimiter(ratePolicies(1), clock),
    logger: { info: (line) => void lines.push(line as Record<string, unknown>), debug: () => undefined },
    metrics,
    baseUrl: 'http://cairn.test',
    trustProxy: { hops: 0 },
    report: (thrown, id) => void reported.push([String(thrown), id]),
  });
  const endpoints = [
    endpoint('noted', async (call) => {
      call.note({ first: 1, both: 1 });
      call.note({ both: 2 });
      return ok({ params: call.params, query: call.query, address: call.address, method: call.method });
    }),
    endpoint('refused', async () => {
      throw refuse('conflict', 'Not now.');
    }),
    endpoint('broken', async () => {
      throw new Error('a bug');
    }),
    endpoint('given-up', async ({ signal }) => {
      const gone = signal();
      onWork();
      await new Promise((done) => gone.addEventListener('abort', done));
      throw gone.reason;
    }),
    endpoint('unobservable', async () => ok({})),
  ];
  server.mount(door, endpoints, '/bare');
  port = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());
beforeEach(() => {
  clock.advance(600_000);
  for (const list of [lines, reported, observed]) list.length = 0;
  server.elsewhere(() => undefined);
});

const nobody = () => speaker(`http://127.0.0.1:${port}`, declaredShapes([]));
const amy = () => nobody().with({ Authorization: 'amy', 'Request-Id': 'r1' });
/** The log line of the only request. */
const logged = async () => {
  await expect.poll(() => lines).toHaveLength(1);
  const [{ ms, ...line } = { ms: undefined }] = lines;
  expect(ms).toSatisfy((value) => typeof value === 'number' && value >= 0 && value < 60_000);
  return line;
};

test('logs a request with its route and caller, never with its path', async () => {
  await amy().get('/bare/secret-word/noted?token=secret');
  const path = '/bare/:word/noted';
  expect(await logged()).toEqual({ request_id: 'r1', method: 'GET', route: path, status: 200, account_id: 'amy-1' });
});

test('logs an error response with its slug, and an internal error too', async () => {
  await amy().get('/bare/x/refused');
  expect(await logged()).toMatchObject({ status: 409, slug: 'conflict', account_id: 'amy-1' });
  lines.length = 0;
  await amy().get('/bare/x/broken');
  expect(await logged()).toMatchObject({ status: 500, slug: 'internal', account_id: 'amy-1' });
  expect(reported).toEqual([['Error: a bug', 'r1']]);
});

test('does not report a failure as a bug if the caller has abandoned the request', async () => {
  const leaving = new AbortController();
  const url = `http://127.0.0.1:${port}/bare/x/given-up`;
  onWork = () => leaving.abort();
  const asked = fetch(url, { headers: { Authorization: 'amy' }, signal: leaving.signal }).catch(() => 'left');
  expect(await asked).toBe('left');
  await expect.poll(() => observed).toHaveLength(1);
  expect(observed[0]).toMatchObject({ refusal: { slug: 'bad-request' } });
  expect(await logged()).toMatchObject({ cut: true });
  expect(reported).toEqual([]);
});

test('logs an unknown path as unknown, without a caller', async () => {
  const refused = await amy().get<Problem>('/elsewhere');
  expect([refused.status, slugOf(refused)]).toEqual([404, 'not-found']);
  expect(await logged()).toEqual({
    ...{ request_id: 'r1', method: 'GET', route: 'unknown', status: 404, slug: 'not-found' },
  });
});

test("logs the caller's trace unless it is malformed", async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  await amy().get('/bare/x/noted', { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
  expect(await logged()).toMatchObject({ trace_id: trace });
  lines.length = 0;
  await amy().get('/bare/x/noted', { traceparent: `00-${trace}-0000000000000000-01` });
  expect(await logged()).not.toHaveProperty('trace_id');
});

test('reports caller, endpoint, status, error and notes to an observer', async () => {
  await amy().get('/bare/X/noted?a=1');
  await amy().get('/bare/x/refused');
  await nobody().get('/bare/x/refused');
  const seen = observed.map(({ caller, endpoint, request, status, refusal, noted }) => ({
    ...{
      caller,
      id: endpoint?.id,
      method: endpoint?.method,
      path: endpoint?.path,
      url: request.url,
      params: request.params,
      status,
      noted,
    },
    slug: typeof refusal === 'object' ? refusal.slug : refusal,
  }));
  const refused = { id: 'refused', method: 'GET', path: '/bare/:word/refused', params: { word: 'x' } };
  expect(seen).toEqual([
    {
      ...{ caller: 'amy', id: 'noted', method: 'GET', path: '/bare/:word/noted', url: '/bare/X/noted?a=1' },
      ...{ params: { word: 'x' }, status: 200, slug: undefined, noted: { first: 1, both: 2 } },
    },
    { ...refused, caller: 'amy', url: '/bare/x/refused', status: 409, slug: 'conflict', noted: {} },
    { ...refused, caller: undefined, url: '/bare/x/refused', status: 401, slug: 'unauthorized', noted: {} },
  ]);
  for (const { durationMs } of observed) expect(durationMs).toSatisfy((ms: number) => ms > 0 && ms < 60_000);
});

test("finds a path in the caller's spelling, and leaves its query unchanged", async () => {
  const answer = await amy().get('/bare/WORD/NOTED?Name=Amy');
  expect(answer.body).toEqual({
    ...{ params: { word: 'word' }, query: { Name: 'Amy' }, address: '127.0.0.1', method: 'GET' },
  });
  expect((await amy().get('/BARE/word/noted')).status).toBe(404);
});

test("formats errors below an API's prefix only in that API's style", async () => {
  const by = async (path: string) => (await amy().get(path)).headers.get('x-rendered-by');
  expect([await by('/bare'), await by('/bare/nothing'), await by('/barefoot'), await by('/')]).toEqual([
    ...['bare', 'bare', null, null],
  ]);
  expect((await amy().get('/bare/nothing')).headers.get('x-rendered-for')).toBe('/bare/nothing');
});

test('serves the configured page to browsers at unknown paths', async () => {
  server.elsewhere(({ method, url, headers }) =>
    headers.accept === 'text/html' ? { status: 404, headers: {}, body: { method, url } } : undefined,
  );
  expect((await amy().get('/nothing?a=1', { Accept: 'text/html' })).body).toEqual({
    ...{ method: 'GET', url: '/nothing?a=1' },
  });
  expect(slugOf(await amy().get('/nothing', { Accept: 'text/plain' }))).toBe('not-found');
});

test('reports a failure outside every handler once, with a 500 response', async () => {
  server.elsewhere(() => {
    throw new Error('the page is broken');
  });
  const page = await amy().get<Problem>('/nothing');
  expect([page.status, slugOf(page), page.headers.get('request-id')]).toEqual([500, 'internal', 'r1']);
  expect(reported).toEqual([['Error: the page is broken', 'r1']]);
  expect(await logged()).toMatchObject({ status: 500, slug: 'internal' });
  const observing = await amy().get<Problem>('/bare/x/unobservable');
  expect([observing.status, slugOf(observing)]).toEqual([500, 'internal']);
  expect(reported.slice(1)).toEqual([['Error: the observer is broken', 'r1']]);
});

test('confirms the caller before it refuses a request, except for an empty bucket, and reports a bug immediately', async () => {
  const confirms = async (path: string) => {
    confirmed = 0;
    const { status } = await amy().get(path);
    return [status, confirmed];
  };
  expect(await confirms('/bare/x/noted')).toEqual([200, 1]);
  expect(await confirms('/bare/x/refused')).toEqual([409, 1]);
  expect(await confirms('/bare/x/broken')).toEqual([500, 0]);
  for (let sent = 0; sent < 7; sent += 1) await amy().get('/bare/x/noted');
  expect(await confirms('/bare/x/noted')).toEqual([429, 0]);
});

test('counts requests by route, method, status and slug, and rate-limited ones by policy', async () => {
  const before = await metrics.text();
  const countOf = (text: string, labels: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(labels))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  for (let sent = 0; sent < 11; sent += 1) await amy().get('/bare/x/noted');
  await expect.poll(() => lines).toHaveLength(11);
  const after = await metrics.text();
  const grown = (labels: string) => countOf(after, labels) - countOf(before, labels);
  const request = 'cairn_http_requests_total{route="/bare/:word/noted",method="GET"';
  expect(grown(`${request},status="200",slug=""}`)).toBe(10);
  expect(grown(`${request},status="429",slug="rate-limited"}`)).toBe(1);
  expect(grown('cairn_rate_limited_total{policy="model"}')).toBe(1);
  const timed = 'cairn_http_request_seconds';
  expect(grown(`${timed}_count{route="/bare/:word/noted",method="GET"}`)).toBe(11);
  expect(grown(`${timed}_sum{route="/bare/:word/noted",method="GET"}`)).toBeLessThan(60);
});

test('sends nosniff, but no HSTS if the service is reached over http', async () => {
  const plain = await amy().get('/bare/x/noted');
  expect(plain.headers.get('x-content-type-options')).toBe('nosniff');
  expect(plain.headers.get('strict-transport-security')).toBeNull();
});
