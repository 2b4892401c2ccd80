// Errors of `cairn trails` about a server that is not Cairn or does not respond, and about files that cannot be
// written: one sentence on standard error and exit code 1, with --json too.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runHere } from '../../support/command.ts';
import { freePort } from '../../support/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let server: Server;
let url: string;
let asked = 0;
let answer: readonly [status: number, headers: Record<string, string>, text: string] = [200, {}, ''];
const dir = temporaryFolder('elsewhere');
beforeAll(async () => {
  server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(answer[0], answer[1]).end(answer[2]);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const trails = (args: readonly string[], env: Record<string, string> = {}) =>
  runHere(['trails', ...args, '--dir', dir], { CAIRN_URL: url, CAIRN_API_KEY: 'svc_api_x', ...env });

const PAGE = '<html><title>Sign in to the network</title></html>';
const PROBLEM = JSON.stringify({ type: 'https://x/problems/internal', detail: 'It failed here.' });
test.each<[string, typeof answer, string]>([
  ['a page', [200, {}, PAGE], 'answered 200 without JSON of Cairn'],
  ['nothing', [200, {}, ''], 'answered 200 without JSON of Cairn'],
  ['null', [200, {}, 'null'], 'answered 200, but not like a Cairn service'],
  ['another JSON', [200, {}, '{"catalog":null}'], 'answered 200, but not like a Cairn service'],
  ['a list', [200, {}, '[]'], 'answered 200, but not like a Cairn service'],
  ['a redirect', [302, { Location: 'https://else.example' }, ''], 'redirects to another address'],
  ['a page that is missing', [404, {}, PAGE], 'answered 404 without JSON of Cairn'],
  ['a failure', [500, { 'Request-Id': 'r1' }, PROBLEM], 'It failed here.\nRequest-Id: r1'],
  ['a proxy without a service', [502, {}, PAGE], 'answered 502 without JSON of Cairn'],
])('explains %s', async (_what, given, sentence) => {
  answer = given;
  for (const more of [[], ['--json']]) {
    const { code, stdout, stderr } = await trails(['plan', ...more]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/undefined|TypeError/);
  }
  // Twice, each time with only a few attempts.
  expect(asked).toBeLessThanOrEqual(8);
});

test("explains an unreachable address with the system's error message", async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const { code, stderr } = await trails(['plan'], { CAIRN_URL: address });
  expect([code, stderr]).toEqual([
    1,
    `${address} was not reached, or its response was cut off. Check the address and the network (ECONNREFUSED).\n`,
  ]);
});

test('removes a line feed from the end of a key, and does not send an invalid key', async () => {
  answer = [401, {}, JSON.stringify({ type: 'https://x/problems/unauthorized', detail: 'No such key.' })];
  const stored = await trails(['plan'], { CAIRN_API_KEY: 'svc_api_x\n' });
  expect([stored.stderr, asked]).toEqual(['No such key.\n', 1]);
  for (const key of ['svc_api_\nx', 'svc_api_ x', 'svc_api_–x', 'svc_api_ü']) {
    const sentence = 'contains a character that keys never have. Copy the key again.\n';
    const variable = await trails(['plan'], { CAIRN_API_KEY: key });
    expect([variable.code, variable.stderr, asked]).toEqual([1, `CAIRN_API_KEY ${sentence}`, 1]);
    const flag = await trails(['plan', '--key', key]);
    expect([flag.code, flag.stderr, asked]).toEqual([1, `--key ${sentence}`, 1]);
  }
});

test.each([
  [['export', join(dir, 'absent', 'catalog.zip')], `${join(dir, 'absent')} does not exist`],
  [['import', join(dir, 'absent.zip')], `${join(dir, 'absent.zip')} does not exist`],
])('names the missing part of %j before it sends a request', async (args, sentence) => {
  const { code, stdout, stderr } = await trails(args);
  expect([code, stdout, asked]).toEqual([1, '', 0]);
  expect(stderr).toContain(sentence);
});

test('names the file of a session that cannot be saved or read', async () => {
  const config = join(temporaryFolder('elsewhere', dir), 'config');
  writeFileSync(config, '');
  const whoami = await runHere(['whoami'], { XDG_CONFIG_HOME: config });
  expect([whoami.code, whoami.stderr]).toEqual([1, expect.stringContaining('You are not signed in')]);
  rmSync(config);
  mkdirSync(join(config, 'cairn', 'session.json'), { recursive: true });
  for (const command of ['whoami', 'logout']) {
    const { code, stderr } = await runHere([command], { XDG_CONFIG_HOME: config });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/EISDIR/)]);
  }
  expect(existsSync(join(config, 'cairn', 'session.json'))).toBe(true);
});
