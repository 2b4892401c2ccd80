// Errors about a server that is not Cairn, is silent or fails, and which servers may receive a password or a key.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { bodyWithin } from '../../src/cli/bounded-body.ts';
import { keepSession } from '../../src/cli/kept-session.ts';
import { loginLinkOverHttp } from '../../src/cli/login-link-over-http.ts';
import { askRemote, remoteUrl } from '../../src/cli/remote.ts';
import { runHere } from '../support/command.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
  vi.restoreAllMocks();
});

/** The address of a server with this listener. */
async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((done) => server.once('listening', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = (status: number, headers: Record<string, string>, text: string) => (response: ServerResponse) =>
  void response.writeHead(status, headers).end(text);
const PAGE = '<html><title>Sign in to the network</title></html>';
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Each kind of server error and its message. `%` is its address. */
const TROUBLES: [string, (response: ServerResponse) => void, string][] = [
  ['is silent', () => undefined, '% did not answer within 3 s.'],
  ['is silent after the status', (response) => void response.writeHead(200).write('{'), '% did not answer within 3 s.'],
  [
    'hangs up',
    (response) => response.destroy(),
    '% does not answer (UND_ERR_SOCKET). Check the address and the network.',
  ],
  [
    'stops in the middle of its answer',
    (response) => void response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy()),
    'The answer of % broke off.',
  ],
  [
    'sends without an end',
    (response) => {
      const more = (): void => void response.write(' '.repeat(65_536), (failure) => failure ?? more());
      more();
    },
    '% answered 200, but not like a Cairn service. Check the address.',
  ],
  ['is a page', answering(200, {}, PAGE), '% answered 200, but not like a Cairn service. Check the address.'],
  ['answers nothing', answering(200, {}, ''), '% answered 200, but not like a Cairn service. Check the address.'],
  [
    'answers a word',
    answering(200, JSON_TYPE, '"yes"'),
    '% answered 200, but not like a Cairn service. Check the address.',
  ],
  ['knows no such page', answering(404, {}, PAGE), '% answered 404, but not like a Cairn service. Check the address.'],
  [
    'redirects to TLS',
    answering(301, { Location: 'https://cairn.example/sign-in' }, PAGE),
    '% redirects to https://cairn.example. Use that address.',
  ],
  [
    'redirects to its own page',
    answering(302, { Location: '/portal' }, ''),
    '% redirects to another page and does not answer like a Cairn service.',
  ],
  ['is a proxy without a service', answering(502, {}, PAGE), '% answered 502. Try again later.'],
  ['is a proxy that says when', answering(503, { 'Retry-After': '30' }, PAGE), '% answered 503. Try again in 30 s.'],
  [
    'cannot serve now',
    answering(503, { ...JSON_TYPE, 'Retry-After': '5' }, '{"detail":"The database is not there."}'),
    'The database is not there. Try again in 5 s.',
  ],
];

test.each(TROUBLES)('explains in one sentence that a server %s', async (_what, go, sentence) => {
  const url = await serverOf((_request, response) => go(response));
  const thrown = await askRemote('GET', `${url}/manage/v1/session`, { timeoutMs: 3_000 }).catch((failure) => failure);
  expect([isRefusal(thrown, 'not-ready'), thrown.message]).toEqual([true, sentence.replaceAll('%', url)]);
});

test('says after a missing response that the change may have been made', async () => {
  const silent = await serverOf(() => undefined);
  await expect(askRemote('POST', silent, { timeoutMs: 100 })).rejects.toThrow('may have succeeded');
  const cut = await serverOf((_request, response) => {
    response.writeHead(201, { 'Content-Length': '9' }).write('{', () => response.destroy());
  });
  await expect(askRemote('DELETE', cut)).rejects.toThrow('may have succeeded');
});

test("passes on the service's errors, and handles responses without a body", async () => {
  const refusing = await serverOf((_request, response) => answering(403, JSON_TYPE, '{"detail":"No."}')(response));
  expect(await askRemote('GET', refusing)).toMatchObject({ status: 403, body: { detail: 'No.' } });
  const empty = await serverOf((_request, response) => answering(204, {}, '')(response));
  expect(await askRemote('DELETE', empty)).toMatchObject({ status: 204, body: {} });
});

const SAFE = ['https://cairn.example', 'https://10.0.0.7:8443/cairn', 'http://localhost:8080', 'http://[::1]:8080'];
test.each(SAFE)('is allowed to send a password to %s', (url) => {
  expect(remoteUrl(`${url}/`)).toBe(url);
});

const UNSAFE = [
  ...['http://cairn.example', 'http://10.0.0.7:8080', 'http://localhost.example', 'http://127.0.0.1.nip.io'],
  ...['ftp://localhost', 'cairn.example', 'https://cairn.example/?a=b', 'https://cairn.example/#a', ''],
  ...['https://otto:a%20heap@cairn.example', 'http://otto@localhost'],
];
test.each(UNSAFE)('refuses %j in every command before sending anything', async (server) => {
  const sent = vi.spyOn(globalThis, 'fetch');
  expect(() => remoteUrl(server, '--url')).toThrow(/^--url must/);
  const login = { as: 'otto@acme.test', password: 'a heap of stones', email: 'olive@acme.test', minutes: 15 };
  const thrown = await loginLinkOverHttp({ server, ...login }).catch((failure) => failure);
  expect([isRefusal(thrown, 'bad-request'), thrown.message]).toEqual([true, expect.stringMatching(/^--server must/)]);
  expect(thrown.message).not.toContain('heap');
  expect(sent).not.toHaveBeenCalled();
});

test('reports a missing sign-in link as an error, and ends the session', async () => {
  const asked: string[] = [];
  const server = await serverOf((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answering(200, JSON_TYPE, '{"team":null}')(response);
  });
  const login = { as: 'otto@acme.test', password: 'a heap of stones', email: 'olive@acme.test', minutes: 15 };
  await expect(loginLinkOverHttp({ server, ...login })).rejects.toThrow('not like a Cairn service');
  expect(asked).toEqual(['POST /sign-in/password', 'POST /manage/v1/sign-in-links', 'DELETE /manage/v1/session']);
});

test.each([
  [204, 0, ''],
  [401, 0, ''],
  [403, 1, 'answered 403. The session was kept.'],
  [503, 1, 'No.'],
])('forgets a session only if its service has ended it, and responds with %i', async (status, code, told) => {
  const url = await serverOf((_, response) =>
    answering(status, JSON_TYPE, status === 204 ? '' : '{"detail":"No."}')(response),
  );
  const env = { XDG_CONFIG_HOME: memoryFolder('config') };
  closers.push(() => rmSync(env.XDG_CONFIG_HOME, { recursive: true, force: true }));
  const file = await keepSession({ url, token: 'svc_session_x' }, env);
  const run = await runHere(['logout', '--json'], env);
  expect([run.code, existsSync(file)]).toEqual([code, code !== 0]);
  expect(run.stderr).toContain(told);
});

test('ends a session on the server if it cannot save it locally', async () => {
  const ANSWERS: Readonly<Record<string, object>> = {
    '/oauth/device': { device_code: 'd', user_code: 'u', verification_uri: 'v', interval: 1 },
    '/oauth/token': { access_token: 'svc_session_x' },
  };
  const asked: string[] = [];
  const url = await serverOf(({ method, url: path = '', headers }, response) => {
    asked.push(`${method} ${path} ${headers.authorization ?? '-'}`);
    const answer = ANSWERS[path];
    if (answer === undefined) return response.writeHead(204).end();
    return response.writeHead(200, JSON_TYPE).end(JSON.stringify(answer));
  });
  const folder = memoryFolder('config');
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'cairn'), 'no folder');
  const run = await runHere(['login', '--url', url], { XDG_CONFIG_HOME: folder });
  expect([run.code, run.stdout]).toEqual([1, '']);
  expect(asked).toEqual([
    'POST /oauth/device -',
    'POST /oauth/token -',
    'DELETE /manage/v1/session Bearer svc_session_x',
  ]);
});

test('reads a body up to its limit, and not a byte more', async () => {
  expect(await bodyWithin(new Response('1234'), 4)).toHaveLength(4);
  expect(await bodyWithin(new Response(null), 4)).toHaveLength(0);
  await expect(bodyWithin(new Response('12345'), 4)).rejects.toThrow('larger than 4');
});
