import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../support/raw-http.ts';
import { type Problem, slugOf } from '../support/speaker.ts';
import { type KitWorld, kitWorld } from './kit-world.ts';

const ID = '01999999-0000-7000-8000-000000000001';
let deps: KitWorld;
beforeAll(async () => {
  deps = await kitWorld(1_000, { headersTimeout: 1_500, connectionsCheckingInterval: 100 });
});
afterAll(() => deps.close());

test('responds to HEAD like GET without the body', async () => {
  const amy = deps.caller('amy');
  const got = await amy.get(`/things/${ID}`);
  const head = await amy.send('HEAD', `/things/${ID}`);
  expect(head.status).toBe(200);
  expect(head.body).toBeUndefined();
  for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'ratelimit-limit'])
    expect(head.headers.get(name), name).toBe(got.headers.get(name));
});

test('treats a target that is not a path as malformed, except for OPTIONS', async () => {
  const send = (method: string) => sendRaw(deps.port, `${method} * HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect((await send('GET')).status).toBe(400);
  expect((await send('OPTIONS')).status).not.toBe(400);
});

test('responds to OPTIONS with Allow, and needs no credential', async () => {
  const things = await deps.nobody.send('OPTIONS', '/things');
  expect([things.status, things.headers.get('allow'), things.body]).toEqual([204, 'POST, DELETE, OPTIONS', undefined]);
  const thing = await deps.nobody.send('OPTIONS', `/things/${ID}`);
  expect(thing.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});

test('returns 405 with Allow for an unsupported method before it checks the credential', async () => {
  const refused = await deps.nobody.send('DELETE', `/things/${ID}`);
  expect([refused.status, slugOf(refused), refused.headers.get('allow')]).toEqual([
    405,
    'method-not-allowed',
    'GET, HEAD, OPTIONS',
  ]);
  const trace = await sendRaw(deps.port, `TRACE /things/${ID} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect([trace.status, trace.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test.each(['PROPFIND', 'LOCK', 'SEARCH'])('returns 405 for %s, because no path supports it', async (method) => {
  const refused = await sendRaw(deps.port, `${method} /things HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect([refused.status, refused.headers.allow]).toEqual([405, 'POST, DELETE, OPTIONS']);
  expect((await sendRaw(deps.port, `${method} /nothing/here HTTP/1.1\r\nHost: x\r\n\r\n`)).status).toBe(404);
});

test('checks the Content-Type with the body: after method, credential and path', async () => {
  const send = (method: string, path: string, name: string) =>
    sendRaw(
      deps.port,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${name}\r\nContent-Type: none\r\nContent-Length: 2\r\n\r\n{}`,
    );
  expect((await send('POST', '/nothing/here', 'nobody')).status).toBe(404);
  expect((await send('PUT', '/things', 'nobody')).status).toBe(405);
  expect((await send('POST', '/echo', 'nobody')).status).toBe(401);
  const refused = await send('POST', '/echo', 'amy');
  expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([415, '"default";q=120000;w=120']);
});

test.each([
  ['the same one twice', ['Authorization: amy', 'Authorization: amy']],
  ['in another case', ['authorization: ben', 'AUTHORIZATION: amy']],
  ['after other headers', ['Accept: */*', 'Authorization: amy', 'X-Authorization: ben', 'Authorization: ben']],
])('refuses a credential sent more than once with 400: %s', async (_, lines) => {
  const send = (all: readonly string[]) =>
    sendRaw(deps.port, `GET /things/${ID} HTTP/1.1\r\nHost: x\r\n${all.join('\r\n')}\r\n\r\n`);
  const refused = await send(lines);
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('more than once')]);
  expect((await send(lines.slice(0, -1))).status).toBe(200);
});

test.each([
  ['Host', 'Host: x', 'GET', `/things/${ID}`, ''],
  ['Content-Type', 'Content-Type: application/json', 'POST', '/echo', '{}'],
  ['Idempotency-Key', 'Idempotency-Key: k', 'POST', '/things', '{"name":"once"}'],
])(
  'accepts only one %s header, because it affects the meaning of a request',
  async (name, line, method, path, body) => {
    const send = (...more: readonly string[]) =>
      sendRaw(
        deps.port,
        `${method} ${path} HTTP/1.1\r\n${['Host: x', 'Content-Type: application/json', 'Authorization: amy', line]
          .filter((one, at, all) => all.indexOf(one) === at)
          .concat(more)
          .join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    for (const again of [line, `${name.toLowerCase()}: other`]) {
      const refused = await send(again);
      expect([refused.status, refused.body]).toEqual([
        400,
        expect.stringContaining(`The header ${name} was sent more`),
      ]);
      expect(refused.headers['request-id']).toBeTruthy();
    }
    expect((await send()).status).toBeLessThan(300);
  },
);

test('reads a header correctly even if a thousand similar ones precede it', async () => {
  const others = Array.from({ length: 1_500 }, (_, n) => `x${n}:\r\n`).join('');
  const head = `GET /things/${ID} HTTP/1.1\r\nHost: x\r\n${others}`;
  expect((await sendRaw(deps.port, `${head}Authorization: amy\r\n\r\n`)).status).toBe(200);
});

test('does not wait if it cannot meet an expectation (Expect header)', async () => {
  const head = `GET /things/${ID} HTTP/1.1\r\nHost: x\r\nAuthorization: amy\r\nExpect: miracles\r\n`;
  const answer = await sendRaw(deps.port, `${head}Request-Id: expecting\r\n\r\n`);
  expect([answer.status, answer.headers['request-id']]).toEqual([200, 'expecting']);
});

test.each([
  ['an unknown path', 'GET', '/nothing/here', 404, 'not-found'],
  ['a path that cannot be decoded', 'GET', '/things/%E0%A4%A', 400, 'bad-request'],
  ['a path with an endless parameter', 'GET', `/things/${'a'.repeat(400)}`, 404, 'not-found'],
  ['a malformed id', 'GET', '/things/7', 400, 'bad-request'],
  ['an unknown query parameter', 'GET', `/things/${ID}?limt=3`, 400, 'bad-request'],
  ['a query parameter sent twice', 'GET', `/things/${ID}?limit=3&limit=4`, 400, 'bad-request'],
  ['an invalid number', 'GET', `/things/${ID}?limit=3e1`, 400, 'bad-request'],
  ['a bug of the service', 'GET', '/broken', 500, 'internal'],
  ['an unsendable response', 'GET', '/unwritable', 500, 'internal'],
])('returns a problem document for %s', async (_what, method, path, status, slug) => {
  const refused = await deps.caller('amy').send<Problem>(method, path);
  expect([refused.status, slugOf(refused)]).toEqual([status, slug]);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.body.status).toBe(status);
  expect(refused.body.type).toBe(`https://cairn.test/problems/${slug}`);
  expect(refused.body.instance).toBe(`https://cairn.test/requests/${refused.headers.get('request-id')}`);
  expect(refused.body.title).not.toBe('');
  expect(refused.body.detail).not.toBe('');
});

test('logs an internal error once, and reveals nothing about it', async () => {
  deps.reported.length = 0;
  const refused = await deps.caller('amy').get('/broken');
  expect(JSON.stringify(refused.body)).not.toContain('swordfish');
  expect(deps.reported.map(String)).toEqual(['Error: the password is swordfish']);
});

test('echoes a well-formed Request-Id, and replaces any other value with a UUIDv7', async () => {
  const amy = deps.caller('amy');
  const echoed = await amy.get(`/things/${ID}`, { 'Request-Id': 'my.request_7-a' });
  expect(echoed.headers.get('request-id')).toBe('my.request_7-a');
  for (const odd of ['two words', 'ü', 'a'.repeat(129), '<script>']) {
    const minted = await sendRaw(deps.port, `GET /things/${ID} HTTP/1.1\r\nHost: x\r\nRequest-Id: ${odd}\r\n\r\n`);
    expect(minted.headers['request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  }
});

test.each([
  ['bytes that are not HTTP', 'hello there\r\n\r\n', 400],
  ['a header of a megabyte', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(1_000_000)}\r\n\r\n`, 431],
  [
    'two lengths that disagree',
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  [
    'a length next to chunks',
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a header name with a space', 'GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n', 400],
  ['a tunnel to elsewhere', 'CONNECT elsewhere.test:443 HTTP/1.1\r\nHost: elsewhere.test:443\r\n\r\n', 400],
])('refuses %s with a problem document and a Request-Id', async (_what, bytes, status) => {
  const answer = await sendRaw(deps.port, bytes);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.connection).toBe('close');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((JSON.parse(answer.body) as Problem).status).toBe(status);
});

test('refuses HTTP/1.1 without a Host header with a problem document, but accepts HTTP/1.0', async () => {
  const head = (version: string) =>
    `GET /things/${ID} HTTP/${version}\r\nAuthorization: amy\r\nRequest-Id: homeless\r\n\r\n`;
  const refused = await sendRaw(deps.port, head('1.1'));
  expect([refused.status, refused.headers['request-id'], refused.headers['content-type']]).toEqual([
    400,
    'homeless',
    'application/problem+json',
  ]);
  expect((await sendRaw(deps.port, head('1.0'))).status).toBe(200);
});

test('refuses endless headers, and keeps serving others', async () => {
  const slow = sendRaw(deps.port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Drip: ');
  expect((await deps.caller('amy').get(`/things/${ID}`)).status).toBe(200);
  const answer = await slow;
  expect([answer.status, answer.headers['content-type']]).toEqual([408, 'application/problem+json']);
});

test('sends rate-limit headers with every authenticated response, including errors', async () => {
  const amy = deps.caller('amy');
  const answers = await Promise.all([amy.get(`/things/${ID}`), amy.get('/things/7'), amy.post('/echo', '[]')]);
  for (const { headers } of answers) {
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy', 'ratelimit'])
      expect(headers.get(name), name).toBeTruthy();
  }
  expect((await deps.nobody.get(`/things/${ID}`)).headers.get('ratelimit')).toBeNull();
});
