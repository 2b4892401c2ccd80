// Sends almost valid requests on the bare socket. The process survives and keeps serving others.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KitWorld, kitWorld } from '../http/kit-world.ts';
import { MUTATIONS, mutationsOf } from './mutations.ts';

let deps: KitWorld;
beforeAll(async () => {
  deps = await kitWorld(1_000, { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 100 });
});
afterAll(() => deps.close());

const PART = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';
const head = (method: string, path: string, type: string, length: number): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: amy\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

const SAMPLES = [
  `${head('POST', '/form', 'multipart/form-data; boundary=x', PART.length + 14)}--x\r\n${PART}\r\n--x--\r\n`,
  `${head('POST', '/things', 'application/json', 12)}{"name":"a"}`,
  'GET /things/01999999-0000-7000-8000-000000000001?limit=3 HTTP/1.1\r\nHost: x\r\nAuthorization: amy\r\nCookie: a=b\r\n\r\n',
].map((text) => Buffer.from(text));

/** Sends the bytes and ends. Resolves when the connection is closed. */
const sendOff = (bytes: Buffer): Promise<void> =>
  new Promise((done) => {
    const socket = connect(deps.port, '127.0.0.1', () => socket.end(bytes));
    socket.on('error', () => undefined);
    socket.once('close', () => done());
    socket.resume();
  });

test('survives malformed requests, reports no bug, and keeps serving others', async () => {
  const amy = deps.caller('ben');
  let sent = 0;
  // A tenth of the parsers' input, because each opens a new connection.
  for (const bytes of mutationsOf(SAMPLES, 5, Math.ceil(MUTATIONS / 10))) {
    await sendOff(bytes);
    sent += 1;
    if (sent % 50 === 0) expect((await amy.post('/echo', { sent })).status).toBe(200);
  }
  expect(deps.reported).toEqual([]);
});

test.each([
  ['ends in the middle of a file', `--x\r\n${PART}`],
  ['has a part without a name', '--x\r\nContent-Disposition: form-data; filename="a.png"\r\n\r\nabc\r\n--x--\r\n'],
  ['has a field without a name', '--x\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--x--\r\n'],
])('refuses an upload that %s with 400', async (_what, body) => {
  const type = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const refused = await deps.caller('amy').send('POST', '/form', Buffer.from(body), type);
  expect(refused.status).toBe(400);
  expect((await deps.caller('ben').post('/echo', { well: true })).status).toBe(200);
});
