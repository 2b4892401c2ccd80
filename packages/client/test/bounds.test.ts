// The client's behavior at limits: sizes, URLs, headers, waits, and what it releases.
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { type ClientOptions, connect } from '../src/client.ts';
import { ConnectionError } from '../src/errors.ts';
import { USUAL_RETRIES, waitBefore } from '../src/retry.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * A client of a service that returns these responses in order and then repeats the last one, and the requests that the
 * service received.
 */
function client(options: Partial<ClientOptions> = {}, ...replies: readonly (() => Response)[]) {
  const sent: Sent[] = [];
  const cairn = connect({
    url: 'https://cairn.test',
    credential: 'svc_api_x',
    ...options,
    fetch: async (url, { method = '', headers, body } = {}) => {
      sent.push({ method, url: String(url), headers: new Headers(headers), body });
      return (replies[sent.length - 1] ?? replies.at(-1) ?? ok())();
    },
  });
  return { cairn, sent };
}

const ok =
  (body: object = {}, headers: Record<string, string> = {}) =>
  (): Response =>
    new Response(JSON.stringify(body), { headers });
const notReady = (): Response => {
  const problem = { type: 'https://x/problems/not-ready', title: '', status: 503, detail: 'Wait.', instance: '' };
  return new Response(JSON.stringify(problem), { status: 503, headers: { 'retry-after': '0' } });
};

const MAX_BYTES = 10 * 1_048_576;

/** That many bytes in chunks of a megabyte. Records whether the reader cancels. */
function streamOf(length: number): { readonly stream: ReadableStream<Uint8Array>; readonly isLeft: () => boolean } {
  let [left, isLeft] = [length, false];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = Math.min(left, 1_048_576);
      left -= piece;
      if (piece === 0) controller.close();
      else controller.enqueue(new Uint8Array(piece));
    },
    cancel() {
      isLeft = true;
    },
  });
  return { stream, isLeft: () => isLeft };
}

test('sends an image of 10 MB', async () => {
  const { cairn, sent } = client();
  await cairn.assets.upload(streamOf(MAX_BYTES).stream);
  const file = sent[0]?.body instanceof FormData ? sent[0].body.get('file') : undefined;
  expect(file instanceof Blob && file.size).toBe(MAX_BYTES);
});

test('sends nothing if the image is too large, and cancels its source', async () => {
  const { cairn, sent } = client();
  const { stream, isLeft } = streamOf(2 * MAX_BYTES);
  await expect(cairn.assets.upload(stream)).rejects.toThrow('larger than 10 MB');
  expect([sent, isLeft()]).toEqual([[], true]);
});

test.each([
  ['https://cairn.test/', 'https://cairn.test/v1/me'],
  ['https://company.test/cairn', 'https://company.test/cairn/v1/me'],
  ['https://company.test/cairn//', 'https://company.test/cairn/v1/me'],
])('at base URL %s requests %s', async (url, asked) => {
  const { cairn, sent } = client({ url });
  await cairn.me();
  expect(sent.map((each) => each.url)).toEqual([asked]);
});

test('does not read an empty header as a number', async () => {
  const headers = { 'ratelimit-limit': '600', 'ratelimit-remaining': '', 'ratelimit-reset': 'soon' };
  const { response } = await client({}, ok({}, headers)).cairn.me().withResponse();
  expect(response.rate).toEqual({ limit: 600, remaining: undefined, reset: undefined });
});

test('requests JSON regardless of the headers option', async () => {
  const { cairn, sent } = client({ headers: { Accept: 'text/html', 'X-Own': 'yes' } });
  await cairn.me();
  expect([sent[0]?.headers.get('accept'), sent[0]?.headers.get('x-own')]).toEqual(['application/json', 'yes']);
});

test('starts a list at a given cursor and continues from there', async () => {
  const { cairn, sent } = client({}, ok({ items: [], next_cursor: 'c2' }), ok({ items: [], next_cursor: null }));
  await cairn.trails.list({ cursor: 'c1', limit: 7 }).all();
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?cursor=c1&limit=7', '?cursor=c2&limit=7']);
});

test('restores a version with the given revision and key', async () => {
  const { cairn, sent } = client();
  await cairn.trails.versions.restore('a', 3, { ifMatch: 7, idempotencyKey: 'k' });
  const [{ method, url, headers } = { method: '', url: '', headers: new Headers() }] = sent;
  expect([method, url]).toEqual(['POST', 'https://cairn.test/v1/trails/a/versions/3/restore']);
  expect([headers.get('if-match'), headers.get('idempotency-key')]).toEqual(['"7"', 'k']);
});

test('doubles the wait up to eight seconds if there is no Retry-After, and waits at least half of that', () => {
  const waits = (random: number): unknown[] =>
    [1, 2, 3, 4, 5, 6, 7].map((sent) =>
      waitBefore(new ConnectionError('x'), sent, { ...USUAL_RETRIES, most: 7 }, () => random),
    );
  expect(waits(0)).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 4_000]);
  expect(waits(0.5)).toEqual([187.5, 375, 750, 1_500, 3_000, 6_000, 6_000]);
});

test('removes its listeners from a signal that is reused for many calls', async () => {
  const { signal } = new AbortController();
  const { cairn } = client({}, notReady, notReady, ok());
  await cairn.me({ signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
