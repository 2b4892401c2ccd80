// Tests functions of the HTTP kit without a server, with one value more or less, and with no, one and two items.
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { isRefusal, refuse } from '../../src/base/refusal.ts';
import { archiveAnswer } from '../../src/http/answers/archive-answer.ts';
import { mayBeCompressed } from '../../src/http/answers/compress.ts';
import { isHeldTag, matchesStrongly, matchesWeakly, parseTags } from '../../src/http/answers/etag.ts';
import { problemDocument } from '../../src/http/answers/problem.ts';
import { mediaTypeOf, readBytes, requireMediaType, tooLarge } from '../../src/http/bodies/body.ts';
import { bodyOf, headerOf } from '../../src/http/endpoint/call.ts';
import { originOf } from '../../src/http/endpoint/call-origin.ts';
import { withResource } from '../../src/http/gate/challenge.ts';
import { fingerprintHead } from '../../src/http/gate/gate-keys.ts';
import { fingerprintOf } from '../../src/http/idempotency/idempotency.ts';
import type { Exchange } from '../../src/http/incoming/exchange.ts';
import { openCharges } from '../../src/http/rate-limits/charges.ts';
import { type RateLimiter, rateHeaders, ratePolicies, takeToken } from '../../src/http/rate-limits/rate-limit.ts';
import { incomingOf } from '../../src/http/server/incoming-of.ts';
import { innerRequest } from '../../src/http/server/inner-request.ts';
import { openRouter, type RouteMatch } from '../../src/http/server/router.ts';

const outcome = (work: () => unknown): string => {
  try {
    return JSON.stringify(work()) ?? 'undefined';
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return `${thrown.slug}: ${thrown.message}`;
  }
};
const told = (thrown: unknown): string => (isRefusal(thrown) ? `${thrown.slug}: ${thrown.message}` : String(thrown));

describe('entity tags', () => {
  test.each([
    ['"a"', '[{"weak":false,"tag":"a"}]'],
    ['W/"a"', '[{"weak":true,"tag":"a"}]'],
    ['""', '[{"weak":false,"tag":""}]'],
    [' * ', '"*"'],
    [', "a" ,, W/"b" ,', '[{"weak":false,"tag":"a"},{"weak":true,"tag":"b"}]'],
    ['', 'bad-request: If-Match is empty. Send *, or a quoted entity tag such as "3".'],
    [' , ', 'bad-request: If-Match is empty. Send *, or a quoted entity tag such as "3".'],
    ['"a" "b"', 'bad-request: If-Match must be *, or quoted entity tags such as "3"; "\\"a\\" \\"b\\"" is not.'],
    ['x'.repeat(61), `bad-request: If-Match must be *, or quoted entity tags such as "3"; "${'x'.repeat(60)}" is not.`],
  ])('%j are %s', (value, tags) => {
    expect(outcome(() => parseTags('If-Match', value))).toBe(tags);
  });

  test.each([
    ['*', true, true],
    ['"a"', true, true],
    ['W/"a"', true, false],
    ['"b", "a"', true, true],
    ['"b", W/"a"', true, false],
    ['"b"', false, false],
  ])('%s matches "a" weakly: %s, strongly: %s', (value, weakly, strongly) => {
    expect(matchesWeakly(parseTags('If-Match', value), 'a')).toBe(weakly);
    expect(matchesStrongly(parseTags('If-Match', value), 'a')).toBe(strongly);
  });

  test.each([
    [undefined, false],
    ['*', true],
    ['W/"a"', true],
    ['"b"', false],
    ['a', false],
    ['', false],
  ])('If-None-Match: %s contains "a": %s', (header, held) => {
    expect(isHeldTag(header, 'a')).toBe(held);
  });

  test.each([
    [undefined, 200],
    ['"ab"', 304],
    ['"cd"', 200],
  ])('respond to a download with If-None-Match: %s with %i', (sent, status) => {
    const answer = archiveAnswer({ header: () => sent }, { bytes: Buffer.from('zip'), sha256: 'ab' }, 'a.zip');
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ ETag: '"ab"', 'Cache-Control': 'private, no-cache' });
    expect(answer.headers).toMatchObject({ 'X-Content-Type-Options': 'nosniff' });
    if (status === 200) expect(answer.headers).toMatchObject({ 'Content-Disposition': 'attachment; filename="a.zip"' });
    else expect(answer).not.toHaveProperty('body');
  });
});

describe('a request target', () => {
  const router = openRouter<string>();
  router.add('GET', '/a/:id', 'read');
  router.add('PUT', '/a/:id', 'write');
  router.add('POST', '/b', 'make');
  router.add('OPTIONS', '/b', 'ask');

  test.each([
    ['GET', '/a/1', 'read', 'GET, HEAD, PUT, OPTIONS'],
    ['HEAD', '/a/1', 'read', 'GET, HEAD, PUT, OPTIONS'],
    ['PUT', '/a/1?b=c', 'write', 'GET, HEAD, PUT, OPTIONS'],
    ['DELETE', '/a/1', undefined, 'GET, HEAD, PUT, OPTIONS'],
    ['HEAD', '/b', undefined, 'POST, OPTIONS'],
    ['OPTIONS', '/b', 'ask', 'POST, OPTIONS'],
  ])('%s %s is %s', (method, url, route, allow) => {
    expect(router.find(method, url)).toMatchObject({ route, allow });
  });

  test.each(['/a/', '/a/?b=c', '/a/#b'])('%s matches no route, because a parameter at the end is not empty', (url) => {
    expect(router.find('GET', url)).toBeUndefined();
  });

  test('has parameters of at most three hundred characters', () => {
    expect(router.find('GET', `/a/${'x'.repeat(300)}`)).toMatchObject({ params: { id: 'x'.repeat(300) } });
    expect(router.find('GET', `/a/${'x'.repeat(301)}`)).toBeUndefined();
    expect(router.find('GET', '/a/%zz')).toBe('malformed');
    expect(router.find('GET', '/c')).toBeUndefined();
    expect(() => router.add('GET', '/a/:id', 'again')).toThrow('twice');
  });
});

describe('the body of a response', () => {
  const request = (headers: IncomingHttpHeaders = {}) =>
    Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough;
  const read = (chunks: readonly string[], limit: number, headers?: IncomingHttpHeaders) => {
    const stream = request(headers);
    const bytes = readBytes(stream, limit).then(String, told);
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
    return bytes;
  };

  test('is read up to its limit, and not a byte more', async () => {
    expect(await read(['abc', 'de'], 5)).toBe('abcde');
    expect(await read([], 0)).toBe('');
    expect(await read(['abc', 'def'], 5)).toContain('payload-too-large');
    expect(await read(['abcde'], 5, { 'content-length': '5' })).toBe('abcde');
    expect(await read([], 5, { 'content-length': '6' })).toContain('payload-too-large');
  });

  test('is not read further if it is too large, and is refused if it is incomplete', async () => {
    const large = request();
    const refused = readBytes(large, 1).catch(told);
    large.write('abc');
    expect(await refused).toContain('payload-too-large');
    expect([large.isPaused(), large.listenerCount('data')]).toEqual([true, 0]);
    const cut = request();
    const ended = readBytes(cut, 5).catch(told);
    cut.destroy();
    expect(await ended).toContain('bad-request: The connection ended');
    expect(await readBytes(cut, 5).catch(told)).toContain('bad-request: The connection ended');
  });

  test.each([
    [999, '0 kB'],
    [1_000, '1 kB'],
    [65_536, '65 kB'],
    [999_999, '999 kB'],
    [1_000_000, '1 MB'],
    [2_999_999, '2 MB'],
  ])('has a limit of %i bytes, which is reported as %s', (limit, size) => {
    expect(tooLarge(limit).message).toContain(`larger than ${size},`);
  });

  test.each<[IncomingHttpHeaders, boolean]>([
    [{}, true],
    [{ 'content-length': '0' }, true],
    [{ 'content-length': '1' }, false],
    [{ 'transfer-encoding': 'chunked' }, false],
  ])('with %j is empty: %s', (headers, empty) => {
    expect(bodyOf(request(headers)).isEmpty()).toBe(empty);
  });

  test.each<[IncomingHttpHeaders, string]>([
    [{}, 'unsupported-media-type: No Content-Type was sent. Send a/b or c/d.'],
    [
      { 'content-type': 'x/y' },
      'unsupported-media-type: The Content-Type "x/y" is not accepted here. Send a/b or c/d.',
    ],
    [{ 'content-type': 'A/B ; charset="UTF8"' }, 'undefined'],
    [{ 'content-type': 'c/d', 'content-encoding': ' Identity ' }, 'undefined'],
    [{ 'content-type': 'c/d', 'content-encoding': '' }, 'undefined'],
    [{ 'content-type': 'a/b;charset=latin1' }, 'unsupported-media-type: The charset "latin1" is not accepted here.'],
    [{ 'content-type': 'a/b', 'content-encoding': 'gzip' }, 'unsupported-media-type: The Content-Encoding "gzip" is'],
  ])('with %j: %s', (headers, refusal) => {
    expect(outcome(() => requireMediaType(headers, ['a/b', 'c/d']))).toContain(refusal);
    expect(mediaTypeOf(undefined)).toBe('');
  });
});

test('joins repeated headers, and includes If-Match in the fingerprint of the key', () => {
  expect(headerOf({ cookie: 'a' }, 'Cookie')).toBe('a');
  expect(headerOf({ 'set-cookie': ['a', 'b'] }, 'Set-Cookie')).toBe('a, b');
  expect(headerOf({}, 'Cookie')).toBeUndefined();
  const head = (url: string | undefined, headers: IncomingHttpHeaders) =>
    fingerprintHead({ url, headers } as IncomingMessage, { method: 'PUT' });
  expect(head('/a?b', { 'if-match': '"1"' })).toEqual(['PUT', '/a?b', '"1"']);
  expect(head(undefined, {})).toEqual(['PUT', '', '']);
});

test('never confuses two requests whose parts add up to the same text', () => {
  const prints = [['ab', 'c'], ['a', 'bc'], ['abc'], ['ab', 'c', ''], ['', 'ab', 'c'], ['1:a', 'bc']].map((parts) =>
    fingerprintOf(parts).toString('hex'),
  );
  expect(new Set(prints).size).toBe(prints.length);
  expect(fingerprintOf([Buffer.from('ä'), 'b'])).toEqual(fingerprintOf(['ä', 'b']));
});

test.each([
  ['Bearer', 'Bearer resource_metadata="m", scope="a b"'],
  ['Bearer error="invalid_token"', 'Bearer error="invalid_token", resource_metadata="m", scope="a b"'],
  [
    'Bearer error="insufficient_scope", scope="c"',
    'Bearer error="insufficient_scope", scope="c", resource_metadata="m"',
  ],
])('turns the challenge %s into %s', (challenge, expected) => {
  const answer = { status: 401, headers: { 'WWW-Authenticate': challenge, A: 'b' } };
  const named = withResource(answer, { metadata: 'm', scope: 'a b' });
  expect(named.headers).toEqual({ 'WWW-Authenticate': expected, A: 'b' });
  expect(withResource({ status: 404 }, { metadata: 'm', scope: 'a' })).toEqual({ status: 404 });
});

test("limits a device's name to three hundred characters", () => {
  const called = (agent: string | undefined) =>
    originOf({ address: 'a', headers: agent === undefined ? {} : { 'user-agent': agent } });
  expect(called('x'.repeat(301))).toEqual({ address: 'a', device: 'x'.repeat(300) });
  expect(called(undefined)).toEqual({ address: 'a', device: '' });
});

test("limits a problem's detail to two thousand characters, without internal data", () => {
  const extras = {
    retry_after: 3,
    allow: 'GET',
    sent: true,
    status: 200,
    title: 'x',
    kept: 1,
  };
  const document = problemDocument(refuse('conflict', 'x'.repeat(2_001), extras), 'https://c.test', 'r1');
  expect(document).toEqual({
    type: 'https://c.test/problems/conflict',
    title: 'Conflict',
    status: 409,
    detail: expect.stringMatching(/^x{1999,2000}…?$/),
    instance: 'https://c.test/requests/r1',
    kept: 1,
  });
  expect(problemDocument(refuse('conflict', 'x'.repeat(2_000)), 'b', 'r').detail).toBe('x'.repeat(2_000));
});

test('recognizes a caller who disconnected early, and gives inner calls the outer address', () => {
  const signalOf = (destroyed: boolean) => {
    const response = Object.assign(new EventEmitter(), { destroyed, writableFinished: false });
    const exchange = { request: { headers: {} }, response, id: 'r' } as unknown as Exchange;
    const found = { params: {}, query: {} } as RouteMatch<unknown>;
    return incomingOf(exchange, found, () => 'a').signal();
  };
  expect([signalOf(true).aborted, signalOf(false).aborted]).toEqual([true, false]);
  const outer = {
    requestId: 'r1',
    headers: { host: 'h', authorization: 'Bearer x', cookie: 'c', 'user-agent': 'Tool' },
    address: '192.0.2.1',
    signal: () => signalOf(false),
  };
  const inner = innerRequest(outer, {
    method: 'POST',
    url: '/v1',
    params: {},
    query: {},
    headers: {},
    body: { a: 'ä' },
  });
  expect([inner.address, inner.requestId]).toEqual(['192.0.2.1', 'r1']);
  expect(inner.headers).toEqual({
    ...{ host: 'h', authorization: 'Bearer x', 'user-agent': 'Tool' },
    ...{ 'content-type': 'application/json', 'content-length': '10' },
  });
});

test.each<[string, number, object, string, boolean]>([
  ['GET', 200, {}, 'x'.repeat(1_024), true],
  ['GET', 200, {}, 'x'.repeat(1_023), false],
  ['POST', 200, {}, 'x'.repeat(1_024), false],
  ['GET', 201, {}, 'x'.repeat(1_024), false],
  ['GET', 200, { ETag: 'W/"a"' }, 'x'.repeat(1_024), true],
  ['GET', 200, { ETag: '"a"' }, 'x'.repeat(1_024), false],
  ['GET', 200, { 'Cache-Control': 'private, no-store' }, 'x'.repeat(1_024), false],
  ['GET', 200, { 'Cache-Control': 'private' }, 'x'.repeat(1_024), true],
  ['GET', 200, { Vary: 'Cookie' }, 'x'.repeat(1_024), false],
  ['GET', 200, { 'Content-Encoding': 'br' }, 'x'.repeat(1_024), false],
  ['GET', 200, { 'Content-Type': 'application/scim+json' }, 'x'.repeat(1_024), true],
  ['GET', 200, { 'Content-Type': 'image/png' }, 'x'.repeat(1_024), false],
])('decides whether to compress %s %i with %j: %#', (method, status, headers, payload, may) => {
  const answer = { status, headers: { 'Content-Type': 'application/json', ...headers }, body: {} };
  expect(mayBeCompressed({ method } as IncomingMessage, answer, payload)).toBe(may);
});

describe('a bucket', () => {
  const policy = { burst: 2, everyMs: 1_000 };

  test('allows its burst immediately, and one more request when it is due', () => {
    const first = takeToken(policy, 0, 10_000);
    const second = takeToken(policy, first.due, 10_000);
    const third = takeToken(policy, second.due, 10_000);
    expect([first.verdict.remaining, second.verdict.remaining, third.verdict.allowed]).toEqual([1, 0, false]);
    expect(third.verdict).toEqual({ allowed: false, remaining: 0, resetS: 2, retryAfterS: 1 });
    expect(third.due).toBe(second.due);
    expect(takeToken(policy, second.due, 10_999).verdict.allowed).toBe(false);
    expect(takeToken(policy, second.due, 11_000).verdict).toEqual({
      allowed: true,
      remaining: 0,
      resetS: 2,
      retryAfterS: 0,
    });
  });

  test('is scaled to at least one request', () => {
    expect(ratePolicies(0.001).model).toEqual({ burst: 1, everyMs: 3_000_000 });
    expect(ratePolicies(2).model).toEqual({ burst: 20, everyMs: 1_500 });
    expect(ratePolicies(0.25).model).toEqual({ burst: 2, everyMs: 12_000 });
    expect(ratePolicies(1)).toEqual({
      default: { burst: 120, everyMs: 1_000 },
      model: { burst: 10, everyMs: 3_000 },
      uploads: { burst: 20, everyMs: 2_000 },
      scim: { burst: 200, everyMs: 20 },
      failures: { burst: 300, everyMs: 200 },
      'sign-in': { burst: 10, everyMs: 6_000 },
      oauth: { burst: 300, everyMs: 100 },
      'oauth-client': { burst: 300, everyMs: 100 },
      'device-poll': { burst: 2, everyMs: 4_500 },
      registration: { burst: 300, everyMs: 6_000 },
      'registration-host': { burst: 200, everyMs: 10_000 },
    });
  });

  test('is reported in both header styles', () => {
    const verdict = { allowed: true, remaining: 3, resetS: 7, retryAfterS: 0 };
    expect(rateHeaders('scim', { burst: 200, everyMs: 1 }, verdict)).toEqual({
      'RateLimit-Limit': '200',
      'RateLimit-Remaining': '3',
      'RateLimit-Reset': '7',
      'RateLimit-Policy': '"scim";q=200;w=1',
      RateLimit: '"scim";r=3;t=7',
    });
    expect(rateHeaders('model', policy, verdict)['RateLimit-Policy']).toBe('"model";q=2;w=2');
  });

  test('is charged once per request, and reported with errors', async () => {
    const asked: string[] = [];
    const full = { allowed: false, remaining: 0, resetS: 9, retryAfterS: 4 };
    const limiter = {
      policies: ratePolicies(1),
      take: (name: string, key: string) => {
        asked.push(`${name} ${key}`);
        return full;
      },
      exhausted: (_: string, key: string) => (key === 'bad' ? full : undefined),
    } as unknown as RateLimiter;
    const charges = openCharges(limiter);
    await charges.note('none', 'k');
    await charges.take('none', 'k');
    charges.requireFailuresLeft('good');
    expect([asked, charges.policy, charges.headers]).toEqual([[], undefined, {}]);
    await charges.note('model', 'k');
    const sentence = 'Too many requests of this kind at once. Wait 4 s, then try again.';
    expect(outcome(() => charges.take('model', 'k'))).toContain(`rate-limited: ${sentence}`);
    expect([asked, charges.policy]).toEqual([['model k'], 'model']);
    expect(charges.headers).toMatchObject({ 'RateLimit-Reset': '4' });
    expect(await charges.takeFailure('a').catch(told)).toContain(sentence);
    expect(outcome(() => charges.requireFailuresLeft('bad'))).toContain(sentence);
    expect([charges.policy, charges.headers['RateLimit-Limit']]).toEqual(['failures', '300']);
  });
  test('for failures is shared by all addresses of one customer', async () => {
    const asked: string[] = [];
    const exhausted = (name: string, key: string) => void asked.push(`${name} ${key}`);
    const take = (name: string, key: string) => {
      exhausted(name, key);
      return { allowed: true };
    };
    const charges = openCharges({ policies: ratePolicies(1), take, exhausted } as unknown as RateLimiter);
    for (const address of ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2']) {
      charges.requireFailuresLeft(address);
      await charges.takeFailure(address);
    }
    // Its bucket is charged one token per request.
    expect(asked).toEqual(Array(3).fill('failures 2001:db8:0:1::/64'));
  });
});
