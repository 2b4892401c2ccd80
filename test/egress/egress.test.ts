// Requests to addresses that somebody else chose: only public ones, pinned, without redirects, bounded in time and
// size.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOOPBACK_RANGES, mayReach, parseRanges } from '../../src/egress/address-rules.ts';
import { openEgress } from '../../src/egress/egress.ts';
import { EgressFailure, egressFailureOf } from '../../src/egress/egress-failure.ts';
import type { EgressRequest } from '../../src/egress/egress-request.ts';
import { runs } from '../support/runs.ts';

const ranges = (list: string) => {
  const parsed = parseRanges(list);
  if ('fault' in parsed) throw new Error(parsed.fault);
  return parsed;
};

describe('which addresses may be reached', () => {
  test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])('%s, which is public', (address) => {
    expect(mayReach(address, [])).toBe(true);
  });
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '1::1',
    '4000::1',
    'e000::1',
    'not an address',
    '',
  ])('not %s', (address) => {
    expect(mayReach(address, [])).toBe(false);
  });
  test('a range that the operator allows, and nothing beside it', () => {
    const allowed = ranges('10.0.0.0/8, fd12::/16');
    expect(mayReach('10.9.9.9', allowed)).toBe(true);
    expect(mayReach('::ffff:10.9.9.9', allowed)).toBe(true);
    expect(mayReach('fd12::1', allowed)).toBe(true);
    expect(mayReach('fd13::1', allowed)).toBe(false);
    expect(mayReach('192.168.0.1', allowed)).toBe(false);
  });
  test('no range stands where nothing stands between two commas, and what follows counts', () => {
    expect(ranges(', 10.0.0.0/8,, fd12::/16,')).toEqual(ranges('10.0.0.0/8,fd12::/16'));
  });
  test.each(['127.0.0.1', '127.255.255.254', '::1'])('%s, which is this machine, where it may be asked', (address) => {
    expect(mayReach(address, LOOPBACK_RANGES)).toBe(true);
  });
  test('an IPv4 address is judged alike however IPv6 wraps it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => mayReach(`::ffff:${address}`, []) === mayReach(address, [])),
      { numRuns: runs(500) },
    );
  });
  test.each(['10.0.0.0', 'ten/8', '10.0.0.0/33'])('%s is no range, and is named', (range) => {
    expect(parseRanges(`10.0.0.0/8,${range}`)).toEqual({ fault: expect.stringContaining(range) });
  });
});

/** What came in, without what is absent. */
const echoOf = ({ method, url, headers }: IncomingMessage, body: string): string =>
  JSON.stringify({ method, url, type: headers['content-type'], authorization: headers.authorization, body });

describe('a request', () => {
  let server: Server;
  let origin: string;
  let connections = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/redirect') return response.writeHead(302, { Location: '/ok' }).end();
      if (request.url === '/large') return response.end(Buffer.alloc(1_100_000, 'a'));
      if (request.url === '/bomb')
        return response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)));
      if (request.url === '/silent') return response.writeHead(200).write('{');
      if (request.url?.startsWith('/coded/'))
        return response.writeHead(200, { 'Content-Encoding': decodeURI(request.url.slice(7)) }).end('{}');
      if (request.url?.startsWith('/echo'))
        return void text(request).then((body) => response.end(echoOf(request, body)));
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      return response.end(JSON.stringify({ accept: request.headers['accept-encoding'] }));
    });
    server.on('connection', () => (connections += 1));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const development = openEgress({ allow: [], publicUrl: 'http://localhost:8080' });
  const production = openEgress({ allow: [], publicUrl: 'https://cairn.example' });
  afterAll(async () => {
    await development.close();
    await production.close();
  });
  const reasonOf = (asking: Promise<unknown>) =>
    asking.then(
      () => 'answered',
      (thrown: unknown) => (thrown instanceof EgressFailure ? thrown.reason : thrown),
    );

  test('to this machine is answered where the service itself runs on it', async () => {
    const answer = await development.fetch(`${origin}/ok`);
    expect(await answer.json()).toEqual({ accept: 'identity' });
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });
  test('without TLS is refused elsewhere', async () => {
    expect(await reasonOf(production.fetch(`${origin}/ok`))).toBe('scheme');
    expect(await reasonOf(development.fetch('http://example.com/'))).toBe('scheme');
    expect(await reasonOf(production.fetch('file:///etc/passwd'))).toBe('scheme');
  });
  test.each(['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0'])(
    'to https://%s is refused before any connection, with the words of a closed port',
    async (host) => {
      const before = connections;
      const open = await production.fetch(`https://${host}:${new URL(origin).port}/`).catch((thrown) => thrown);
      const closed = await production.fetch(`https://${host}:9/`).catch((thrown) => thrown);
      expect(open).toBeInstanceOf(EgressFailure);
      expect(open.message).toBe(closed.message);
      expect(connections).toBe(before);
    },
  );
  test.each<[string, EgressRequest, object]>([
    ['nothing', {}, { method: 'GET', body: '' }],
    ['a text', { method: 'POST', body: 'ü' }, { method: 'POST', type: 'text/plain;charset=UTF-8', body: 'ü' }],
    [
      'a text of a type',
      { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json', authorization: 'Bearer a' } },
      { method: 'PUT', type: 'application/json', authorization: 'Bearer a', body: '{}' },
    ],
    [
      'a form',
      { method: 'POST', body: new URLSearchParams({ a: 'b c' }) },
      { method: 'POST', type: 'application/x-www-form-urlencoded;charset=UTF-8', body: 'a=b+c' },
    ],
    ['bytes', { method: 'POST', body: Buffer.from('abc') }, { method: 'POST', body: 'abc' }],
    ['a stream', { method: 'POST', body: new Response('abc').body }, { method: 'POST', body: 'abc' }],
  ])('arrives as it was sent, at its path with its query: %s', async (_, sent, arrived) => {
    const answer = await development.fetch(`${origin}/echo/%20?key=s%2Fe&key=`, sent);
    expect(await answer.json()).toEqual({ url: '/echo/%20?key=s%2Fe&key=', ...arrived });
  });
  test('a redirect is an answer, not a way on', async () => {
    const answer = await development.fetch(`${origin}/redirect`);
    expect(answer.status).toBe(302);
  });
  test('an answer beyond 1 MB, or compressed, is refused', async () => {
    expect(await reasonOf(development.fetch(`${origin}/large`))).toBe('size');
    expect(await reasonOf(development.fetch(`${origin}/bomb`))).toBe('encoding');
    for (const coding of ['br', 'deflate', 'GZIP', 'zstd', 'identity, gzip'])
      expect([coding, await reasonOf(development.fetch(`${origin}/coded/${coding}`))]).toEqual([coding, 'encoding']);
    expect(await reasonOf(development.fetch(`${origin}/coded/identity`))).toBe('answered');
  });
  test('that its caller gives up ends then', async () => {
    const giving = new AbortController();
    const asked = reasonOf(development.fetch(`${origin}/silent`, { signal: giving.signal }));
    giving.abort();
    expect(await asked).toBe('connection');
  });
  test('a server that goes silent is given up', async () => {
    expect(await reasonOf(development.fetch(`${origin}/silent`))).toBe('time');
  });
});

test('why a request failed is found behind what libraries put around it, and looked for no further than that', () => {
  const failure = new EgressFailure('time');
  const wrapped = new TypeError('fetch failed', { cause: new Error('no answer', { cause: failure }) });
  expect([egressFailureOf(failure), egressFailureOf(wrapped)]).toEqual([failure, failure]);
  const circle = new Error('its own cause');
  circle.cause = circle;
  expect([egressFailureOf(circle), egressFailureOf('a text'), egressFailureOf(undefined)]).toEqual(
    Array(3).fill(undefined),
  );
});
