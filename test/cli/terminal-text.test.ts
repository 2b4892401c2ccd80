// What commands print of others' texts does nothing to the terminal.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { print } from '../../src/cli/print.ts';
import { askRemote } from '../../src/cli/remote.ts';
import { reporter } from '../../src/cli/trails/reporter.ts';
import { runTrails } from '../../src/cli/trails/run-trails.ts';

const HOSTILE = 'Ann\x1b]0;owned\x07\x1b[2J\x9b31m\r';

/** All that is written to both streams while `work` runs. */
async function written(work: () => unknown): Promise<string> {
  let text = '';
  const keep = (chunk: unknown): boolean => {
    text += String(chunk);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(keep));
  const code = process.exitCode;
  await work();
  process.exitCode = code;
  for (const spy of spies) spy.mockRestore();
  return text;
}

test.each<[string, () => unknown]>([
  ['a list', () => print([{ name: HOSTILE }], false)],
  ['one value', () => print({ name: HOSTILE, roles: [HOSTILE], more: { name: HOSTILE } }, false)],
  ['what a trails command answers', () => runTrails({}, async () => ({ value: {}, text: HOSTILE, code: 0 }))],
  ['what it fails with', () => runTrails({}, () => Promise.reject(new Error(HOSTILE)))],
  ['a step', () => reporter(process.stderr, false).step(HOSTILE)],
  ['a note', () => reporter(process.stderr, false).note(HOSTILE)],
])('%s is printed without control characters', async (_what, work) => {
  const text = await written(work);
  expect(text).toContain('Ann');
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('an answer that stops in its middle is refused as none', async () => {
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
