// Every tool accepts the shapes that models and hand-written clients send in place of the right ones. Unclear input is
// refused in few tokens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedTrail } from '../../support/published-trail.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { tokensOf } from '../../support/tokens.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

let service: World;
let team: TestTeam;
let trail_id: string;
beforeAll(async () => {
  service = await world();
  team = await service.team({ name: 'Acme' });
  trail_id = await publishedTrail(team.publisher.speaks, readyDocument('Answer a refund request'));
});
afterAll(() => service.close());

type Members = Record<string, unknown>;
interface Answer {
  readonly status: number;
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly tools?: readonly Listed[];
  };
  readonly error?: { readonly code: number; readonly message: string };
}
interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties: Record<string, { readonly type?: string }>; required?: string[] };
}

async function send(method: string, params: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${service.address}/mcp`, {
    method: 'POST',
    headers: {
      ...{ Authorization: `Bearer ${team.publisher.key}`, 'Content-Type': 'application/json' },
      ...{ Accept: 'application/json, text/event-stream', 'User-Agent': 'clumsy-tool/1.0', ...headers },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = (await answer.text()).replace(/^event: message\ndata: /, '');
  return { status: answer.status, ...(JSON.parse(text) as Omit<Answer, 'status'>) };
}
const call = (name: string, args: unknown) => send('tools/call', { name, arguments: args });

/** The slug of a refused tool; undefined if it succeeds. */
function slugOf({ result, error }: Answer): string | undefined {
  if (error !== undefined) return error.message;
  if (result?.isError !== true) return undefined;
  return (JSON.parse(result.content?.[0]?.text ?? '{}') as { slug: string }).slug;
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Valid arguments for each tool. If the trail's state does not allow the call, the arguments were still accepted. */
const good = (): Record<string, Members> => ({
  find_trail: { prompt: 'answer a refund request', tool: 'claude' },
  get_trail: { trail_id, chosen_from: 'ab12' },
  use_trail: { trail_id, prompt: 'Draft', values: { customer_name: 'Ann' } },
  browse_trails: { role: 'support', tool: 'claude', text: 'refund' },
  give_feedback: { trail_id, helpful: true },
  authoring_guide: {},
  list_trails: { status: 'live', q: 'refund', limit: 2 },
  get_draft: { trail_id },
  create_draft: { document: readyDocument('Another'), idempotency_key: 'a' },
  save_draft: { trail_id, revision: 1, document: readyDocument('Answer a refund request') },
  run_examples: { trail_id, document: readyDocument() },
  test_surfacing: { trail_id, prompt: 'refund', document: readyDocument() },
  publish: { trail_id, revision: 1, note: 'Note' },
  unpublish: { trail_id },
  list_versions: { trail_id },
  get_version: { trail_id, version: 1 },
  upload_image: { data: PIXEL, trail_id, alt: 'A pixel' },
  restore_version: { trail_id, version: 1 },
  archive: { trail_id },
  unarchive: { trail_id },
  set_visibility: { trail_id, visibility: 'restricted' },
  list_grants: { trail_id },
  grant_access: { trail_id, email: team.member.email },
  revoke_access: { trail_id, user_id: team.member.id },
});

/** The arguments with one of them in another shape. */
function* shapesOf({ inputSchema: { properties, required = [] } }: Listed, args: Members): Generator<unknown> {
  yield JSON.stringify(args);
  if (required.length === 0 && !('document' in args)) yield null;
  // A draft needs a document or a title, which the schema does not say.
  const absent = Object.keys(properties).filter((name) => !required.includes(name) && name !== 'document');
  for (const name of absent) for (const empty of [null, '']) yield { ...args, [name]: empty };
  yield { ...args, ...Object.fromEntries(absent.map((name) => [name, null])) };
  yield { ...args, undreamt_of: null };
  for (const [name, { type }] of Object.entries(properties)) {
    const value = args[name];
    if (value === undefined) continue;
    if (type !== 'string') yield { ...args, [name]: JSON.stringify(value) };
    if (type === 'object') yield { ...args, [name]: JSON.stringify(value, null, 2) };
    if (type === 'boolean') yield { ...args, [name]: 'True' };
  }
  if ('tool' in args) for (const tool of ['Claude', 'claude-code', 'GPT-5']) yield { ...args, tool };
}

test('accepts every tolerated form of the arguments of every tool', async () => {
  const { result } = await send('tools/list', {});
  const tools = result?.tools ?? [];
  const known = good();
  expect(tools.map(({ name }) => name).filter((name) => !(name in known))).toEqual([]);
  const refused: unknown[] = [];
  for (const tool of tools) {
    for (const args of shapesOf(tool, known[tool.name] ?? {})) {
      const answer = await call(tool.name, args);
      const slug = slugOf(answer);
      if (slug === 'validation' || answer.error !== undefined) refused.push([tool.name, args, answer]);
    }
  }
  expect(refused).toEqual([]);
});

test('treats a tolerated form of the arguments like the correct one', async () => {
  trail_id = await publishedTrail(team.publisher.speaks, readyDocument('Answer a refund request'));
  expect(slugOf(await call('give_feedback', { trail_id, helpful: 'FALSE' }))).toBeUndefined();
  const read = await call('get_trail', JSON.stringify({ trail_id }));
  expect(read.result?.content?.[0]?.text).toContain('"my_feedback":"not_helpful"');
  const unknown = await call('find_trail', { prompt: 'answer a refund request', tool: 'claude-code' });
  expect(unknown.result?.content?.[1]?.text).toContain('`tool` was ignored');
  const known = await call('find_trail', { prompt: 'answer a refund request', tool: 'Claude' });
  expect(known.result?.content).toHaveLength(1);
  const filled = await send('prompts/get', {
    name: 'answer-a-refund-request-2.draft',
    arguments: { customer_name: 'Ann', order_id: 7 },
  });
  expect(JSON.stringify(filled.result)).toContain('7');
});

describe.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'ping'])('%s', (method) => {
  test.each([[null], [{ cursor: null }], [{ cursor: '' }]])('accepts params %j', async (params) => {
    expect((await send(method, params)).error).toBeUndefined();
  });
});

test.each([
  ['application/json', 'application/json'],
  ['', 'application/json'],
  ['application/*', 'application/json'],
  ['text/event-stream', 'text/event-stream'],
])('responds to Accept "%s" as %s', async (Accept, type) => {
  const answer = await fetch(`${service.address}/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${team.publisher.key}`, 'Content-Type': 'application/json', Accept },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect(await answer.text()).toContain('"result":{}');
});

test('rejects a client that accepts neither JSON nor a stream', async () => {
  expect((await send('ping', {}, { Accept: 'text/html' })).status).toBe(406);
});

test.each<[string, Members]>([
  ['give_feedback', { helpful: 'maybe' }],
  ['give_feedback', { helpful: null }],
  ['save_draft', { revision: 'three', document: '{"title":' }],
  ['save_draft', { revision: '1.5', document: ['a'] }],
  ['find_trail', { prompt: null }],
  ['find_trail', { prompt: { text: 'x' } }],
  ['list_trails', { status: 'published', limit: '[5]' }],
  ['get_trail', { trail_id: 'the refund one' }],
])('refuses unclear input of %s in fewer than 120 tokens: %j', async (name, args) => {
  const answer = await call(name, { ...(['find_trail', 'list_trails'].includes(name) ? {} : { trail_id }), ...args });
  expect(slugOf(answer)).toBe('validation');
  expect(tokensOf(answer.result?.content?.[0]?.text ?? '')).toBeLessThan(120);
});

test('counts tolerated mistakes by client, with a limited number of client names', async () => {
  await send('tools/list', null);
  for (let n = 0; n < 60; n++) await send('tools/list', null, { 'User-Agent': `stranger-${n}/1` });
  const metrics = await service.app.metrics.text();
  expect(metrics).toContain('cairn_mcp_tolerated_total{mistake="null_params",client="clumsy-tool"}');
  expect(metrics).toContain('mistake="null_params",client="other"}');
  expect(metrics).not.toContain('stranger-59');
});
