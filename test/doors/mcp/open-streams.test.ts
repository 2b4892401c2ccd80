// Streams of change notifications end with their caller's access, and no single caller can use up all of them.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventStream } from '../../../src/doors/mcp/event-stream.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';

let service: World;
let team: Managed;
beforeAll(async () => {
  service = await world();
  team = await managedTeam(service);
});
afterAll(() => service.close());

const VERSION = '2026-07-28';
const PARAMS = {
  notifications: { promptsListChanged: true },
  _meta: {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};
const listen = (key: string, signal: AbortSignal | null = null) =>
  fetch(`${service.address}/mcp`, {
    method: 'POST',
    signal,
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': 'subscriptions/listen',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: PARAMS }),
  });

/** Whether the stream has ended. A refused one counts as ended. */
async function watched(key: string, signal?: AbortSignal): Promise<{ hasEnded: boolean }> {
  const answer = await listen(key, signal);
  const state = { hasEnded: answer.headers.get('content-type') !== 'text/event-stream' };
  void answer.text().then(
    () => (state.hasEnded = true),
    () => undefined,
  );
  return state;
}

test('ends a stream within seconds after its key or membership ends, and keeps others', async () => {
  const [revoked, leaver, stays] = [
    await team.person('Rita', ['author']),
    await team.person('Lea', ['author']),
    team.author,
  ];
  const streams = await Promise.all([revoked, leaver, stays].map(({ key }) => watched(key)));
  await pause(1_500);
  expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([false, false, false]);
  expect((await team.asAdmin.send('DELETE', `/manage/v1/keys/${revoked.key_id}`)).status).toBe(204);
  expect((await team.asAdmin.send('DELETE', `/manage/v1/members/${leaver.id}`)).status).toBe(204);
  await expect.poll(() => streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true, false]);
});

test('opens no stream for a key that was just revoked', async () => {
  const { key, key_id } = await team.person('Rob', ['author']);
  const first = new AbortController();
  expect((await listen(key, first.signal)).status).toBe(200);
  first.abort();
  expect((await team.asAdmin.send('DELETE', `/manage/v1/keys/${key_id}`)).status).toBe(204);
  expect((await listen(key)).status).toBe(401);
});

test('allows 50 open streams per credential, even concurrently, and frees the slot of a closed one', async () => {
  const { key } = await team.person('Max', ['author']);
  const departure = new AbortController();
  const states = await Promise.all(Array.from({ length: 80 }, () => watched(key, departure.signal)));
  await expect.poll(() => states.filter(({ hasEnded }) => !hasEnded)).toHaveLength(50);
  const refused = await listen(key);
  expect(await refused.json()).toMatchObject({ id: 1, error: { code: 429, data: { slug: 'rate-limited' } } });
  expect(await watched(team.author.key)).toEqual({ hasEnded: false });
  departure.abort();
  await expect.poll(() => watched(key)).toEqual({ hasEnded: false });
});

test('disconnects a client that does not read', async () => {
  let isCancelled = false;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel() {
      isCancelled = true;
    },
  });
  await once(eventStream(source as never, []), 'close');
  expect(isCancelled).toBe(true);
});
