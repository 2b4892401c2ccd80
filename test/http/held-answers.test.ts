// Large files for slow clients stay in memory up to a limit, per workspace and in total.
import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { heldAnswers } from '../../src/http/answers/held-answers.ts';
import { openReplies } from '../../src/http/answers/replies.ts';

const MB = 1_048_576;
const file = (megabytes: number): Buffer => Buffer.alloc(megabytes * MB + 1);

/** A response that its client reads slowly. */
function taker() {
  const events = new EventEmitter();
  let [isDestroyed, silent] = [false, () => {}];
  const response = {
    once: (name: string, heard: () => void) => events.once(name, heard),
    setTimeout: (_: number, whenSilent: () => void) => {
      silent = whenSilent;
    },
    destroy: () => {
      isDestroyed = true;
    },
  };
  return {
    response,
    close: () => events.emit('close'),
    fallSilent: () => silent(),
    isDestroyed: () => isDestroyed,
  };
}

function holding(mostMb: number, mostOfOneMb: number) {
  const held = heldAnswers(mostMb * MB, mostOfOneMb * MB);
  return (owner: string, bytes: Buffer, by = taker()): string => {
    const refusal = held.hold(owner, bytes, by.response);
    return refusal === undefined ? 'taken' : isRefusal(refusal, 'not-ready') ? 'refused' : 'other';
  };
}

test('limits the buffered bytes per workspace and in total, and frees those that were read', () => {
  const hold = holding(10, 6);
  const first = taker();
  expect(hold('one', file(4), first)).toBe('taken');
  expect(hold('one', file(2))).toBe('refused');
  expect(hold('two', file(5))).toBe('taken');
  expect(hold('three', file(1))).toBe('refused');
  first.close();
  expect([hold('three', file(1)), hold('one', file(2))]).toEqual(['taken', 'taken']);
});

test('accepts a single file of any size, and always accepts small ones', () => {
  const hold = holding(4, 2);
  expect(hold('one', file(8))).toBe('taken');
  expect([hold('one', file(1)), hold('two', file(1))]).toEqual(['refused', 'refused']);
  expect(hold('one', Buffer.alloc(MB))).toBe('taken');
});

test('counts a file once until its last reader is done', () => {
  const hold = holding(10, 4);
  const [shared, first, second] = [file(3), taker(), taker()];
  expect([hold('one', shared, first), hold('one', shared, second)]).toEqual(['taken', 'taken']);
  first.close();
  expect(hold('one', file(2))).toBe('refused');
  second.close();
  expect(hold('one', file(2))).toBe('taken');
});

test('disconnects a client that reads nothing', () => {
  const by = taker();
  holding(10, 10)('one', file(2), by);
  expect(by.isDestroyed()).toBe(false);
  by.fallSilent();
  expect(by.isDestroyed()).toBe(true);
});

test('returns 503 with Retry-After if there is no space, and needs none for a HEAD request', async () => {
  const replies = openReplies({
    baseUrl: 'http://x.test',
    languages: () => undefined,
    isDraining: () => false,
    report: () => undefined,
  });
  const server = createServer((request, response) => {
    const exchange = { request, response, id: 'id', startedAt: 0, route: '/', outcome: undefined, span: undefined };
    const bytes = file(200);
    replies.answer(
      exchange,
      { status: 200, headers: { 'Content-Type': 'application/zip' }, body: { bytes } },
      {},
      'one',
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Reads only the headers.
  const ask = async (method = 'GET'): Promise<IncomingMessage> => {
    const request = get({ port, host: '127.0.0.1', method, agent: false }).end();
    return ((await once(request, 'response')) as [IncomingMessage])[0];
  };
  const head = await ask('HEAD');
  const [first, second] = [await ask(), await ask()];
  expect([head.statusCode, first.statusCode, second.statusCode]).toEqual([200, 200, 503]);
  expect(second.headers).toMatchObject({ 'retry-after': '30', 'content-type': 'application/problem+json' });
  for (const answer of [head, first, second]) answer.destroy();
  server.close();
});
