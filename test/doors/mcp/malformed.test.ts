// Almost valid messages: a client's mistake is never reported as an internal error (JSON-RPC 2.0, section 5.1: -32600
// invalid request, -32601 unknown method, -32602 invalid parameters, and only -32603 is internal).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rampFile } from '../../assets/sample-images.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { oneIn } from '../../support/runs.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

let service: World;
let team: TestTeam;
beforeAll(async () => {
  service = await world();
  team = await service.team({ name: 'Acme' });
});
afterAll(() => service.close());

const MODERN = '2026-07-28';
/** The library itself rejects invalid members, so they are not tried with every method. */
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Params = Record<string, unknown>;
const GOOD: readonly (readonly [string, Params])[] = [
  ['tools/list', { cursor: 'x' }],
  ['tools/call', { name: 'list_trails', arguments: {} }],
  ['prompts/list', { cursor: 'x' }],
  ['prompts/get', { name: 'x', arguments: { a: 'b' } }],
  ['skills/list', { cursor: 'x' }],
  ['resources/list', { cursor: 'x' }],
  ['resources/templates/list', { cursor: 'x' }],
  ['resources/read', { uri: 'skill://index.json' }],
  ['resources/subscribe', { uri: 'skill://index.json' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } }],
  ['logging/setLevel', { level: 'info' }],
  ['ping', {}],
  ['server/discover', {}],
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }],
  ['subscriptions/listen', { notifications: 5 }],
  ['tasks/get', { taskId: 'x' }],
  ['nothing/here', {}],
];
const WRONG: readonly unknown[] = [undefined, null, 5, 'text', [5], { deep: 5 }];

/** Omits each parameter or gives it another type, at every depth, and does the same to the parameters as a whole. */
function* nearly(params: Params): Generator<unknown> {
  yield* WRONG;
  for (const [name, value] of Object.entries(params)) {
    for (const wrong of WRONG) yield { ...params, [name]: wrong };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const inner of nearly(value as Params)) yield { ...params, [name]: inner };
  }
}

function* withMeta(sent: Iterable<unknown>, _meta: Params): Generator<unknown> {
  for (const params of sent) if (isObject(params)) yield { ...params, _meta };
}

interface Heard {
  readonly status: number;
  readonly body: { readonly error?: { readonly code: number; readonly message: string }; readonly id?: unknown };
}

async function send(
  message: unknown,
  headers: Record<string, string>,
  credential = team.publisher.key,
): Promise<Heard> {
  const answer = await fetch(`${service.address}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${credential}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(message),
  });
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    await answer.body?.cancel();
    return { status: answer.status, body: {} };
  }
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Heard['body']) };
}

const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// By day each invalid value comes from a client of one protocol version, alternating by method. At night both versions
// are used.
test.each(['modern', 'legacy'])(
  'explains to a %s client what is wrong with its parameters',
  async (era) => {
    const wrong: unknown[] = [];
    const codes = new Set<number>();
    for (const [at, [method, good]] of GOOD.entries()) {
      const headers: Record<string, string> =
        era === 'modern' ? { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method } : {};
      const _meta = era === 'modern' ? META : { progressToken: 1 };
      const isFirst = method === GOOD[0]?.[0];
      const sent = isFirst ? [...nearly({ ...good, _meta })] : [...WRONG, ...withMeta(nearly(good), _meta)];
      for (const params of oneIn(sent, 2, era === 'modern' ? at : at + 1)) {
        const name = isObject(params) ? (params.name ?? params.uri) : undefined;
        const named = typeof name === 'string' && era === 'modern' ? { 'Mcp-Name': name } : {};
        const { status, body } = await send({ jsonrpc: '2.0', id: 1, method, params }, { ...headers, ...named });
        if (body.error !== undefined) codes.add(body.error.code);
        const isTold = body.error === undefined || /^[A-Z]/.test(body.error.message);
        if (status >= 500 || body.error?.code === -32_603 || !isTold) wrong.push([method, params, status, body.error]);
      }
    }
    expect(wrong).toEqual([]);
    expect(codes).toContain(-32_602);
    expect(codes).toContain(-32_601);
  },
  300_000,
);

test.each(['modern', 'legacy'])('does not restart a list for an invented cursor of a %s client', async (era) => {
  await publishedTrail(team.publisher.speaks, readyDocument('Plan a workshop'));
  const { key } = await service.operator();
  for (const [method, params, credential] of [
    ['tools/list', {}],
    ['prompts/list', {}],
    ['prompts/list', {}, key],
    ['skills/list', {}],
    ['skills/list', {}, key],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/directory/read', { uri: 'skill://acme' }],
    ['resources/directory/read', { uri: 'skill://acme/plan-a-workshop' }],
  ] as const) {
    const [headers, more] =
      era === 'modern' ? [{ 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method }, { _meta: META }] : [{}, {}];
    const ask = (asked: object) =>
      send({ jsonrpc: '2.0', id: 1, method, params: { ...params, ...asked, ...more } }, headers, credential);
    expect((await ask({})).body.error, method).toBeUndefined();
    expect((await ask({ cursor: 'bm93aGVyZQ' })).body.error, method).toMatchObject({ code: -32_602 });
  }
});

test("finds every listed file when it walks through a skill's folders, each at its address", async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await rampFile('jpeg'))]), 'a.jpg');
  const { body } = await team.publisher.speaks.send<{ markdown: string }>('POST', '/v1/content-assets', form);
  await publishedTrail(team.publisher.speaks, { ...readyDocument('Hire a boat'), setup_guide: body.markdown });
  const ask = async <Result>(method: string, uri: string): Promise<Result> => {
    const headers = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method };
    const answer = await send({ jsonrpc: '2.0', id: 1, method, params: { uri, _meta: META } }, headers);
    return (answer.body as { result: Result }).result;
  };
  const walked = async (uri: string): Promise<string[]> => {
    const { resources } = await ask<{ resources: File[] }>('resources/directory/read', uri);
    const within = resources.map((one) => (one.mimeType === 'inode/directory' ? walked(one.uri) : [one.uri]));
    return (await Promise.all(within)).flat();
  };
  const root = 'skill://acme/hire-a-boat';
  const { skill } = await ask<{ skill: { resources: File[] } }>('skills/get', `${root}/SKILL.md`);
  const listed = skill.resources.map(({ uri }) => uri).toSorted();
  expect(listed).toEqual([`${root}/SKILL.md`, expect.stringMatching(/\/assets\/.+\.jpg$/)]);
  expect((await walked(root)).toSorted()).toEqual(listed);
  expect(await walked('skill://acme')).toEqual(expect.arrayContaining(listed));
});

interface File {
  readonly uri: string;
  readonly mimeType: string;
}

test('finds a skill only by the address of its SKILL.md', async () => {
  await publishedTrail(team.publisher.speaks, readyDocument('Book a ferry'));
  const got = async (uri: string) => {
    const headers = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'skills/get' };
    const message = { jsonrpc: '2.0', id: 1, method: 'skills/get', params: { uri, _meta: META } };
    return (await send(message, headers)).body;
  };
  const root = 'skill://acme/book-a-ferry';
  expect(await got(`${root}/SKILL.md`)).toMatchObject({ result: { skill: { frontmatter: { name: 'book-a-ferry' } } } });
  for (const beside of ['cover.png', 'SKILL.md.txt', 'references/SKILL.md', ''])
    expect((await got(`${root}/${beside}`)).error, beside).toMatchObject({ code: -32_602 });
});
