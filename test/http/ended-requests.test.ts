// Tests reports about ended requests, and responses to bytes that are not requests, without a server.
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/base/refusal.ts';
import { type Exchange, UNKNOWN_ROUTE } from '../../src/http/incoming/exchange.ts';
import type { Metrics } from '../../src/http/metrics/metrics.ts';
import { parserAnswer, pathIn } from '../../src/http/server/parser-errors.ts';
import { reportExchange } from '../../src/http/server/report-exchange.ts';

describe('the end of a request', () => {
  const reported = (change: object, writableFinished = true, span?: object) => {
    const lines: object[] = [];
    const counted: object[] = [];
    const metrics = {
      request: ({ seconds: _, ...of }: { seconds: number }) => counted.push(of),
      rateLimited: (policy: string) => counted.push({ policy }),
    } as unknown as Metrics;
    const log =
      (level?: string) =>
      ({ ms: _, ...line }: { ms?: number }) =>
        lines.push({ ...line, ...(level && { level }) });
    const logger = { info: log(), debug: log('debug') };
    const exchange = {
      ...{ request: { method: 'GET', headers: {} }, response: { statusCode: 200, writableFinished }, id: 'r' },
      ...{ startedAt: performance.now() - 2_000, route: '/a', outcome: undefined, span, ...change },
    } as unknown as Exchange;
    reportExchange({ logger, metrics }, exchange);
    return [...lines, ...counted];
  };
  const base = { request_id: 'r', method: 'GET', route: '/a', status: 200 };
  const count = { route: '/a', method: 'GET', status: 200, slug: '' };
  const limited = refuse('rate-limited', 'Wait.');

  test.each([
    ['/health', 200, { level: 'debug' }],
    ['/health/ready', 200, { level: 'debug' }],
    ['/health/ready', 503, {}],
    ['/v1/me', 200, {}],
  ])('logs a request to %s with status %i: %j', (route, statusCode, level) => {
    const [line] = reported({ route, response: { statusCode, writableFinished: true } });
    expect(line).toEqual({ ...base, route, status: statusCode, ...level });
  });

  test('writes one log line and one count, with the slug of the error or the policy of the bucket', () => {
    expect(reported({})).toEqual([base, count]);
    expect(reported({}, false)).toEqual([{ ...base, cut: true }, count]);
    expect(reported({ outcome: { refusal: 'internal', logged: { team_id: 't' }, policy: undefined } })).toEqual([
      { ...base, team_id: 't', slug: 'internal' },
      { ...count, slug: 'internal' },
    ]);
    const away = Object.assign(refuse('not-ready', 'Wait.'), { cause: new Error('the disk is full') });
    expect(reported({ outcome: { refusal: away, logged: {}, policy: undefined } })[0]).toEqual({
      ...base,
      slug: 'not-ready',
      failure: 'the disk is full',
    });
    expect(reported({ outcome: { refusal: limited, logged: {}, policy: 'model' } })[2]).toEqual({ policy: 'model' });
    expect(reported({ outcome: { refusal: limited, logged: {}, policy: undefined } })[2]).toEqual({
      policy: 'failures',
    });
  });

  test.each([
    ['/a', true, { 'http.route': '/a' }],
    [UNKNOWN_ROUTE, true, {}],
    ['/a', false, { 'http.route': '/a', 'cairn.cut': true }],
  ])('on %s, finished: %s, is reported to its span', (route, finished, attributes) => {
    const heard: object[] = [];
    const span = {
      isRecording: () => true,
      rename: () => undefined,
      set: (told: object) => heard.push(told),
      fail: () => undefined,
      end: () => heard.push({ ended: true }),
      context: () => undefined,
    };
    reported({ route }, finished, new Proxy(span, { get: (of, name) => of[name as 'end'] ?? (() => undefined) }));
    expect(heard).toHaveLength(2);
    expect(heard[0]).toMatchObject(attributes);
    expect('http.route' in (heard[0] ?? {})).toBe('http.route' in attributes);
    expect('cairn.cut' in (heard[0] ?? {})).toBe('cairn.cut' in attributes);
  });
});

describe('bytes that are not a request', () => {
  const answered = (code: string | undefined, writable = true) => {
    const sent: string[] = [];
    let destroyed = false;
    const socket = { writable, destroy: () => (destroyed = true), end: (text: string) => sent.push(text) };
    const counted: object[] = [];
    const metrics = { request: (told: object) => counted.push(told) } as unknown as Metrics;
    const render = ({ slug, message }: { slug: string; message: string }) => ({ status: 400, body: { slug, message } });
    const failure = Object.assign(new Error('no'), { code });
    parserAnswer(failure, socket as unknown as Socket, render as never, { 'X-Always': 'a' }, { metrics });
    return { text: sent.join(''), destroyed, counted };
  };

  test.each([
    ['HPE_HEADER_OVERFLOW', 'headers-too-large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 'request-timeout'],
    ['HPE_INVALID_METHOD', 'bad-request'],
    [undefined, 'bad-request'],
  ])('with the error %s get a %s response, are counted, and end the connection', (code, slug) => {
    const { text, destroyed, counted } = answered(code);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const header of ['X-Always: a', 'Cache-Control: no-store', 'Connection: close', 'Request-Id: '])
      expect(head).toContain(`\r\n${header}`);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body)).toMatchObject({ slug });
    expect(counted).toEqual([{ route: 'unknown', method: 'unknown', status: 400, slug, seconds: 0 }]);
    expect(destroyed).toBe(false);
  });

  test.each([
    ['ECONNRESET', true],
    ['HPE_INVALID_METHOD', false],
  ])('get no response after %s on a writable socket (%s)', (code, writable) => {
    expect(answered(code, writable)).toEqual({ text: '', destroyed: true, counted: [] });
  });

  test('are logged with their path if there is one, up to five hundred bytes', () => {
    const path = (rawPacket: unknown) => pathIn(Object.assign(new Error('no'), { rawPacket }));
    expect(path(Buffer.from('GET /scim/v2?x HTTP/1.1'))).toBe('/scim/v2');
    expect(path(Buffer.from(`GET /${'a'.repeat(600)}`))).toBe(`/${'a'.repeat(495)}`);
    for (const none of [undefined, 'GET /a', Buffer.from('get /a'), Buffer.from('')]) expect(path(none)).toBe('/');
  });
});
