// Outgoing requests through the operator's proxy (HTTPS_PROXY, NO_PROXY): the rules of egress that do not depend on the
// address still hold, and the proxy decides about names that do not resolve here.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEgress } from '../../src/egress/egress.ts';
import { EgressFailure } from '../../src/egress/egress-failure.ts';
import { OWN_RANGES } from '../support/own-machine.ts';

let proxy: Server;
let proxyUrl: string;
/** The hosts that the proxy was asked for. */
const asked: string[] = [];
/** The origin server behind the proxy. */
let tls: ReturnType<typeof createTls>;
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  const key = readFileSync('test/fixtures/tls/localhost.key.pem');
  const cert = readFileSync('test/fixtures/tls/localhost.cert.pem');
  tls = createTls({ key, cert }, (_request, response) => response.end('behind'));
  await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done));
  proxy = createServer();
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('refused.')) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const upstream = connect(portOf(tls), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  proxyUrl = `http://127.0.0.1:${portOf(proxy)}`;
});
afterAll(async () => {
  await new Promise((done) => proxy.close(done));
  await new Promise((done) => tls.close(done));
});

const through = (except = '', allow = [] as typeof OWN_RANGES) =>
  openEgress({ allow, outbound: { proxy: { url: proxyUrl, except } }, publicUrl: 'https://cairn.example' });

async function reasonOf(url: string, egress = through()): Promise<string> {
  const outcome = await egress.fetch(url).then(
    ({ status }) => String(status),
    (thrown: unknown) => (thrown instanceof EgressFailure ? thrown.reason : String(thrown)),
  );
  await egress.close();
  return outcome;
}

test('asks the proxy for a name that does not resolve here', async () => {
  // The test's certificate is not trusted, so the request ends after the tunnel is open.
  expect(await reasonOf('https://tool.invalid/client.json')).toBe('connection');
  expect(asked).toContain('tool.invalid:443');
});

test('reports a request that the proxy refuses', async () => {
  expect(await reasonOf('https://refused.invalid/')).toBe('connection');
  expect(asked).toContain('refused.invalid:443');
});

test.each(['https://127.0.0.1/', 'https://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest'])(
  'does not ask the proxy for the internal address %s',
  async (url) => {
    const before = asked.length;
    expect(await reasonOf(url)).toBe('address');
    expect(asked.length).toBe(before);
  },
);

test('does not ask the proxy for plain HTTP', async () => {
  const before = asked.length;
  expect(await reasonOf('http://tool.invalid/')).toBe('scheme');
  expect(asked.length).toBe(before);
});

test('reaches the exceptions directly, at checked addresses only', async () => {
  const before = asked.length;
  expect(await reasonOf('https://127.0.0.1/', through('127.0.0.1'))).toBe('address');
  expect(await reasonOf(`https://127.0.0.1:${portOf(tls)}/`, through('127.0.0.1', OWN_RANGES))).toBe('connection');
  expect(asked.length).toBe(before);
});
