// The limiter that shares its buckets through Redis, with a stub: replies, failures and silence. rate-limit.test.ts
// tests the script itself with a real Redis.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ratePolicies } from '../../src/http/rate-limits/rate-limit.ts';
import { type RedisLimiter, redisLimiter } from '../../src/http/rate-limits/rate-limit-redis.ts';
import { answeringThread } from '../support/held-loop.ts';
import { testClock } from '../support/test-clock.ts';
import { type RedisStub, redisStub, type Scripted } from './redis-stub.ts';

const clock = testClock();
const ALLOWED: Scripted = [1, 3_000_000, 0];
const EMPTY: Scripted = [0, 30_000_000, 2_000_001];
let answer: Scripted;
let told: string[];
let stub: RedisStub;
let limiter: RedisLimiter;

async function isShared(asked: RedisLimiter): Promise<boolean> {
  await asked.take('default', 'until connected');
  const { shared, isAway } = asked.counts();
  return shared > 0 && !isAway;
}

beforeEach(async () => {
  answer = ALLOWED;
  told = [];
  stub = await redisStub(() => answer);
  limiter = redisLimiter(stub.url, ratePolicies(1), clock, {
    away: ({ message }) => told.push(message),
    back: () => told.push('back'),
  });
  // It limits locally until it is connected.
  await expect.poll(() => isShared(limiter)).toBe(true);
  told.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await limiter.close();
  await stub.close();
});

test('asks Redis for a bucket by policy and key, with its pace in microseconds and its burst', async () => {
  await limiter.take('model', 'amy');
  expect(stub.asked.at(-1)).toEqual(['1', 'cairn:rate:model:amy', '3000000', '10']);
  await limiter.take('scim', 'amy');
  expect(stub.asked.at(-1)).toEqual(['1', 'cairn:rate:scim:amy', '20000', '200']);
});

test.each([
  // A bucket of 10 that gains one in 3 s. The number in the middle is the used part in microseconds.
  ['the first of ten', [1, 3_000_000, 0], { allowed: true, remaining: 9, resetS: 3, retryAfterS: 0 }],
  ['one after a short refill', [1, 29_000_000, 0], { allowed: true, remaining: 0, resetS: 29, retryAfterS: 0 }],
  ['the last of ten', [1, 30_000_000, 0], { allowed: true, remaining: 0, resetS: 30, retryAfterS: 0 }],
  ['one too many', [0, 30_000_000, 3_000_000], { allowed: false, remaining: 0, resetS: 30, retryAfterS: 3 }],
  ['one with a short wait', [0, 27_000_001, 1], { allowed: false, remaining: 0, resetS: 28, retryAfterS: 1 }],
  ['one with a wait over two seconds', [0, 1, 2_000_001], { allowed: false, remaining: 0, resetS: 1, retryAfterS: 3 }],
] as const)('%s', async (_, scripted, verdict) => {
  answer = scripted;
  expect(await limiter.take('model', 'amy')).toEqual(verdict);
});

test('remembers that a bucket is empty until it has a request again, without asking Redis', async () => {
  expect(limiter.exhausted('failures', 'here')).toBeUndefined();
  answer = EMPTY;
  await limiter.take('failures', 'here');
  const before = stub.asked.length;
  const empty = { allowed: false, remaining: 0, resetS: 30 };
  expect(limiter.exhausted('failures', 'here')).toEqual({ ...empty, retryAfterS: 3 });
  clock.advance(2_001);
  expect(limiter.exhausted('failures', 'here')).toEqual({ ...empty, retryAfterS: 1 });
  expect(limiter.exhausted('failures', 'elsewhere')).toBeUndefined();
  expect(limiter.exhausted('model', 'here')).toBeUndefined();
  clock.advance(998);
  expect(limiter.exhausted('failures', 'here')?.retryAfterS).toBe(1);
  clock.advance(1);
  expect(limiter.exhausted('failures', 'here')).toBeUndefined();
  expect(stub.asked).toHaveLength(before);
});

test('forgets that a bucket is empty if the clock is set back', async () => {
  answer = EMPTY;
  await limiter.take('failures', 'here');
  clock.advance(-3_600_000);
  expect(limiter.exhausted('failures', 'here')).toBeUndefined();
});

test('does not treat a bucket with tokens as empty', async () => {
  await limiter.take('failures', 'here');
  expect(limiter.exhausted('failures', 'here')).toBeUndefined();
});

test('stops using a Redis that returns an error, limits locally, and counts that', async () => {
  answer = 'no room';
  const { shared, alone } = limiter.counts();
  for (let sent = 0; sent < 10; sent += 1) expect((await limiter.take('model', 'amy')).allowed).toBe(true);
  expect((await limiter.take('model', 'amy')).allowed).toBe(false);
  expect(limiter.counts()).toEqual({ shared, alone: alone + 11, isAway: true });
  expect(told).toEqual([expect.stringContaining('no room')]);
  expect(limiter.exhausted('model', 'amy')).toMatchObject({ allowed: false });
  // An error is a response, so the connection is still usable.
  expect(stub.connections()).toBe(1);
});

test('retries Redis after two seconds with one request, and uses it again once it responds', async () => {
  const now = performance.now();
  const moment = vi.spyOn(performance, 'now').mockReturnValue(now);
  answer = 'no room';
  await limiter.take('model', 'amy');
  const asked = stub.asked.length;
  answer = ALLOWED;
  moment.mockReturnValue(now + 1_999);
  await limiter.take('model', 'amy');
  expect([stub.asked.length, told.length]).toEqual([asked, 1]);
  moment.mockReturnValue(now + 2_000);
  await limiter.take('model', 'amy');
  expect([stub.asked.length, told.at(-1), limiter.counts().isAway]).toEqual([asked + 1, 'back', false]);
});

test('waits a quarter of a second for a silent Redis, and then reconnects', async () => {
  answer = undefined;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const before = limiter.counts();
  const verdict = limiter.take('model', 'amy');
  while (stub.asked.at(-1)?.includes('cairn:rate:model:amy') !== true) await new Promise(setImmediate);
  vi.advanceTimersByTime(249);
  await new Promise(setImmediate);
  expect(limiter.counts()).toEqual(before);
  vi.advanceTimersByTime(1);
  expect((await verdict).allowed).toBe(true);
  vi.useRealTimers();
  expect(limiter.counts()).toEqual({ ...before, alone: before.alone + 1, isAway: true });
  await expect.poll(() => stub.connections()).toBe(2);
});

test('reports a lost connection once, but not one that this process closes', async () => {
  stub.cut();
  await expect.poll(() => told).toEqual(['the connection was closed']);
  expect(limiter.counts().isAway).toBe(true);
  told.length = 0;
  const other = redisLimiter(stub.url, ratePolicies(1), clock, {
    away: ({ message }) => told.push(message),
    back: () => {},
  });
  await expect.poll(() => isShared(other)).toBe(true);
  await other.close();
  await new Promise((done) => setTimeout(done, 50));
  expect([told, other.counts().isAway]).toEqual([[], false]);
});

/** Replies to as much as the limiter's client needs: an allowed request to a script, and `OK` to everything else. */
const ALLOWING = String.raw`(text) => [...text.matchAll(/[*][0-9]+\r\n[$][0-9]+\r\n([a-z]+)/gi)]
  .map(([, name]) => name.toLowerCase())
  .map((name) => ({ eval: '*3\r\n:1\r\n:3000000\r\n:0\r\n', info: '$9\r\nloading:0\r\n' })[name] ?? '+OK\r\n')
  .join('')`;

test('keeps the connection and the shared limits if a reply arrived while this process was busy', async () => {
  const redis = await answeringThread(ALLOWING);
  const away: string[] = [];
  const other = redisLimiter(`redis://127.0.0.1:${redis.port}`, ratePolicies(1), clock, {
    away: ({ message }) => away.push(message),
    back: () => {},
  });
  await expect.poll(() => isShared(other)).toBe(true);
  const { shared, alone } = other.counts();
  const verdict = redis.busyFor(300, async () => other.take('model', 'amy'));
  expect((await verdict).allowed).toBe(true);
  expect([other.counts(), away]).toEqual([{ shared: shared + 1, alone, isAway: false }, []]);
  await other.close();
  await redis.close();
});

test('reconnects to a Redis that accepts a connection and stays silent', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { port } = silent.address() as AddressInfo;
  const other = redisLimiter(`redis://127.0.0.1:${port}`, ratePolicies(1), clock, { away: () => {}, back: () => {} });
  const connections = (): number => {
    vi.advanceTimersByTime(100);
    return sockets.length;
  };
  await expect.poll(connections, { timeout: 20_000 }).toBeGreaterThan(1);
  await other.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});
