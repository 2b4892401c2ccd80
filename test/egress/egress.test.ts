// Requests to addresses that users choose: only public ones, pinned, without redirects, and limited in time and size.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayReach, parseRanges } from '../../src/egress/address-rules.ts';
import { openEgress } from '../../src/egress/egress.ts';
import { EgressFailure, egressFailureOf } from '../../src/egress/egress-failure.ts';
import type { EgressRequest } from '../../src/egress/egress-request.ts';
import { OWN_RANGES } from '../support/own-machine.ts';
import { runs } from '../support/runs.ts';

const ranges = (list: string) => {
  const parsed = parseRanges(list);
  if ('fault' in parsed) throw new Error(parsed.fault);
  return parsed;
};

describe('allowed addresses', () => {
  test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])(
    'include %s, which is public',
    (address) => {
      expect(mayReach(address, [])).toBe(true);
    },
  );
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
    'exclude an invalid address',
    '',
  ])('exclude %s', (address) => {
    expect(mayReach(address, [])).toBe(false);
  });
  test('include a range that the operator allows, and nothing beyond it', () => {
    const allowed = ranges('10.0.0.0/8, fd12::/16');
    expect(mayReach('10.9.9.9', allowed)).toBe(true);
    expect(mayReach('::ffff:10.9.9.9', allowed)).toBe(true);
    expect(mayReach('fd12::1', allowed)).toBe(true);
    expect(mayReach('fd13::1', allowed)).toBe(false);
    expect(mayReach('192.168.0.1', allowed)).toBe(false);
  });
  test('ignore an empty item between two commas, and keep reading', () => {
    expect(ranges(', 10.0.0.0/8,, fd12::/16,')).toEqual(ranges('10.0.0.0/8,fd12::/16'));
  });
  test.each(['127.0.0.1', '127.255.255.254', '::1'])(
    'include %s, which is local, if private addresses are allowed',
    (address) => {
      expect(mayReach(address, OWN_RANGES)).toBe(true);
    },
  );
  test('are the same for an IPv4 address in any IPv6 form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => mayReach(`::ffff:${address}`, []) === mayReach(address, [])),
      { numRuns: runs(500) },
    );
  });
  test.each(['10.0.0.0', 'ten/8', '10.0.0.0/33'])('do not accept %s as a range, and name it', (range) => {
    expect(parseRanges(`10.0.0.0/8,${range}`)).toEqual({ fault: expect.stringContaining(range) });
  });
});

/** The received request, without the parts that are undefined. */
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
  const development = openEgress({ allow: OWN_RANGES, publicUrl: 'http://localhost:8080' });
  const unallowed = openEgress({ allow: [], publicUrl: 'http://localhost:8080' });
  const production = openEgress({ allow: [], publicUrl: 'https://cairn.example' });
  afterAll(async () => {
    await development.close();
    await unallowed.close();
    await production.close();
  });
  const reasonOf = (asking: Promise<unknown>) =>
    asking.then(
      () => 'answered',
      (thrown: unknown) => (thrown instanceof EgressFailure ? thrown.reason : thrown),
    );

  test('to this machine is refused unless the operator allows it, for any public URL', async () => {
    const before = connections;
    expect(await reasonOf(unallowed.fetch(`${origin}/ok`))).toBe('address');
    expect(await reasonOf(unallowed.fetch(origin.replace('127.0.0.1', 'localhost')))).not.toBe('answered');
    expect(connections).toBe(before);
  });
  test('to this machine works if the operator allows it and the service itself runs on it', async () => {
    const answer = await development.fetch(`${origin}/ok`);
    expect(await answer.json()).toEqual({ accept: 'identity' });
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });
  test('to another machine is refused without TLS', async () => {
    expect(await reasonOf(production.fetch(`${origin}/ok`))).toBe('scheme');
    expect(await reasonOf(development.fetch('http://example.com/'))).toBe('scheme');
    expect(await reasonOf(production.fetch('file:///etc/passwd'))).toBe('scheme');
  });
  test.each(['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0'])(
    'to https://%s is refused before connecting, with the same error as a closed port',
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
  ])('arrives unchanged, with its path and query: %s', async (_, sent, arrived) => {
    const answer = await development.fetch(`${origin}/echo/%20?key=s%2Fe&key=`, sent);
    expect(await answer.json()).toEqual({ url: '/echo/%20?key=s%2Fe&key=', ...arrived });
  });
  test('returns a redirect instead of following it', async () => {
    const answer = await development.fetch(`${origin}/redirect`);
    expect(answer.status).toBe(302);
  });
  test('fails if the response exceeds 1 MB or is compressed', async () => {
    expect(await reasonOf(development.fetch(`${origin}/large`))).toBe('size');
    expect(await reasonOf(development.fetch(`${origin}/bomb`))).toBe('encoding');
    for (const coding of ['br', 'deflate', 'GZIP', 'zstd', 'identity, gzip'])
      expect([coding, await reasonOf(development.fetch(`${origin}/coded/${coding}`))]).toEqual([coding, 'encoding']);
    expect(await reasonOf(development.fetch(`${origin}/coded/identity`))).toBe('answered');
  });
  test('ends when its caller cancels it', async () => {
    const giving = new AbortController();
    const asked = reasonOf(development.fetch(`${origin}/silent`, { signal: giving.signal }));
    giving.abort();
    expect(await asked).toBe('connection');
  });
  test('to a silent server times out', async () => {
    expect(await reasonOf(development.fetch(`${origin}/silent`))).toBe('time');
  });
});

test('reports the cause inside library errors, up to a maximum depth', () => {
  const failure = new EgressFailure('time');
  const wrapped = new TypeError('fetch failed', { cause: new Error('no answer', { cause: failure }) });
  expect([egressFailureOf(failure), egressFailureOf(wrapped)]).toEqual([failure, failure]);
  const circle = new Error('its own cause');
  circle.cause = circle;
  expect([egressFailureOf(circle), egressFailureOf('a text'), egressFailureOf(undefined)]).toEqual(
    Array(3).fill(undefined),
  );
});
