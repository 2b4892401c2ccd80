import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { type RateLimiter, type RatePolicy, ratePolicies, takeToken } from '../../src/http/rate-limits/rate-limit.ts';
import { memoryLimiter } from '../../src/http/rate-limits/rate-limit-memory.ts';
import { redisLimiter } from '../../src/http/rate-limits/rate-limit-redis.ts';
import { tcpProxy } from '../faults/tcp-proxy.ts';
import { runs } from '../support/runs.ts';
import { slugOf } from '../support/speaker.ts';
import { type KitWorld, kitWorld } from './kit-world.ts';

const policies = fc.record({
  burst: fc.integer({ min: 1, max: 300 }),
  everyMs: fc.double({ min: 0.01, max: 10_000, noNaN: true }),
});
const waits = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 });

/** Replays requests after these pauses. */
function play(policy: RatePolicy, pauses: readonly number[]) {
  let now = 1_000_000;
  let due = 0;
  return pauses.map((pause) => {
    now += pause;
    const taken = takeToken(policy, due, now);
    due = taken.due;
    return { at: now, ...taken.verdict };
  });
}

describe('a bucket (contract 8)', () => {
  test('never allows more than its burst plus the refill in any window', () => {
    fc.assert(
      fc.property(policies, waits, (policy, pauses) => {
        const allowed = play(policy, pauses).filter((verdict) => verdict.allowed);
        for (let from = 0; from < allowed.length; from += 1) {
          for (let to = from; to < allowed.length; to += 1) {
            const window = (allowed[to]?.at ?? 0) - (allowed[from]?.at ?? 0);
            expect(to - from + 1).toBeLessThanOrEqual(policy.burst + Math.floor(window / policy.everyMs + 1e-6));
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('allows the whole burst at once after a pause, and refuses the next request', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        const verdicts = play(policy, Array(policy.burst + 1).fill(0));
        expect(verdicts.map(({ allowed }) => allowed)).toEqual([...Array(policy.burst).fill(true), false]);
        expect(verdicts.map(({ remaining }) => remaining)).toEqual([
          ...Array.from({ length: policy.burst }, (_, sent) => policy.burst - 1 - sent),
          0,
        ]);
      }),
      { numRuns: runs(100), examples: [[{ burst: 198, everyMs: 0.011491080222185701 }]] },
    );
  });

  // A bucket of one request with this refill time. The second request comes this much later.
  const told: readonly [number, number, boolean, number, number][] = [
    [1_000_000, 0, false, 1_000, 1_000],
    [1_000_000, 1, false, 1_000, 1_000],
    [1_000_000, 1_000, false, 999, 999],
    [1_000_000, 999_500, false, 1, 1],
    [1_000_000, 1_000_000, true, 1_000, 0],
    [500, 100, false, 1, 1],
    [2_001, 0, false, 3, 3],
  ];
  test.each(told)(
    'with one request per %i ms reports after %i ms: %s, full in %i s',
    (everyMs, later, allowed, resetS, wait) => {
      const policy = { burst: 1, everyMs };
      const { due } = takeToken(policy, 0, 5_000_000);
      const { verdict } = takeToken(policy, due, 5_000_000 + later);
      expect(verdict).toEqual({ allowed, remaining: 0, resetS, retryAfterS: wait });
    },
  );

  test('allows a caller who waited as long as Retry-After says', () => {
    fc.assert(
      fc.property(policies, waits, (policy, pauses) => {
        let [now, due] = [1_000_000, 0];
        for (const pause of pauses) {
          now += pause;
          const first = takeToken(policy, due, now);
          due = first.due;
          if (first.verdict.allowed) continue;
          now += first.verdict.retryAfterS * 1_000;
          const second = takeToken(policy, due, now);
          expect(second.verdict.allowed).toBe(true);
          due = second.due;
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('reports the exact number of allowed requests, and is full when RateLimit-Reset has passed', () => {
    fc.assert(
      fc.property(policies, waits, (policy, pauses) => {
        const last = play(policy, pauses).at(-1);
        const remaining = last?.remaining ?? 0;
        const after = play(policy, [...pauses, ...Array(remaining + 1).fill(0)]).slice(pauses.length);
        expect(after.filter(({ allowed }) => allowed)).toHaveLength(remaining);
        const rested = play(policy, [...pauses, (last?.resetS ?? 0) * 1_000, ...Array(policy.burst).fill(0)]);
        expect(rested.slice(pauses.length).filter(({ allowed }) => allowed)).toHaveLength(policy.burst);
      }),
      { numRuns: runs(100) },
    );
  });
});

test('charges a caller at most a whole bucket if the clock is set back', () => {
  const policies = ratePolicies(1);
  let now = Date.now();
  const limiter = memoryLimiter(policies, () => now);
  for (const key of ['asks', 'is asked about'])
    for (let sent = 0; sent < policies.model.burst; sent += 1) limiter.take('model', key);
  now -= 3_600_000;
  const empty = { allowed: false, retryAfterS: 3, resetS: 30 };
  expect(limiter.take('model', 'asks')).toMatchObject(empty);
  expect(limiter.exhausted('model', 'is asked about')).toMatchObject(empty);
  now += 3_000;
  expect(limiter.take('model', 'asks')).toMatchObject({ allowed: true });
  expect(limiter.exhausted('model', 'is asked about')).toBeUndefined();
});

describe('over HTTP', () => {
  let deps: KitWorld;
  beforeAll(async () => {
    deps = await kitWorld(1);
  });
  afterAll(() => deps.close());
  const path = '/things/01999999-0000-7000-8000-000000000001';
  /** Long enough to refill every bucket. */
  const REST_MS = 300_000;

  test('refuses the 121st request immediately with 429 rate-limited, and allows one after exactly Retry-After', async () => {
    const amy = deps.caller('amy');
    deps.clock.advance(REST_MS);
    for (let sent = 1; sent <= 120; sent += 1) {
      const heard = await amy.get(path);
      expect([heard.status, heard.headers.get('ratelimit-remaining')]).toEqual([200, String(120 - sent)]);
    }
    const refused = await amy.get(path);
    expect([refused.status, slugOf(refused)]).toEqual([429, 'rate-limited']);
    expect(refused.headers.get('ratelimit-limit')).toBe('120');
    expect(refused.headers.get('ratelimit-policy')).toBe('"default";q=120;w=120');
    expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=1');
    const seconds = Number(refused.headers.get('retry-after'));
    deps.clock.advance(seconds * 1_000 - 1);
    expect((await amy.get(path)).status).toBe(429);
    deps.clock.advance(1);
    expect((await amy.get(path)).status).toBe(200);
  });

  test('keeps the buckets of callers separate', async () => {
    deps.clock.advance(REST_MS);
    expect((await deps.caller('ben').get(path)).headers.get('ratelimit-remaining')).toBe('119');
  });

  test('limits model routes to 10 requests, and charges a replay as an ordinary request', async () => {
    const cid = deps.caller('cid');
    deps.clock.advance(REST_MS);
    const headers = { 'Idempotency-Key': newId() };
    const first = await cid.post('/modelled', { name: 'first' }, headers);
    expect(first.headers.get('ratelimit-policy')).toBe('"model";q=10;w=30');
    for (let sent = 2; sent <= 10; sent += 1) expect((await cid.post('/modelled', { name: 'more' })).status).toBe(200);
    const refused = await cid.post('/modelled', { name: 'more' }, { 'Idempotency-Key': newId() });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
    for (const left of ['"default";r=119;t=1', '"default";r=118;t=2']) {
      const replay = await cid.post('/modelled', { name: 'first' }, headers);
      expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
      expect(replay.headers.get('ratelimit')).toBe(left);
    }
  });

  test('charges an ordinary request if a request to a model route ends at the Idempotency-Key, and says so', async () => {
    const cid = deps.caller('cid');
    deps.clock.advance(REST_MS);
    const headers = { 'Idempotency-Key': newId() };
    expect((await cid.post('/modelled', { name: 'kept' }, headers)).status).toBe(200);
    const mismatch = await cid.post('/modelled', { name: 'other' }, headers);
    expect([mismatch.status, mismatch.headers.get('ratelimit')]).toEqual([422, '"default";r=119;t=1']);
    const malformed = await cid.post('/modelled', { name: 'other' }, { 'Idempotency-Key': 'k'.repeat(256) });
    expect([malformed.status, malformed.headers.get('ratelimit')]).toEqual([400, '"default";r=118;t=2']);
    expect((await cid.post('/modelled', { name: 'next' })).headers.get('ratelimit-remaining')).toBe('8');
    for (let sent = 2; sent < 10; sent += 1) await cid.post('/modelled', { name: 'empty it' });
  });

  test('releases the Idempotency-Key of a rate-limited request', async () => {
    const cid = deps.caller('cid');
    const headers = { 'Idempotency-Key': newId() };
    expect((await cid.post('/modelled', { name: 'later' }, headers)).status).toBe(429);
    deps.clock.advance(3_000);
    const later = await cid.post('/modelled', { name: 'later' }, headers);
    expect([later.status, later.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  test('generously limits failures without a credential by address', async () => {
    deps.clock.advance(REST_MS);
    const answers = await Promise.all(Array.from({ length: 301 }, () => deps.nobody.get(path)));
    expect(answers.map(({ status }) => status).filter((status) => status === 401)).toHaveLength(300);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('ratelimit')).toBe('"failures";r=0;t=1');
  });
});

const redis = process.env.CAIRN_TEST_REDIS_URL;
if (redis !== undefined) {
  describe('shared through Redis', () => {
    const wide = ratePolicies(1);
    const failures: Error[] = [];
    let limiters: RateLimiter[];
    beforeAll(() => {
      limiters = [1, 2].map(() =>
        redisLimiter(redis, wide, Date.now, { away: (failure) => failures.push(failure), back: () => {} }),
      );
    });
    afterAll(() => Promise.all(limiters.map((limiter) => limiter.close())));

    /** Each one limits locally until both are connected. */
    async function connected(): Promise<void> {
      for (;;) {
        const key = newId();
        await limiters[0]?.take('model', key);
        const second = await limiters[1]?.take('model', key);
        if (second?.remaining === 8) return;
        await new Promise((go) => setTimeout(go, 20));
      }
    }

    test('shares one bucket exactly between two processes', async () => {
      await connected();
      failures.length = 0;
      const key = newId();
      const verdicts = await Promise.all(
        Array.from({ length: 12 }, async (_, sent) => limiters[sent % 2]?.take('model', key)),
      );
      expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(10);
      expect(
        verdicts
          .filter((verdict) => verdict?.allowed)
          .map((verdict) => verdict?.remaining)
          .sort(),
      ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(verdicts.find((verdict) => verdict?.allowed === false)?.retryAfterS).toBe(3);
      expect(failures).toEqual([]);
    });

    test('charges a caller at most a whole bucket if the clock of Redis is set back', async () => {
      await connected();
      const [limiter] = limiters;
      const key = newId();
      const direct = new Redis(redis);
      await direct.set(`cairn:rate:default:${key}`, String((Date.now() + 3_600_000) * 1_000), 'PX', 3_600_000);
      expect(await limiter?.take('default', key)).toMatchObject({ allowed: false, retryAfterS: 1, resetS: 120 });
      const left = await direct.pttl(`cairn:rate:default:${key}`);
      expect(left).toBeLessThanOrEqual(121_000);
      await direct.quit();
    });

    test('delays a single request for a silent Redis, and uses Redis again once it responds', async () => {
      const { hostname, port } = new URL(redis);
      const proxy = await tcpProxy(hostname, Number(port || 6379));
      const changes: string[] = [];
      const limiter = redisLimiter(proxy.through(redis), wide, Date.now, {
        away: () => changes.push('away'),
        back: () => changes.push('back'),
      });
      const shared = async (): Promise<boolean> => {
        const before = limiter.counts().shared;
        await limiter.take('default', newId());
        return limiter.counts().shared > before;
      };
      await expect.poll(() => shared()).toBe(true);
      changes.length = 0;
      proxy.silence('everything');
      let patient = 0;
      for (let sent = 0; sent < 50; sent += 1) {
        const verdict = limiter.take('default', newId());
        if (verdict instanceof Promise) patient += 1;
        expect((await verdict).allowed).toBe(true);
      }
      expect([patient, changes, limiter.counts().isAway]).toEqual([1, ['away'], true]);
      // The silenced connection stays silent, and only a new one gets replies.
      proxy.heal();
      await expect.poll(() => shared()).toBe(true);
      expect([changes, limiter.counts().isAway]).toEqual([['away', 'back'], false]);
      await limiter.close();
      await proxy.close();
    }, 60_000);
  });
}

test('limits locally if Redis is unavailable, and reports that once', async () => {
  const failures: Error[] = [];
  const limiter = redisLimiter('redis://127.0.0.1:1', ratePolicies(1), () => 0, {
    away: (failure) => failures.push(failure),
    back: () => {},
  });
  const verdicts = [];
  for (let sent = 0; sent < 12; sent += 1) verdicts.push(await limiter.take('model', 'amy'));
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  await limiter.close();
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10);
  expect(failures).toHaveLength(1);
});

test('multiplies every bucket by the rate scale', () => {
  const limiter = memoryLimiter(ratePolicies(10), () => 0);
  const verdicts = Array.from({ length: 101 }, () => limiter.take('model', 'amy'));
  expect(verdicts.filter((verdict) => 'allowed' in verdict && verdict.allowed)).toHaveLength(100);
});
