import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { connect, type Era, type McpCaller } from './mcp-client.ts';

let service: World;
let team: TestTeam;
const open: McpCaller[] = [];
const as = async (key: string, era: Era = 'modern'): Promise<McpCaller> => {
  const caller = await connect(service.address, key, era);
  open.push(caller);
  return caller;
};
beforeAll(async () => {
  service = await world();
});
beforeEach(async () => {
  team = await service.team({ name: 'Acme Ltd' });
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await service.close();
});

interface Trail {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly published_version: number | null;
  readonly publish_issues: readonly { readonly field: string }[];
}

/** A trail that everyone in the workspace can see. */
async function published(author: McpCaller, title: string): Promise<Trail> {
  const draft = await author.call<Trail>('create_draft', { document: readyDocument(title) });
  return author.call<Trail>('publish', { trail_id: draft.id, revision: draft.revision });
}

describe.each(['modern', 'legacy'] as const)('a %s client', (era) => {
  test('finds a trail, fills in its prompt, and reports whether it helped', async () => {
    const author = await as(team.publisher.key, era);
    const trail = await published(author, `Answer a refund request ${era}`);
    const employee = await as(team.owner.key, era);
    const found = await employee.call<{ trail: { id: string } | null }>('find_trail', {
      prompt: `answer a refund request ${era}`,
      tool: 'claude',
    });
    expect(found.trail?.id).toBe(trail.id);
    const elsewhere = { prompt: `answer a refund request ${era}`, tool: 'copilot' };
    expect(await employee.call('find_trail', elsewhere)).toEqual({ trail: null, may_fit: [] });
    const vague = { prompt: 'mrs weber again, she is furious', task: `Answer a refund request ${era}.` };
    expect((await employee.call<typeof found>('find_trail', vague)).trail?.id).toBe(trail.id);
    const { prompts } = await employee.client.listPrompts();
    const prompt = prompts.find(({ title }) => title?.startsWith(`Answer a refund request ${era}:`));
    const values = Object.fromEntries((prompt?.arguments ?? []).map(({ name }) => [name, `<${name}>`]));
    const filled = await employee.client.getPrompt({ name: prompt?.name ?? '', arguments: values });
    expect(JSON.stringify(filled.messages)).not.toContain('{{');
    for (const [helpful, my_feedback] of [
      [true, 'helpful'],
      [false, 'not_helpful'],
    ] as const) {
      await employee.call('give_feedback', { trail_id: trail.id, helpful });
      expect(await employee.call('get_trail', { trail_id: trail.id })).toMatchObject({ my_feedback });
    }
  });

  test("reads when to use a prompt, or the trail's description if there is no trigger text", async () => {
    const author = await as(team.publisher.key, era);
    const moment = 'A customer asks for money back.';
    for (const when of [moment, '']) {
      const ready = readyDocument(`For the moment "${when}"`);
      const document = { ...ready, trigger: { ...ready.trigger, when } };
      const { id: trail_id } = await author.call<Trail>('create_draft', { document });
      await author.call('publish', { trail_id });
    }
    const { prompts } = await author.client.listPrompts();
    expect(prompts.map(({ description }) => description)).toEqual([moment, readyDocument().description]);
  });

  test('is offered change notifications if it can open a stream for them', async () => {
    const { client } = await as(team.owner.key, era);
    const listChanged = era === 'modern';
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged },
      prompts: { listChanged },
      resources: { listChanged },
    });
  });

  test('writes, fixes, tests, publishes and unpublishes a trail using only tool calls', async () => {
    const author = await as(team.publisher.key, era);
    expect(await author.call('authoring_guide')).toHaveProperty('document_schema');
    const draft = await author.call<Trail>('create_draft', { title: `Plan a workshop ${era}` });
    const unready = await author.refused('publish', { trail_id: draft.id });
    expect(unready.slug).toBe('validation');
    expect(unready.issues?.map(({ field }) => field)).toContain('prompts');
    const broken = { trail_id: draft.id, revision: 1, document: { title: 'x', prompts: [{ label: 'a' }] } };
    expect((await author.refused('save_draft', broken)).issues?.[0]?.field).toBe('prompts[0].body');
    const document = readyDocument(`Plan a workshop ${era}`);
    const saved = await author.call<Trail>('save_draft', { trail_id: draft.id, revision: 1, document });
    const stale = await author.refused('save_draft', { trail_id: draft.id, revision: 1, document });
    expect(stale).toMatchObject({ slug: 'revision-conflict', current_revision: 2 });
    expect(stale.remedy).toContain('revision 2');
    expect(await author.call('run_examples', { trail_id: draft.id })).toHaveProperty('summary');
    expect(await author.call('test_surfacing', { trail_id: draft.id, prompt: 'plan a workshop' })).toHaveProperty(
      'reason',
    );
    const live = await author.call<Trail>('publish', { trail_id: draft.id, revision: saved.revision, note: 'First' });
    expect(live).toMatchObject({ status: 'live', published_version: 1 });
    expect(await author.call('list_versions', { trail_id: draft.id })).toMatchObject({
      versions: [{ version: 1, note: 'First', is_live: true }],
    });
    expect(await author.call('get_version', { trail_id: draft.id, version: 1 })).toMatchObject({ version: 1 });
    expect(await author.call('unpublish', { trail_id: draft.id })).toMatchObject({ status: 'draft' });
  });

  test('creates one draft when it repeats a call with the same idempotency key', async () => {
    const author = await as(team.author.key, era);
    const args = { title: `Once only ${era}`, idempotency_key: `key-${era}` };
    const first = await author.call<Trail>('create_draft', args);
    expect((await author.call<Trail>('create_draft', args)).id).toBe(first.id);
    expect((await author.refused('create_draft', { ...args, title: 'Other' })).slug).toBe('idempotency-key-mismatch');
  });

  test('reads the trail as a skill, with the digest and size of its exact bytes', async () => {
    const author = await as(team.publisher.key, era);
    await published(author, `Write a summary ${era}`);
    const { resources } = await author.client.listResources();
    const resource = resources.find(({ name }) => name === `write-a-summary-${era}`);
    expect(resource?.uri).toBe(`skill://acme-ltd/write-a-summary-${era}/SKILL.md`);
    const { contents } = await author.client.readResource({ uri: resource?.uri ?? '' });
    const [content] = contents;
    expect(content).toMatchObject({ mimeType: 'text/markdown' });
    expect(content !== undefined && 'text' in content ? Buffer.byteLength(content.text) : 0).toBe(resource?.size);
  });
});

test('offers no author tools to a member whose roles do not allow reading drafts', async () => {
  const owner = await as(team.owner.key);
  const names = (await owner.client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('save_draft');
  const reading = await team.key(team.author.id, { scopes: ['trails:read'] });
  const reader = await as(reading.key);
  const offered = (await reader.client.listTools()).tools.map(({ name }) => name);
  expect(offered).toContain('find_trail');
  expect(offered).not.toContain('save_draft');
  expect((await reader.refused('create_draft', { title: 'x' })).slug).toBe('insufficient-scope');
  const { remedy } = await reader.refused('get_draft', { trail_id: '01970000-0000-7000-8000-000000000009' });
  expect(remedy).toBe('Call list_trails to see what exists.');
});

test.each([
  [['trails:use']],
  [['trails:use', 'trails:read', 'trails:write', 'trails:publish']],
  [['trails:read', 'trails:write', 'trails:publish']],
])('offers the employee tools to a member without a role whose key has %j', async (scopes) => {
  const { client } = await as((await team.key(team.member.id, { scopes })).key);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(['find_trail', 'get_trail', 'use_trail', 'browse_trails', 'give_feedback']);
});

test("explains to a member that the role allows none of the key's scopes", async () => {
  const { speaks } = await team.key(team.member.id, { scopes: ['trails:write', 'trails:publish'] });
  const answer = await speaks.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('no longer allow it') } });
  expect(slugOf(answer)).toBe('forbidden');
});

test('mentions no hidden tools and no regular expressions to a member', async () => {
  const employee = await as((await team.key(team.member.id, { scopes: ['trails:use'] })).key);
  const { tools } = await employee.client.listTools();
  const nobodys = { trail_id: '01970000-0000-7000-8000-000000000009' };
  const refused = [
    await employee.refused('find_trail', { prompt: ' \u3164' }),
    await employee.refused('find_trail', { prompt: '' }),
    await employee.refused('get_trail', nobodys),
    await employee.refused('give_feedback', { ...nobodys, helpful: true }),
  ];
  const said = JSON.stringify([tools, refused]);
  const named = said.match(/\b(?:find|get|give|list|create|save|run|test)_[a-z]+\b/g) ?? [];
  expect(named.filter((name) => !tools.some((tool) => tool.name === name))).toEqual([]);
  expect(refused.map(({ remedy }) => remedy)).toContain('Call find_trail to see what exists.');
  expect(refused[0]?.issues?.map(({ message }) => message)).toEqual(['Is blank. Write something here.']);
  expect(said).not.toContain('\\\\p{');
});

test('accepts an uppercase id from authors and employees, and returns it in lowercase', async () => {
  const author = await as(team.publisher.key);
  const { id } = await published(author, 'Read a contract');
  const trail_id = id.toUpperCase();
  const answered = [
    await author.call('get_draft', { trail_id }),
    await author.call('get_trail', { trail_id }),
    await author.call('list_versions', { trail_id }),
    await author.call('give_feedback', { trail_id, helpful: true }),
  ];
  expect(JSON.stringify(answered)).toContain(id);
  expect(JSON.stringify(answered)).not.toContain(trail_id);
});

test('describes the tools in JSON Schema that any client can compile', async () => {
  const told = JSON.stringify((await (await as(team.publisher.key)).client.listTools()).tools);
  expect(told).toContain('"outputSchema"');
  expect(told).not.toMatch(/"(?:\$id|discriminator)":|"format":"int/);
});

test('names prompts by their labels and keeps the names', async () => {
  const author = await as(team.publisher.key);
  const named = async () => (await author.client.listPrompts()).prompts.map(({ name }) => name);
  const document = {
    ...readyDocument('Bake bread'),
    prompts: [{ label: 'Ask for the oven', body: 'How hot is {{oven}}?' }],
  };
  const { id: trail_id } = await author.call<Trail>('create_draft', { document });
  await author.call('publish', { trail_id });
  expect(await named()).toEqual(['bake-bread.ask-for-the-oven']);
  const draft = await author.call<Trail & { document: { prompts: { id: string }[] } }>('get_draft', { trail_id });
  const prompts = draft.document.prompts.map((one) => ({ ...one, label: 'Check the oven' }));
  await author.call('save_draft', { trail_id, revision: draft.revision, document: { ...document, prompts } });
  await author.call('publish', { trail_id });
  expect(await named()).toEqual(['bake-bread.ask-for-the-oven']);
});

test('fills in the given values, and asks for the missing ones in the last line', async () => {
  const author = await as(team.publisher.key);
  await published(author, 'Answer a refund request');
  const { prompts } = await author.client.listPrompts();
  expect(prompts[0]?.arguments?.map(({ required }) => required)).toEqual([false, false]);
  const ask = async (values: Record<string, string>) => {
    const { messages } = await author.client.getPrompt({ name: prompts[0]?.name ?? '', arguments: values });
    return messages[0]?.content;
  };
  expect(await ask({})).toMatchObject({
    text: 'Draft a reply to {{customer_name}} about {{order_id}}.\n\nAsk me for: customer_name, order_id',
  });
  expect(await ask({ customer_name: 'Ann', order_id: '7' })).toMatchObject({ text: 'Draft a reply to Ann about 7.' });
});

test('finds every listed prompt by its name, for trails with any titles', async () => {
  const operator = await service.operator();
  const desk = await service.team({ name: 'Globex' });
  const publish = async (speaks: Speaker, title: string) => {
    const { body } = await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument(title) });
    expect((await speaks.post(`/v1/trails/${body.id}/publish`)).status).toBe(200);
  };
  const mark = newId();
  await publish(operator.speaks, `Write report ${mark}`);
  await publish(desk.publisher.speaks, 'Service');
  const { client } = await as(desk.owner.key);
  const { prompts } = await client.listPrompts();
  const names = prompts.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['service.draft', `service.write-report-${mark}.draft`]));
  for (const { name, title, arguments: wanted = [] } of prompts) {
    const values = Object.fromEntries(wanted.map((one) => [one.name, 'x']));
    expect((await client.getPrompt({ name, arguments: values })).description).toBe(title);
  }
});

test('restricts a trail, opens it to a person, closes it again, and restores a version', async () => {
  const author = await as(team.publisher.key);
  const document = readyDocument('Count the stock');
  const { id: trail_id, revision } = await author.call<Trail>('create_draft', { document });
  await author.call('publish', { trail_id, revision });
  const employee = await as(team.member.key);
  const sees = async () => (await employee.call<{ total: number }>('browse_trails', { text: 'Count the stock' })).total;
  expect(await author.call('set_visibility', { trail_id, visibility: 'restricted' })).toMatchObject({ id: trail_id });
  expect(await sees()).toBe(0);
  const { email, id: user_id } = team.member;
  expect(await author.call('grant_access', { trail_id, email })).toMatchObject({ grants: [{ user_id }] });
  expect(await sees()).toBe(1);
  expect(await author.call('list_grants', { trail_id })).toMatchObject({ grants: [{ user_id }] });
  expect(await author.call('revoke_access', { trail_id, user_id })).toEqual({ grants: [] });
  expect(await sees()).toBe(0);
  await author.call('save_draft', { trail_id, revision, document: readyDocument('Count the till') });
  expect(await author.call('restore_version', { trail_id, version: 1 })).toMatchObject({ title: 'Count the stock' });
});
