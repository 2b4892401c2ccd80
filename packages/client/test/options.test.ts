// Options as JavaScript programs pass them: null and undefined count as omitted, and unusable values are rejected
// before anything is sent.
import { expect, test } from 'vitest';
import { type CallOptions, type ClientOptions, connect, EditConflictError, isCairnError } from '../src/client.ts';
import { waitBefore } from '../src/retry.ts';

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
/** Options that the types do not allow. */
type Loose = Record<string, unknown>;

const NOT_READY = new Response(
  JSON.stringify({ type: 'https://x/problems/not-ready', title: '', status: 503, detail: 'Wait.', instance: '' }),
  { status: 503, headers: { 'retry-after': '0' } },
);

/** A client of a service that returns `reply`, and the requests it received. */
function client(options: Loose, reply: () => Response = () => new Response('{"items":[],"next_cursor":null}')) {
  const sent: Sent[] = [];
  const usual: ClientOptions = {
    url: 'https://cairn.test',
    credential: 'svc_api_x',
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: init?.body instanceof FormData ? [...init.body.keys()] : init?.body,
      });
      return reply();
    },
  };
  return { cairn: connect({ ...usual, ...options }), sent };
}

const OF_CONNECT = ['path', 'timeoutMs', 'retries', 'headers', 'onRetry'];
const OF_CALLS = ['signal', 'timeoutMs', 'retries', 'idempotencyKey', 'ifMatch', 'note', 'document', 'reapply'];

/** Makes every call that has options with `options`. */
async function callAll(cairn: ReturnType<typeof connect>, options: Loose): Promise<void> {
  const more = options as CallOptions;
  await cairn.me(more);
  await cairn.trails.list(options, more).all();
  await cairn.trails.publish('a', more);
  await cairn.trails.runExamples('a', more);
  await cairn.trails.testSurfacing('a', 'x', more);
  await cairn.trails.save('a', { title: 'x' }, more as { ifMatch: number });
  await cairn.assets.upload(new Uint8Array(1), { ...more, trailId: options.trailId as string });
}

const withoutKeys = (sent: readonly Sent[]): Sent[] =>
  sent.map(({ headers: { 'idempotency-key': _key, ...headers }, ...rest }) => ({ ...rest, headers }));

test.each([undefined, null])('treats %s as omitted for every option', async (nothing) => {
  const usual = client({});
  await callAll(usual.cairn, {});
  const names = [...OF_CALLS, 'status', 'q', 'limit', 'cursor', 'trailId', 'alt'];
  const all = (of: readonly string[]): Loose => Object.fromEntries(of.map((name) => [name, nothing]));
  const given = client({ ...all(OF_CONNECT), headers: { 'x-a': nothing } });
  await callAll(given.cairn, all(names));
  expect(withoutKeys(given.sent)).toEqual(withoutKeys(usual.sent));
  const keys = given.sent.slice(2).map(({ headers }) => headers['idempotency-key']);
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key ?? ''))).toBe(true);
});

test.each([{ most: undefined }, { most: null }, { longestWaitMs: undefined, most: null }, {}])(
  'uses the default if retries is %j, for the client and for a call',
  async (retries) => {
    const everywhere = client({ retries }, () => NOT_READY.clone());
    await expect(everywhere.cairn.me()).rejects.toThrow('Wait.');
    const once = client({}, () => NOT_READY.clone());
    await expect(once.cairn.me({ retries: retries as object })).rejects.toThrow('Wait.');
    expect([everywhere.sent.length, once.sent.length]).toEqual([5, 5]);
  },
);

test("uses the client's options if a call omits them", async () => {
  const { cairn, sent } = client({ retries: { most: 1 } }, () => NOT_READY.clone());
  await expect(cairn.me({ retries: { longestWaitMs: 5, most: undefined } })).rejects.toThrow('Wait.');
  expect(sent).toHaveLength(2);
});

const NO_NUMBERS = [Number.NaN, -1, '4', true, {}];
const REFUSED: readonly (readonly [string, readonly unknown[], (value: unknown) => Loose])[] = [
  ['retries.most', NO_NUMBERS, (most) => ({ retries: { most } })],
  ['retries.longestWaitMs', NO_NUMBERS, (longestWaitMs) => ({ retries: { longestWaitMs } })],
  ['retries', [3, false, 'none'], (retries) => ({ retries })],
  ['timeoutMs', [...NO_NUMBERS, 0, Infinity, 2 ** 31], (timeoutMs) => ({ timeoutMs })],
];
const cases = (rows: typeof REFUSED): [string, string, Loose][] =>
  rows.flatMap(([name, values, of]) =>
    values.map((value): [string, string, Loose] => [name, `${typeof value} ${String(value)}`, of(value)]),
  );

test.each(cases(REFUSED))('%s: the constructor and a call reject %s and name the option', async (name, _, options) => {
  const sentence = `The option ${name} must be`;
  expect(() => client(options)).toThrow(TypeError);
  expect(() => client(options)).toThrow(sentence);
  const { cairn, sent } = client({});
  await expect(cairn.trails.archive('a', options)).rejects.toThrow(sentence);
  expect(sent).toEqual([]);
});

test.each(
  cases([
    ['idempotencyKey', [5, true, {}], (idempotencyKey) => ({ idempotencyKey })],
    ['ifMatch', [Number.NaN, 1.5, '7', '"7"', true], (ifMatch) => ({ ifMatch })],
  ]),
)('%s: a call rejects %s', async (name, _, options) => {
  const { cairn, sent } = client({});
  await expect(cairn.trails.archive('a', options)).rejects.toThrow(`The option ${name} must be`);
  expect(sent).toEqual([]);
});

test.each(
  cases([
    ['path', ['v1', '.evil.test', 5], (path) => ({ path })],
    ['fetch', ['fetch', {}], (fetch) => ({ fetch })],
    ['onRetry', ['warn', {}], (onRetry) => ({ onRetry })],
  ]),
)('%s: connect rejects %s', (name, _, options) => {
  expect(() => client(options)).toThrow(`The option ${name} must be`);
});

test.each([undefined, null, '', ' ', 'cairn.test', 'localhost:8080', 'ftp://cairn.test', 5])(
  'rejects the URL %j and names the option',
  (url) => {
    expect(() => client({ url })).toThrow(TypeError);
    expect(() => client({ url })).toThrow(/^The option url must be .* https:\/\/cairn\.example\. It is ./);
  },
);

test.each([undefined, null, 5, {}])('rejects the credential %j, even if a function returns it', async (given) => {
  expect(() => client({ credential: given })).toThrow('The credential must be');
  const { cairn, sent } = client({ credential: () => given });
  await expect(cairn.me()).rejects.toThrow('The credential is not a string.');
  expect(sent).toEqual([]);
});

test.each(NO_NUMBERS)('rejects reapply %j, and treats null as omitted', async (reapply) => {
  const conflict = {
    type: 'https://x/problems/revision-conflict',
    title: '',
    status: 412,
    detail: 'No.',
    instance: '',
  };
  const trail = { document: {}, revision: 1 };
  let reads = 0;
  const replies = () => {
    reads += 1;
    return reads % 2 === 1
      ? new Response(JSON.stringify(trail))
      : new Response(JSON.stringify(conflict), { status: 412 });
  };
  const { cairn } = client({}, replies);
  const edit = (options: Loose) => cairn.trails.edit('a', (draft) => Object.assign(draft, { title: 'x' }), options);
  await expect(edit({ reapply })).rejects.toThrow('The option reapply must be');
  expect(reads).toBe(0);
  await expect(edit({ reapply: null })).rejects.toBeInstanceOf(EditConflictError);
  expect(reads).toBe(13);
});

test('caps waits at the longest timer delay, because a longer one would fire at once', async () => {
  const { cairn } = client({ retries: { most: 0 } }, () => {
    const headers = { 'retry-after': '99999999' };
    return new Response(NOT_READY.clone().body, { status: 503, headers });
  });
  const thrown: unknown = await cairn.me().catch((error: unknown) => error);
  if (!isCairnError(thrown)) throw new Error('expected a refusal');
  expect(waitBefore(thrown, 1, { most: 4, longestWaitMs: Infinity })).toBe(2_147_483_647);
});
