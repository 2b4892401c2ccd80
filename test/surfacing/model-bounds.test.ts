// The limits around a language model, each at its last valid value and one beyond: failures before a pause, bytes of an
// answer, tokens per day.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { boundedFetch } from '../../src/surfacing/model/bounded-fetch.ts';
import { cooldown } from '../../src/surfacing/model/cooldown.ts';
import { modelAnswers } from '../../src/surfacing/model/model-answers.ts';
import { tokenBudget, UNLIMITED } from '../../src/surfacing/model/token-budget.ts';

function rested() {
  let now = 0;
  const rest = cooldown(() => now);
  const fail = (...pauses: readonly number[]): number => {
    for (const pause of pauses) {
      now += pause;
      rest.failed();
    }
    return rest.restsFor();
  };
  return { rest, fail, advance: (ms: number) => (now += ms) };
}

test('pauses a model for half a minute after five failures within a minute', () => {
  const { rest, fail, advance } = rested();
  expect(rest.restsFor()).toBe(0);
  expect(fail(0, 0, 0, 0)).toBe(0);
  expect(fail(59_999)).toBe(30_000);
  advance(29_999);
  expect(rest.restsFor()).toBe(1);
  advance(1);
  expect(rest.restsFor()).toBe(0);
  advance(1);
  expect(rest.restsFor()).toBe(0);
  expect(fail(0, 0, 0, 0)).toBe(0);
});

test("pauses a model for half a minute of elapsed time, regardless of the machine's clock", async () => {
  const failing = { specificationVersion: 'v3', doGenerate: () => Promise.reject(new Error('away')) };
  const answers = modelAnswers({ model: failing as never, name: 'failing' });
  const ask = async () => {
    const options = { payer: null, caller: undefined, run: false, backwards: false };
    const [opinion] = await answers([{ prompt: 'p', list: [] }], { ...options, signal: new AbortController().signal });
    return opinion && 'failureReason' in opinion ? opinion.failureReason : opinion;
  };
  const wall = vi.spyOn(Date, 'now');
  const passed = vi.spyOn(performance, 'now');
  try {
    passed.mockReturnValue(1_000);
    for (let failure = 0; failure < 5; failure++) expect(await ask()).toBe('failed');
    expect(await ask()).toBe('resting');
    wall.mockReturnValue(Date.parse('2001-01-01'));
    passed.mockReturnValue(31_000);
    expect(await ask()).toBe('failed');
  } finally {
    wall.mockRestore();
    passed.mockRestore();
  }
});

test('does not count failures that are a minute apart or came before a success', () => {
  const apart = rested();
  expect(apart.fail(0, 15_000, 15_000, 15_000, 15_000)).toBe(0);
  expect(apart.fail(0)).toBe(30_000);
  const between = rested();
  between.fail(0, 0, 0, 0);
  between.rest.succeeded();
  expect(between.fail(0, 0, 0, 0)).toBe(0);
  expect(between.fail(0)).toBe(30_000);
});

test('limits an answer to a quarter of a megabyte', async () => {
  let size = 0;
  const server = createServer((_, response) => {
    if (size < 0) response.writeHead(204).end();
    else response.writeHead(201, 'Made', { 'X-Of': 'it' }).end(Buffer.alloc(size, 'x'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const ask = () => boundedFetch(fetch)(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  size = 262_144;
  const whole = await ask();
  expect([whole.status, whole.statusText, whole.headers.get('x-of')]).toEqual([201, 'Made', 'it']);
  expect((await whole.arrayBuffer()).byteLength).toBe(size);
  size = 262_145;
  await expect(ask().then((answer) => answer.arrayBuffer())).rejects.toThrow(/too large/);
  size = -1;
  expect(await ask().then((answer) => answer.text())).toBe('');
  server.closeAllConnections();
  server.close();
});

test("never follows a redirect of a model, so that prompts and keys go only to the operator's address", async () => {
  const asked: (string | undefined)[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.url);
    response.end('{}');
  });
  const server = createServer((_, response) => {
    const { port } = elsewhere.address() as AddressInfo;
    response.writeHead(status, { Location: `http://localhost:${port}/v1/messages` }).end();
  });
  for (const one of [server, elsewhere]) await new Promise<void>((done) => one.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let status = 0;
  for (status of [301, 302, 303, 307, 308]) {
    const answer = await boundedFetch(fetch)(url, {
      method: 'POST',
      body: 'a prompt',
      headers: { 'X-Api-Key': 'secret' },
    });
    expect(answer.status).toBe(status);
  }
  expect(asked).toEqual([]);
  for (const one of [server, elsewhere]) {
    one.closeAllConnections();
    one.close();
  }
});

test("spends a day's tokens down to the last one, and records nothing if there is no usage", async () => {
  const kept = new Map<string, number>();
  const spending = {
    spent: async (id: string, day: string) => kept.get(`${id} ${day}`) ?? 0,
    add: async (id: string, day: string, tokens: number) =>
      void kept.set(`${id} ${day}`, (kept.get(`${id} ${day}`) ?? 0) + tokens),
  };
  let now = Date.parse('2026-03-31T23:59:59.999Z');
  const budget = tokenBudget(10, spending, () => now);
  await budget.spend('a', 0);
  await budget.spend('a', -1);
  expect([...kept]).toEqual([]);
  await budget.spend('a', 9);
  expect(await budget.allows('a')).toBe(true);
  await budget.spend('a', 1);
  expect([await budget.allows('a'), await budget.allows('b')]).toEqual([false, true]);
  now += 1;
  expect(await budget.allows('a')).toBe(true);
  expect([...kept]).toEqual([['a 2026-03-31', 10]]);
  expect(tokenBudget(undefined, spending, () => now)).toBe(UNLIMITED);
  expect(await UNLIMITED.allows('a')).toBe(true);
});
