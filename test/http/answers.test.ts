// Writes responses to the socket: streams that end, fail or lose their reader, headers, bodies at their limit, and
// waits for pending work.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { type Answer, answerBytes, headersOf, repeatableHeaders } from '../../src/http/answers/answer.ts';
import { sendAnswer } from '../../src/http/answers/send.ts';
import { mediaTypeOf, readBytes, requireMediaType, tooLarge } from '../../src/http/bodies/body.ts';
import { parseKey } from '../../src/http/idempotency/idempotency.ts';
import { openMetrics } from '../../src/http/metrics/metrics.ts';
import { serveMetrics } from '../../src/http/metrics/serve-metrics.ts';
import { sendRaw } from '../support/raw-http.ts';

let handle: (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
let port: number;
let failures: unknown[];
beforeEach(async () => {
  failures = [];
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const answerWith = (answer: Answer, always: Readonly<Record<string, string>> = {}): void => {
  handle = (request, response) => sendAnswer(request, response, answer, [always], (thrown) => failures.push(thrown));
};
const get = () => sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
const slugOf = (work: () => unknown): string => {
  try {
    work();
    return 'good';
  } catch (thrown) {
    return isRefusal(thrown) ? thrown.slug : String(thrown);
  }
};

describe('a stream', () => {
  test('arrives completely', async () => {
    answerWith({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: { stream: Readable.from(['a', 'b']) } });
    const answer = await get();
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain']);
    expect(answer.body).toContain('a');
    expect(answer.body).toContain('b');
    expect(failures).toEqual([]);
  });

  test('is released unread for a HEAD request, which gets the headers of the GET response', async () => {
    const read = vi.fn(() => void stream.push(null));
    const stream: Readable = new Readable({ read });
    answerWith({ status: 200, headers: { 'Content-Type': 'text/plain', 'Content-Length': '2' }, body: { stream } });
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '2']);
    expect([stream.destroyed, read.mock.calls]).toEqual([true, []]);
  });

  test('is cut off if the service fails, and the failure is reported once', async () => {
    const stream = new Readable({ read: () => undefined });
    stream.push('half');
    answerWith({ status: 200, body: { stream } });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((done) => socket.once('data', done));
    const cut = new Promise((done) => socket.once('close', done));
    stream.destroy(new Error('the disk is gone'));
    await cut;
    await expect.poll(() => failures.map(String)).toEqual(['Error: the disk is gone']);
  });

  test('is reported if it fails with its own error code', async () => {
    const stream = new Readable({ read: () => undefined });
    answerWith({ status: 200, body: { stream } });
    const answer = get().catch(() => undefined);
    await expect.poll(() => stream.readableFlowing).toBe(true);
    stream.destroy(Object.assign(new Error('no such file'), { code: 'ENOENT' }));
    await expect.poll(() => failures.map(String)).toEqual(['Error: no such file']);
    await answer;
  });

  test('stops when its reader disconnects, without reporting a failure', async () => {
    const stream = new Readable({ read: () => undefined });
    stream.push('half');
    answerWith({ status: 200, body: { stream } });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((done) => socket.once('data', done));
    socket.destroy();
    await expect.poll(() => stream.destroyed).toBe(true);
    await new Promise((done) => setTimeout(done, 20));
    expect(failures).toEqual([]);
  });
});

describe('headers', () => {
  test.each([
    [200, 'private, no-cache'],
    [399, 'private, no-cache'],
    [400, 'no-store'],
    [500, 'no-store'],
  ])('default to %i with Cache-Control %s', async (status, said) => {
    answerWith({ status });
    expect((await get()).headers['cache-control']).toBe(said);
  });

  test("list the response's own before the general ones, and cookies on separate lines", async () => {
    const headers = { 'Cache-Control': 'public', 'X-One': 'own' };
    answerWith({ status: 200, headers, cookies: ['a=1', 'b=2'], body: { é: 1 } }, { 'X-One': 'all', 'X-Two': 'all' });
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (more: string) => {
      text += more;
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await new Promise((done) => socket.once('close', done));
    for (const line of ['Cache-Control: public', 'X-One: own', 'X-Two: all', 'Set-Cookie: a=1', 'Set-Cookie: b=2'])
      expect(text.split(`${line}\r\n`), line).toHaveLength(2);
    expect(text).not.toContain('X-One: all');
    expect(text).toContain('Content-Length: 8\r\n');
  });

  test('declare JSON for a body without a type, and no type without a body', () => {
    const json = 'application/json; charset=utf-8';
    expect(headersOf({ status: 200, body: {} })).toEqual({ 'Content-Type': json });
    expect(headersOf({ status: 200, body: {}, headers: { 'Content-Type': 'text/x' } })).toEqual({
      'Content-Type': 'text/x',
    });
    expect(headersOf({ status: 204, headers: { ETag: '"1"' } })).toEqual({ ETag: '"1"' });
  });

  test('repeat type, location and version when a response is replayed', () => {
    const headers = { Location: '/a', ETag: '"1"', 'Content-Location': '/b', 'X-Other': '1' };
    expect(repeatableHeaders({ status: 200, headers, body: {} })).toEqual({
      ...{ 'Content-Type': 'application/json; charset=utf-8', Location: '/a', ETag: '"1"', 'Content-Location': '/b' },
    });
  });

  test.each<[string, Answer, string]>([
    ['an object', { status: 200, body: { a: 1 } }, '{"a":1}'],
    ['JSON text', { status: 200, body: { json: '{"b": 2}' } }, '{"b": 2}'],
    ['an object with more than JSON text', { status: 200, body: { json: '1', a: 1 } }, '{"json":"1","a":1}'],
    ['bytes', { status: 200, body: { bytes: Buffer.from('c') } }, 'c'],
    ['nothing', { status: 204 }, ''],
    ['a stream, which is never stored', { status: 200, body: { stream: Readable.from(['d']) } }, ''],
  ])('contain the right bytes of %s', (_, answer, text) => {
    expect(answerBytes(answer).toString()).toBe(text);
  });
});

describe('a request body', () => {
  const send = async (head: string, body: string, limit: number): Promise<string> => {
    const read = new Promise<string>((done) => {
      handle = (request, response) => {
        readBytes(request, limit).then(
          (bytes) => done(`${bytes.length}`),
          (thrown: unknown) => done(isRefusal(thrown) ? thrown.slug : String(thrown)),
        );
        request.once('end', () => response.end());
      };
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`);
    const answer = await read;
    socket.destroy();
    return answer;
  };

  test.each([
    [10, '10'],
    [11, 'payload-too-large'],
    [0, '0'],
  ])('with %i bytes and a limit of 10 is %s, with a length or in chunks', async (size, answer) => {
    const text = 'x'.repeat(size);
    expect(await send(`Content-Length: ${size}`, text, 10)).toBe(answer);
    const chunks = [...text].map((char) => `1\r\n${char}\r\n`).join('');
    expect(await send('Transfer-Encoding: chunked', `${chunks}0\r\n\r\n`, 10)).toBe(answer);
  });

  test.each([
    [65_536, '65 kB'],
    [999_999, '999 kB'],
    [1_000_000, '1 MB'],
    [5_242_880, '5 MB'],
  ])('beyond %i is refused with %s', (limit, size) => {
    expect(tooLarge(limit).message).toBe(`The body is larger than ${size}, the maximum here.`);
  });

  test.each([
    ['application/json', undefined, 'good'],
    ['Application/JSON ; charset=UTF-8', undefined, 'good'],
    ['application/json; charset="utf8"', 'identity', 'good'],
    ['application/json; charset=latin1', undefined, 'unsupported-media-type'],
    ['application/json', 'gzip', 'unsupported-media-type'],
    ['application/json', ' ', 'good'],
    ['text/plain', undefined, 'unsupported-media-type'],
    [undefined, undefined, 'unsupported-media-type'],
  ])('with the type %s and the encoding %s is %s', (type, encoding, slug) => {
    const headers = {
      ...(type !== undefined && { 'content-type': type }),
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    };
    expect(slugOf(() => requireMediaType(headers, ['application/json']))).toBe(slug);
  });

  test('without a type has an empty type', () => {
    expect([mediaTypeOf(undefined), mediaTypeOf(' A/B ;c')]).toEqual(['', 'a/b']);
  });
});

test.each([
  ['k', 'k'],
  ['k'.repeat(255), 'k'.repeat(255)],
  [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ['"a \\"b\\\\"', 'a "b\\'],
  ['"a', '"a'],
  ['', undefined],
  ['""', undefined],
  ['k'.repeat(256), undefined],
])('reads the Idempotency-Key %j as %j', (header, key) => {
  if (key === undefined) expect(slugOf(() => parseKey(header))).toBe('bad-request');
  else expect(parseKey(header)).toBe(key);
});

test('exposes the process metrics that alerts need', async () => {
  const asked = readFileSync('docs/alerts.yml', 'utf8').match(/\b(?:nodejs|process)_\w+/g) ?? [];
  expect(asked).toHaveLength(2);
  const told = await openMetrics().text();
  for (const name of asked) expect(told).toMatch(new RegExp(`^${name} \\S+$`, 'm'));
});

test('records requests in duration buckets, and counts them by outcome', async () => {
  const metrics = openMetrics();
  const told = { route: '/a/:b', method: 'GET', status: 200, slug: '' };
  for (const seconds of [2 ** -10, 2 ** -9, 0.375, 11]) metrics.request({ ...told, seconds });
  metrics.request({ ...told, status: 404, slug: 'not-found', seconds: 0.375 });
  metrics.request({ ...told, method: 'PUT', seconds: 0.5 });
  for (let look = 0; look < 2; look += 1) {
    const lines = (await metrics.text()).split('\n').filter((line) => line.includes('cairn_http_request'));
    const bucket = (le: string, count: number) =>
      `cairn_http_request_seconds_bucket{le="${le}",route="/a/:b",method="GET"} ${count}`;
    const of = (what: string) => `cairn_http_request_seconds_${what}{route="/a/:b",method="GET"}`;
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE cairn_http_request_seconds histogram',
        ...[bucket('0.001', 1), bucket('0.0025', 2), bucket('0.25', 2), bucket('0.5', 4), bucket('10', 4)],
        ...[bucket('+Inf', 5), `${of('sum')} 11.7529296875`, `${of('count')} 5`],
        'cairn_http_request_seconds_count{route="/a/:b",method="PUT"} 1',
        'cairn_http_requests_total{route="/a/:b",method="GET",status="200",slug=""} 4',
        'cairn_http_requests_total{route="/a/:b",method="GET",status="404",slug="not-found"} 1',
        'cairn_http_requests_total{route="/a/:b",method="PUT",status="200",slug=""} 1',
      ]),
    );
  }
});

test('serves metrics only at /metrics, on a separate port', async () => {
  const metrics = openMetrics();
  metrics.count('cairn_test_total', 'Tests.', { kind: 'a' });
  metrics.count('cairn_test_total', 'Tests.', { kind: 'a' }, 2);
  metrics.watch('cairn_test_now', 'Now.', () => 7);
  metrics.watch('cairn_test_many_total', 'Many.', () => [{ labels: { at: 'x' }, value: 3 }], 'total');
  const figures = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token: undefined });
  const at = (figures.address() as AddressInfo).port;
  const read = (path: string) => fetch(`http://127.0.0.1:${at}${path}`);
  const answer = await read('/metrics');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  const text = await answer.text();
  for (const line of ['cairn_test_total{kind="a"} 3', 'cairn_test_now 7', 'cairn_test_many_total{at="x"} 3'])
    expect(text.split('\n')).toContain(line);
  expect((await (await read('/metrics')).text()).split('\n')).toContain('cairn_test_many_total{at="x"} 3');
  expect((await read('/')).status).toBe(404);
  await expect(serveMetrics(metrics, { host: '127.0.0.1', port: at, token: undefined })).rejects.toThrow(/EADDRINUSE/);
  figures.close();
  const failing = await serveMetrics(
    { text: async () => Promise.reject(new Error('no')) },
    { host: '127.0.0.1', port: 0, token: undefined },
  );
  expect((await fetch(`http://127.0.0.1:${(failing.address() as AddressInfo).port}/metrics`)).status).toBe(500);
  failing.close();
});
