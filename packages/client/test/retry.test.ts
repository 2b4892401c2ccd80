// Retries with a fetch that returns what the test specifies.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { ConnectionError, connect, isCairnError, TimeoutError, UnexpectedAnswerError } from '../src/client.ts';
import { ProblemError } from '../src/errors.ts';
import { USUAL_RETRIES, waitBefore } from '../src/retry.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}
type Reply = () => Response | Promise<Response>;

const problem = (slug: string, status: number, headers: Record<string, string> = {}, extras: object = {}): Reply => {
  const type = `https://cairn.test/problems/${slug}`;
  const body = { type, title: slug, status, detail: `It is ${slug}.`, instance: 'https://cairn.test/x', ...extras };
  return () => new Response(JSON.stringify(body), { status, headers });
};
const ok =
  (body: unknown = { id: 't' }): Reply =>
  () =>
    new Response(JSON.stringify(body), { status: 200 });
const broken: Reply = () => Promise.reject(new TypeError('fetch failed'));
const NOW = { 'retry-after': '0' };

/** A client that gets these responses in turn, and the requests that it sent. */
function client(replies: readonly Reply[], options: { timeoutMs?: number } = {}) {
  const sent: Sent[] = [];
  const cairn = connect({
    url: 'https://cairn.test',
    credential: 'svc_api_x',
    ...options,
    fetch: async (input, init) => {
      sent.push({ method: init?.method ?? '', url: String(input), headers: new Headers(init?.headers) });
      const reply = replies[sent.length - 1];
      if (reply === undefined) throw new Error('sent once more than expected');
      return reply();
    },
  });
  return { cairn, sent };
}

test.each([
  ['the network breaks', broken],
  ['the bucket is empty', problem('rate-limited', 429, NOW)],
  ['the service starts', problem('not-ready', 503, NOW)],
  ['the first request is under way', problem('idempotency-in-flight', 409, NOW)],
  ['a proxy has no server', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('retries a change with the same key if %s', async (_, reply) => {
  const { cairn, sent } = client([reply, reply, ok()]);
  const { response } = await cairn.trails.create({ title: 'x' }).withResponse();
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect([new Set(keys).size, keys.length, response.attempts]).toEqual([1, 3, 3]);
});

test('uses one key per change and no key for reads', async () => {
  const { cairn, sent } = client([ok(), ok(), ok()]);
  await cairn.trails.archive('a');
  await cairn.trails.archive('a');
  await cairn.trails.get('a');
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect([keys[0] === keys[1], keys[2]]).toEqual([false, null]);
});

test.each([broken, problem('rate-limited', 429, NOW), problem('not-ready', 503, NOW)])(
  'never retries a change without a key',
  async (reply) => {
    const { cairn, sent } = client([reply, ok()]);
    await expect(cairn.trails.create({ title: 'x' }, { idempotencyKey: false })).rejects.toThrow();
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null]);
  },
);

test.each(['conflict', 'validation', 'unauthorized', 'internal'])('throws %s at once', async (slug) => {
  const status = { conflict: 409, validation: 422, unauthorized: 401, internal: 500 }[slug] ?? 0;
  const { cairn, sent } = client([problem(slug, status, { 'request-id': 'r1' })]);
  const thrown: unknown = await cairn.trails.publish('a').catch((error: unknown) => error);
  expect(isCairnError(thrown) && [thrown.slug, thrown.status, thrown.requestId, sent.length]).toEqual([
    slug,
    status,
    'r1',
    1,
  ]);
});

test("exposes an error's members, including unknown ones", async () => {
  const issues = [{ severity: 'error', field: 'title', message: 'Is required.' }];
  const { cairn } = client([problem('validation', 422, {}, { issues, hint: 'new', message: 'not this' })]);
  const thrown: unknown = await cairn.trails.create({}).catch((error: unknown) => error);
  if (!isCairnError(thrown, 'validation')) throw new Error('expected a refusal');
  expect([thrown.issues[0]?.field, thrown.problem.hint, thrown.message]).toEqual(['title', 'new', 'It is validation.']);
});

test('throws if the wait would be too long', async () => {
  const { cairn, sent } = client([problem('rate-limited', 429, { 'retry-after': '3600' })]);
  const thrown: unknown = await cairn.trails.archive('a').catch((error: unknown) => error);
  expect(isCairnError(thrown, 'rate-limited') && [thrown.retryAfter, sent.length]).toEqual([3600, 1]);
});

test("gives up on a silent service after each attempt's timeout", async () => {
  const silent = (): Promise<Response> => new Promise(() => undefined);
  const sent: string[] = [];
  const cairn = connect({
    url: 'https://cairn.test',
    credential: 'x',
    timeoutMs: 5,
    retries: { most: 1 },
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        sent.push(init?.method ?? '');
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        void silent();
      }),
  });
  await expect(cairn.me()).rejects.toBeInstanceOf(TimeoutError);
  expect(sent).toHaveLength(2);
});

test('rejects an aborted call with the abort reason, even while it waits', async () => {
  const stop = new AbortController();
  const { cairn, sent } = client([problem('not-ready', 503, { 'retry-after': '30' })]);
  const call = cairn.trails.archive('a', { signal: stop.signal });
  await expect.poll(() => sent.length).toBe(1);
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  await expect(cairn.me({ signal: stop.signal })).rejects.toThrow('enough');
  expect(sent).toHaveLength(1);
});

test.each([
  ['a page of another server', () => new Response('<html>', { status: 200 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://else.test' } })],
  ['a JSON error that is not a problem document', () => new Response('{"error":"no"}', { status: 400 })],
])('does not accept %s as a response from Cairn', async (_, reply) => {
  const { cairn, sent } = client([reply]);
  await expect(cairn.me()).rejects.toBeInstanceOf(UnexpectedAnswerError);
  expect(sent).toHaveLength(1);
});

test.each([
  [299, 'answered 299 without JSON'],
  [300, 'redirects to another address'],
  [399, 'redirects to another address'],
  [400, 'answered 400 without JSON'],
])('describes a response without JSON that has status %i', async (status, what) => {
  const { cairn } = client([() => new Response('<html>', { status })]);
  await expect(cairn.me()).rejects.toMatchObject({ status, message: expect.stringContaining(what) });
});

test.each([
  [501, 1],
  [502, 2],
  [503, 2],
  [504, 2],
  [505, 1],
])('retries after a gateway error page whose status says that the server is unavailable: %i', async (status, tries) => {
  const { cairn, sent } = client([() => new Response('<html>', { status }), ok()]);
  await cairn.me().catch(() => undefined);
  expect(sent).toHaveLength(tries);
});

test('retries after a truncated response', async () => {
  const cut = (): Response =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"id":'));
          controller.error(new Error('cut'));
        },
      }),
    );
  const { cairn, sent } = client([cut, ok({ id: 'whole' })]);
  expect([await cairn.trails.create({ title: 'x' }), sent.length]).toEqual([{ id: 'whole' }, 2]);
});

test('asks for the credential before each attempt', async () => {
  let count = 0;
  const seen: (string | null)[] = [];
  const cairn = connect({
    url: 'https://cairn.test/',
    credential: async () => `token-${++count}`,
    fetch: async (_, init) => {
      seen.push(new Headers(init?.headers).get('authorization'));
      return seen.length === 1 ? problem('not-ready', 503, NOW)() : ok()();
    },
  });
  await cairn.me();
  expect(seen).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test('encodes any id as a single path segment', async () => {
  const { cairn, sent } = client([ok()]);
  await cairn.trails.get('../me?x=#');
  expect(sent[0]?.url).toBe('https://cairn.test/v1/trails/..%2Fme%3Fx%3D%23');
});

test('reports a failure to a withResponse caller only once', async () => {
  const { cairn } = client([problem('not-found', 404)]);
  await expect(cairn.trails.get('a').withResponse()).rejects.toMatchObject({ slug: 'not-found' });
});

test('waits at least Retry-After, or at most eight seconds without it, and stops at the limit', () => {
  const refusal = (retryAfter: string | undefined): ProblemError => {
    const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    const type = 'https://x/problems/rate-limited';
    return new ProblemError({ type, title: '', status: 429, detail: '', instance: '' }, 429, headers);
  };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 60 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (sent, seconds, random) => {
        const policy = { ...USUAL_RETRIES, most: 10 };
        const told = waitBefore(refusal(String(seconds)), sent, policy, () => random);
        const untold = waitBefore(new ConnectionError('x'), sent, policy, () => random);
        if (sent > 10) return told === undefined && untold === undefined;
        if (told === undefined || untold === undefined) return false;
        return told >= seconds * 1_000 && untold > 0 && untold <= 8_000;
      },
    ),
    { numRuns: runs(100) },
  );
});

/** A body of that many bytes in chunks of 1 MiB. `handed` returns how many chunks were requested. */
function endless(mebibytes: number, status: number): { reply: Reply; handed: () => number; isEnded: () => boolean } {
  let pieces = 0;
  let isEnded = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      pieces += 1;
      if (pieces > mebibytes) stream.close();
      else stream.enqueue(new Uint8Array(1_048_576).fill(0x20));
    },
    cancel: () => {
      isEnded = true;
    },
  });
  return { reply: () => new Response(body, { status }), handed: () => pieces, isEnded: () => isEnded };
}

test.each([200, 201, 400, 401, 404, 409, 422, 500])(
  'stops reading an endless body after 32 MiB, whatever the status (%i)',
  async (status) => {
    const { reply, handed, isEnded } = endless(200, status);
    const { cairn, sent } = client([reply]);
    const thrown: unknown = await cairn.trails.create({ title: 'x' }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(UnexpectedAnswerError);
    expect(String(thrown)).toContain('more than 33554432 bytes');
    expect([sent.length, isEnded(), handed() <= 34]).toEqual([1, true, true]);
  },
);

test('reads 32 MiB even if characters are split between two chunks', async () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ id: 'é€😀' }).padEnd(32 * 1_048_576 - 5, ' '));
  expect(bytes.length).toBe(32 * 1_048_576);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < 20; at += 1) controller.enqueue(bytes.subarray(at, at + 1));
      controller.enqueue(bytes.subarray(20));
      controller.close();
    },
  });
  const { cairn } = client([() => new Response(stream, { status: 200 })]);
  expect(await cairn.trails.get('a')).toEqual({ id: 'é€😀' });
});

const UNSENDABLE = ['svc_api_x\n', 'svc_api_x\r\nHost: y', '', 'svc_api_–'];
test.each(UNSENDABLE)(
  'immediately rejects a credential or key that cannot be sent in a header (%j), without printing it',
  async (value) => {
    const { cairn, sent } = client([ok()]);
    const spoilt = connect({
      url: 'https://cairn.test',
      credential: value,
      fetch: () => Promise.reject(new Error('sent')),
    });
    for (const call of [spoilt.me(), cairn.trails.archive('a', { idempotencyKey: value })]) {
      const thrown: unknown = await call.catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(TypeError);
      expect(String(thrown)).toMatch(/The (credential|idempotency key) is empty, or contains/);
      if (value !== '') expect(String(thrown)).not.toContain(value.slice(0, 9));
    }
    expect(sent).toEqual([]);
  },
);

test('accepts an empty body only if the status allows it', async () => {
  const { cairn } = client([() => new Response('', { status: 200 }), () => new Response(null, { status: 204 })]);
  await expect(cairn.me()).rejects.toBeInstanceOf(UnexpectedAnswerError);
  expect(await cairn.trails.delete('a')).toBeUndefined();
});

test('stops waiting if onRetry aborts', async () => {
  const stop = new AbortController();
  const cairn = connect({
    url: 'https://cairn.test',
    credential: 'x',
    retries: { longestWaitMs: 700_000 },
    fetch: async () => problem('not-ready', 503, { 'retry-after': '600' })(),
    onRetry: () => stop.abort(new Error('enough')),
  });
  await expect(cairn.trails.archive('a', { signal: stop.signal })).rejects.toThrow('enough');
});
