// Text from other people cannot control the terminal when a command prints it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { isRefusal, refuse } from '../../src/base/refusal.ts';
import type { Host } from '../../src/cli/host.ts';
import { printOutcome } from '../../src/cli/outcome.ts';
import { askRemote } from '../../src/cli/remote.ts';
import { reporter } from '../../src/cli/trails/reporter.ts';
import { runTrails } from '../../src/cli/trails/run-trails.ts';
import { testHost } from '../support/command.ts';

const HOSTILE = 'Ann\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202etxt.exe\u2066';

/** Everything that is written to either stream while `work` runs. */
async function written(work: (host: Host) => unknown): Promise<string> {
  const { host, result } = testHost();
  await work(host);
  return result.stdout + result.stderr;
}

const quiet = { isQuiet: false, terminal: undefined };
test.each<[string, (host: Host) => unknown]>([
  ['a list', (host) => printOutcome(host, {}, async () => [{ name: HOSTILE }])],
  [
    'one value',
    (host) => printOutcome(host, {}, async () => ({ name: HOSTILE, roles: [HOSTILE], more: { name: HOSTILE } })),
  ],
  ['an error', (host) => printOutcome(host, {}, () => Promise.reject(refuse('not-found', HOSTILE)))],
  [
    'the result of a trails command',
    (host) => runTrails(host, {}, async () => ({ value: {}, text: HOSTILE, code: 0 })),
  ],
  ['the failure of one', (host) => runTrails(host, {}, () => Promise.reject(new Error(HOSTILE)))],
  ['a step', (host) => reporter(host.stderr, quiet).step(HOSTILE)],
  ['a note', (host) => reporter(host.stderr, quiet).note(HOSTILE)],
])('prints %s without control characters and bidi controls', async (_what, work) => {
  const text = await written(work);
  expect(text).toContain('Ann');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
});

test.each([
  ['xterm', true],
  [undefined, true],
  ['dumb', false],
])('gives a terminal %s a progress bar: %s', (terminal, isBar) => {
  const { host, result } = testHost({}, undefined, { isTTY: true, columns: 40 });
  const report = reporter(host.stderr, { isQuiet: false, terminal });
  report.begin(1);
  report.step('saved refunds');
  report.end();
  expect(result.stderr.includes('\x1b')).toBe(isBar);
  if (!isBar) expect(result.stderr).toBe('saved refunds\n');
});

test('treats a truncated response as missing', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('{');
    setImmediate(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const thrown = await askRemote('GET', url).catch((failure: unknown) => failure);
  server.close();
  expect(isRefusal(thrown, 'not-ready')).toBe(true);
});
