// Receivers respond in ways that no server should. Each case ends in a response or a failure within the timeout, and
// delays no other.

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEgress } from '../../src/egress/egress.ts';
import { EgressFailure } from '../../src/egress/egress-failure.ts';
import { MAX_REQUESTS } from '../../src/webhooks/dispatch.ts';
import { OWN_RANGES } from '../support/own-machine.ts';

const HEAD = 'HTTP/1.1 200 OK\r\n';
/** The bytes that each path sends. Closing the socket stops it. */
const ANSWERS: Readonly<Record<string, (socket: Socket) => void>> = {
  '/silent': () => undefined,
  '/ok': (socket) => socket.write(`${HEAD}Content-Length: 0\r\n\r\n`),
  '/latin-1': (socket) => socket.write(Buffer.from(`${HEAD}X-Name: Z\xfcrich\r\nContent-Length: 0\r\n\r\n`, 'latin1')),
  '/utf-8': (socket) => socket.write(`${HEAD}X-Name: 東京\r\nContent-Length: 0\r\n\r\n`),
  '/999': (socket) => socket.write('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'),
  '/101': (socket) => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  '/large-head': (socket) => socket.write(`${HEAD}X-Large: ${'a'.repeat(1_048_576)}\r\n\r\n`),
  '/continue': (socket) => every(socket, 1, 'HTTP/1.1 100 Continue\r\n\r\n'),
  '/hints': (socket) => every(socket, 1, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  '/endless': (socket) => {
    socket.write(`${HEAD}\r\n`);
    every(socket, 0, 'a'.repeat(65_536));
  },
  '/slow-body': (socket) => {
    socket.write(`${HEAD}\r\n`);
    every(socket, 100, 'a');
  },
  '/slow-head': (socket) => {
    socket.write(`${HEAD}X-Slow: `);
    every(socket, 100, 'a');
  },
  '/reset': (socket) => {
    socket.write('HTTP/1.1 2');
    socket.resetAndDestroy();
  },
  // Until the timeout, because an unread socket does not notice its end either.
  '/unread': (socket) => {
    socket.pause();
    setTimeout(() => socket.resume(), 4_000);
  },
  '/one-byte': (socket) => socket.write('H'),
  '/closes': (socket) => socket.end(),
  '/ends-early': (socket) => socket.end(`${HEAD}Content-Length: 100\r\n\r\na`),
  '/one-byte-of-body': (socket) => socket.write(`${HEAD}Content-Length: 100\r\n\r\na`),
  '/gigabyte': (socket) => {
    socket.write(`${HEAD}Content-Length: 1073741824\r\n\r\n`);
    every(socket, 0, 'a'.repeat(65_536));
  },
  '/gone-on': (socket) => socket.write('HTTP/1.1 307 Go\r\nLocation: /ok\r\nContent-Length: 0\r\n\r\n'),
  '/garbage': (socket) => socket.write('\0\0 garbage \r\n\r\n'),
};

function every(socket: Socket, ms: number, text: string): void {
  const timer = setInterval(() => socket.writableLength < 1_048_576 && socket.write(text), ms);
  socket.once('close', () => clearInterval(timer));
}

const open = new Set<Socket>();
let server: Server;
let origin = '';
beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    socket.on('data', (bytes) => ANSWERS[/ (\S+) HTTP/.exec(String(bytes))?.[1] ?? '']?.(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await new Promise((done) => server.close(done));
});

const BOUNDS = { timeoutMs: 3_000, connections: MAX_REQUESTS, ignoresBodies: true };
const opened = (bounds = BOUNDS) => openEgress({ allow: OWN_RANGES, publicUrl: 'http://localhost:8080', ...bounds });
const outcomeOf = (asking: Promise<Response>) =>
  asking.then(
    ({ status }) => status,
    (thrown: unknown) => (thrown instanceof EgressFailure ? thrown.reason : thrown),
  );

const COMES_TO: Readonly<Record<string, number | string>> = {
  '/ok': 200,
  '/latin-1': 200,
  '/utf-8': 200,
  '/999': 500,
  '/101': 'connection',
  '/large-head': 'connection',
  '/continue': 'connection',
  '/hints': 'time',
  '/endless': 200,
  '/slow-body': 200,
  '/slow-head': 'time',
  '/reset': 'connection',
  '/garbage': 'connection',
  '/silent': 'time',
  '/unread': 'time',
  '/one-byte': 'time',
  '/closes': 'connection',
  '/ends-early': 200,
  '/one-byte-of-body': 200,
  '/gigabyte': 200,
  '/gone-on': 307,
};
/** For cases in which the body must be read. */
const READ_COMES_TO = {
  ...COMES_TO,
  '/endless': 'size',
  '/slow-body': 'time',
  '/ends-early': 'connection',
  '/one-byte-of-body': 'time',
  '/gigabyte': 'size',
};

test.each([
  ['ignored', true, COMES_TO],
  ['read', false, READ_COMES_TO],
])(
  'ends each request in a status or a failure if bodies %s, and leaves no connection open',
  async (_, ignoresBodies, all) => {
    const egress = opened({ ...BOUNDS, ignoresBodies });
    const body = 'a'.repeat(8_388_608);
    const asking = Object.keys(all).map(async (path) => [
      path,
      await outcomeOf(egress.fetch(origin + path, { method: 'POST', body: path === '/unread' ? body : '{}' })),
    ]);
    expect(Object.fromEntries(await Promise.all(asking))).toEqual(all);
    // The server accepts the connection but never starts TLS.
    expect(await outcomeOf(egress.fetch(`${origin.replace('http', 'https')}/`))).toBe('time');
    await egress.close();
    await expect.poll(() => open.size).toBe(0);
  },
);

test('requests that wait for one path of a server do not delay others', async () => {
  const egress = opened();
  const silent = Array.from({ length: 64 }, () => outcomeOf(egress.fetch(`${origin}/silent`, { method: 'POST' })));
  await expect.poll(() => open.size).toBe(silent.length);
  const other = outcomeOf(egress.fetch(`${origin}/ok`, { method: 'POST' }));
  expect(await Promise.race([other, ...silent])).toBe(200);
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['time']));
  await egress.close();
});
