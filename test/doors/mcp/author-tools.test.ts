// An author tool behaves like its operation: it passes on every argument, and costs the same.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine } from '../manage/support.ts';
import { connect, type McpCaller } from './mcp-client.ts';

interface Trail {
  readonly id: string;
  readonly revision: number;
}

let service: World;
let team: TestTeam;
let author: McpCaller;
beforeAll(async () => {
  service = await world({ CAIRN_RATE_SCALE: '1' });
  team = await service.team();
  author = await connect(service.address, team.publisher.key);
});
afterAll(async () => {
  await author.close();
  await service.close();
});

const draft = (title: string): Promise<Trail> => author.call<Trail>('create_draft', { document: readyDocument(title) });

test('publishes the reviewed revision, and refuses if another one was saved since', async () => {
  const { id: trail_id, revision } = await draft('Answer a refund request');
  const document = readyDocument('Answer another refund request');
  await author.call('save_draft', { trail_id, revision, document });
  expect(await author.refused('publish', { trail_id, revision })).toMatchObject({
    slug: 'revision-conflict',
    current_revision: revision + 1,
  });
  expect(await author.call('publish', { trail_id, revision: revision + 1 })).toMatchObject({ published_version: 1 });
});

test("records the address and program of a tool's request in the audit log, as at /v1", async () => {
  const { id } = await draft('Close the books');
  const asAdmin = await atCommandLine(service, team.team_id, team.admin.id);
  const logged = await asAdmin.get<{ items: { actor: { address?: string; device?: string } }[] }>(
    `/manage/v1/audit?kind=trail.created&subject_id=${id}`,
  );
  const address = expect.stringMatching(/127\.0\.0\.1$|^::1$/);
  expect(logged.body.items.map(({ actor }) => actor)).toMatchObject([{ address, device: expect.stringMatching(/./) }]);
});

test('tries a prompt on the document in the request, or on the stored draft if there is none', async () => {
  const { id: trail_id } = await draft('Water the plants');
  const prompt = 'translate the contract with our supplier';
  const document = {
    ...readyDocument('Translate a contract'),
    trigger: { when: prompt, keywords: ['translate', 'contract', 'supplier'], examples: [] },
  };
  const judged = (args: object) => author.call<{ confidence: number }>('test_surfacing', { trail_id, prompt, ...args });
  const [stored, sent] = [await judged({}), await judged({ document })];
  expect(sent.confidence).toBeGreaterThan(stored.confidence);
});

test('continues the list after its cursor, filtered by status and text', async () => {
  const bake = `Bake ${newId()}`;
  for (const title of [`${bake}: bread`, `${bake}: a cake`, 'Brew coffee']) await draft(title);
  const list = async (args: object) => {
    const { items, next_cursor } = await author.call<{
      items: { id: string; title: string }[];
      next_cursor?: string;
    }>('list_trails', args);
    return { titles: items.map(({ title }) => title), next_cursor };
  };
  const first = await list({ q: bake, limit: 1 });
  const second = await list({ q: bake, limit: 1, cursor: first.next_cursor });
  expect([first.titles, second.titles]).toEqual([[`${bake}: a cake`], [`${bake}: bread`]]);
  expect(second.next_cursor).toBeUndefined();
  expect((await list({ status: 'archived' })).titles).toEqual([]);
});

test('applies a retry with the same key once in every tool that accepts one, and treats another change as new', async () => {
  const [{ id: trail_id }, other] = [await draft('Water the plants'), await draft('Sweep the floor')];
  const document = readyDocument('Water the plants daily');
  const changes: Record<string, readonly [args: object, another: object]> = {
    create_draft: [{ title: 'Feed the cat' }, { title: 'Feed the dog' }],
    save_draft: [{ trail_id, revision: 1, document }, { revision: 2 }],
    run_examples: [{ trail_id }, { document }],
    publish: [{ trail_id, note: 'Daily' }, { note: 'Weekly' }],
    unpublish: [{ trail_id }, { trail_id: other.id }],
  };
  const { tools } = await author.client.listTools();
  const keyed = tools.filter(({ inputSchema }) => 'idempotency_key' in (inputSchema.properties ?? {}));
  expect(Object.keys(changes)).toEqual(keyed.map(({ name }) => name));
  for (const [name, [args, another]] of Object.entries(changes)) {
    const once = { ...args, idempotency_key: newId() };
    const first = await author.call(name, once);
    expect(await author.call(name, once), name).toEqual(first);
    expect(await author.refused(name, { ...once, ...another })).toMatchObject({ slug: 'idempotency-key-mismatch' });
  }
});

test('charges expensive tools to a separate bucket, and says how long to wait', async () => {
  const { id: trail_id } = await draft('Plan a workshop');
  let refused: { slug: string; retry_after?: number; remedy?: string } | undefined;
  let asked = 0;
  for (; refused === undefined && asked < 100; asked++) {
    const { content, isError } = await author.client.callTool({
      name: 'test_surfacing',
      arguments: { trail_id, prompt: 'plan a workshop' },
    });
    const [block] = content;
    if (isError === true) refused = JSON.parse(block?.type === 'text' ? block.text : '{}');
  }
  expect(refused).toMatchObject({ slug: 'rate-limited', retry_after: expect.any(Number) });
  expect(refused?.remedy).toContain(`Wait ${refused?.retry_after} seconds`);
  expect(await author.call('list_trails', { limit: 1 })).toHaveProperty('items');
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('describes the workflow in names of tools, and never as requests', async () => {
  const tools = (await author.client.listTools()).tools.map(({ name }) => name);
  const { workflow, publish_checklist } = await author.call<Record<string, string[]>>('authoring_guide');
  const said = [...(workflow ?? []), ...(publish_checklist ?? [])].join('\n');
  expect(said).not.toMatch(/\/v1|\b(?:GET|POST|PUT|ETag|If-Match|Idempotency-Key)\b|run-examples/);
  const named = [...new Set(said.match(/\b[a-z]+_[a-z]+\b/g))].filter(
    (name) => !/^(no_match|publish_issues|snake_case)$/.test(name),
  );
  expect(named.filter((name) => !tools.includes(name) && name !== 'idempotency_key')).toEqual([]);
});

test("does not mention requests of /v1 in a tool's error", async () => {
  const { id: trail_id, revision } = await draft('Wind the clock');
  await author.call('archive', { trail_id });
  const refused = [
    await author.refused('publish', { trail_id }),
    await author.refused('save_draft', { trail_id, revision: revision + 7, document: readyDocument() }),
    await author.refused('get_draft', { trail_id: newId() }),
  ];
  expect(JSON.stringify(refused)).not.toMatch(/\/v1|\b(?:GET|POST|PUT|ETag|If-Match)\b/);
  expect(await author.call('unarchive', { trail_id })).toMatchObject({ status: 'draft' });
});

test('uploads an image of a setup guide, and rejects files that are not images', async () => {
  const { id: trail_id } = await draft('Hang a picture');
  const uploaded = await author.call<{ markdown: string; url: string }>('upload_image', {
    ...{ data: `data:image/png;base64,${PIXEL}`, trail_id, alt: 'A pixel' },
  });
  expect(uploaded.markdown).toBe(`![A pixel](${uploaded.url})`);
  expect((await author.refused('upload_image', { data: 'aGVsbG8=' })).slug).toBe('unsupported-media-type');
  expect((await author.refused('upload_image', { data: PIXEL, trail_id: newId() })).slug).toBe('not-found');
});
