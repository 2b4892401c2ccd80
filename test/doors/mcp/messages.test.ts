// The metadata of a response to a message: caching, and the content of internal errors.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/database.ts';
import { IN_MEMORY } from '../../../src/storage/embedded/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

let service: World;
let team: TestTeam;
let isAway = false;
const away = (): Promise<never> => Promise.reject(new Error('the disk is full'));
/** The database, which does not serve reads while `isAway` is set. */
const around = (database: Database): Database => ({
  ...database,
  rows: (...query) => (isAway ? away() : database.rows(...query)),
  inTransaction: (work) => (isAway ? away() : database.inTransaction(work)),
});
beforeAll(async () => {
  // Always on embedded storage, where a test can wrap the database.
  service = await world({ CAIRN_DATABASE_URL: `embedded:${IN_MEMORY}` }, { around });
  team = await service.team({ name: 'Acme' });
  const { speaks } = team.publisher;
  const { body } = await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() });
  expect((await speaks.post(`/v1/trails/${body.id}/publish`)).status).toBe(200);
});
afterAll(() => service.close());

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const post = (method: string, params: object = {}): Promise<Response> =>
  fetch(`${service.address}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${team.author.key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...('name' in params ? { 'Mcp-Name': String(params.name) } : {}),
      ...('uri' in params ? { 'Mcp-Name': String(params.uri) } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  });

test.each<[string, object?]>([
  ['tools/list'],
  ['prompts/list'],
  ['resources/list'],
  ['resources/templates/list'],
  ['server/discover'],
  ['skills/list'],
  ['resources/read', { uri: 'skill://acme/answer-a-refund-request/SKILL.md' }],
])('caches %s privately for a minute', async (method, params = {}) => {
  const answer = await post(method, params);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({ result: { cacheScope: 'private', ttlMs: 60_000 } });
});

test('charges one request per message, even for an author tool, whose operation counts as a request', async () => {
  const left = async (method: string, params: object = {}) =>
    Number((await post(method, params)).headers.get('ratelimit-remaining'));
  const call = { name: 'list_trails', arguments: {} };
  const [first, ...then] = [await left('tools/list'), await left('tools/call', call), await left('tools/call', call)];
  expect(then).toEqual([first - 1, first - 2]);
});

test('sends notification streams through proxies unbuffered and uncached', async () => {
  const answer = await post('subscriptions/listen', { notifications: { promptsListChanged: true } });
  const { headers } = answer;
  expect([headers.get('content-type'), headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual([
    'text/event-stream',
    'no-store',
    'no',
  ]);
  await answer.body?.cancel();
});

test.each([
  ['tools/call', { name: 'get_trail', arguments: { trail_id: '01970000-0000-7000-8000-000000000009' } }],
  ['prompts/list', {}],
  ['resources/list', {}],
])('returns a 5xx from the gate for an internal error in %s (%j), without details', async (method, params) => {
  expect((await post(method, params)).status).toBe(200);
  isAway = true;
  try {
    const answer = await post(method, params);
    expect(await answer.text()).not.toMatch(/disk/);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
  } finally {
    isAway = false;
  }
});

test('returns a tool error for an internal error in an author tool, without details', async () => {
  isAway = true;
  try {
    const text = await (await post('tools/call', { name: 'create_draft', arguments: { title: 'Not kept' } })).text();
    expect(text).not.toMatch(/disk/);
    const { result } = JSON.parse(text) as { result: { isError: boolean; content: { text: string }[] } };
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ slug: 'not-ready' });
  } finally {
    isAway = false;
  }
});

test('counts calls by tool and result', async () => {
  const none = '01970000-0000-7000-8000-000000000009';
  const values = { customer_name: 'Ann', order_id: '7' };
  const wanted = [
    'method="tools/call",tool="find_trail",outcome="ok"',
    'method="tools/call",tool="give_feedback",outcome="refused"',
    'method="prompts/get",tool="",outcome="ok"',
  ];
  /** The expected counts, and the counters that must stay unchanged. */
  const counted = async (): Promise<number[]> => {
    const lines = (await service.app.metrics.text())
      .split('\n')
      .filter((line) => /^cairn_mcp_calls_total.*(?:find_|give_|prompts)/.test(line));
    const countOf = (line: string | undefined) => Number(line?.split(' ').at(-1) ?? 0);
    const each = wanted.map((labels) => countOf(lines.find((line) => line.includes(`{${labels}}`))));
    return [...each, lines.map(countOf).reduce((sum, count) => sum + count, 0)];
  };
  const before = await counted();
  await post('tools/call', { name: 'find_trail', arguments: { prompt: 'answer a refund request' } });
  await post('tools/call', { name: 'give_feedback', arguments: { trail_id: none, helpful: true } });
  await post('prompts/get', { name: 'answer-a-refund-request.draft', arguments: values });
  expect((await counted()).map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1, 1, 3]);
});
