// The list of tools as a model sees it: the tools for each caller, their order, and their size in tokens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { tokensOf } from '../../support/tokens.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { connect, type McpCaller } from './mcp-client.ts';

let service: World;
let team: TestTeam;
const open: McpCaller[] = [];
const as = async (key: string): Promise<McpCaller> => {
  const caller = await connect(service.address, key);
  open.push(caller);
  return caller;
};
const withScopes = async (id: string, scopes: string[]) => as((await team.key(id, { scopes })).key);
beforeAll(async () => {
  service = await world();
  team = await service.team({ name: 'Acme Ltd' });
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await service.close();
});

const EMPLOYEE = ['find_trail', 'get_trail', 'use_trail', 'browse_trails', 'give_feedback'];
const toolsOf = async ({ client }: McpCaller) => (await client.listTools()).tools;

/** Hosts show a model the name, the description and the arguments of a tool. */
const shownToModel = (tools: Awaited<ReturnType<typeof toolsOf>>): string =>
  JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));

test('shows a model the employee tools in at most 600 tokens, and the instructions in 250', async () => {
  const employee = await withScopes(team.member.id, ['trails:use']);
  const tools = await toolsOf(employee);
  expect(tools.map(({ name }) => name)).toEqual(EMPLOYEE);
  expect(tokensOf(shownToModel(tools))).toBeLessThanOrEqual(600);
  const instructions = employee.client.getInstructions() ?? '';
  expect(tokensOf(instructions)).toBeLessThanOrEqual(250);
  const named = instructions.match(/\b[a-z]+_[a-z]+\b/g) ?? [];
  expect([...new Set(named)].filter((name) => !EMPLOYEE.includes(name))).toEqual([]);
});

test('keeps the tools that find and read a trail in view, and gives every tool an icon', async () => {
  const tools = await toolsOf(await as(team.owner.key));
  const inView = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true).map(({ name }) => name);
  expect(inView).toEqual(['find_trail', 'get_trail']);
  expect(tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === false)).toHaveLength(tools.length - 2);
  const { prompts } = await (await as(team.owner.key)).client.listPrompts();
  for (const { icons } of [...tools, ...prompts]) expect(icons?.[0]?.src).toBe(`${service.baseUrl}/console/mark.svg`);
});

describe('start_authoring', () => {
  const offeredTo = async (id: string, scopes: string[]) =>
    (await toolsOf(await withScopes(id, scopes))).slice(EMPLOYEE.length);

  test('is the only author tool if the role allows authoring and the credential does not', async () => {
    for (const id of [team.author.id, team.publisher.id, team.owner.id])
      expect((await offeredTo(id, ['trails:use'])).map(({ name }) => name)).toEqual(['start_authoring']);
  });

  test('is not offered to people who cannot write, or whose credential can', async () => {
    expect(await offeredTo(team.member.id, ['trails:use'])).toEqual([]);
    const names = (await offeredTo(team.author.id, ['trails:use', 'trails:read'])).map(({ name }) => name);
    expect(names).not.toContain('start_authoring');
    expect(names).not.toContain('create_draft');
    expect(names).toContain('list_trails');
  });

  test('asks for the scopes that the roles allow, and lists the tools once they are there', async () => {
    const author = await withScopes(team.author.id, ['trails:use']);
    expect(await author.refused('start_authoring')).toMatchObject({
      slug: 'insufficient-scope',
      required_scope: 'trails:read trails:write',
    });
    const { tools } = await (await as(team.author.key)).call<{ tools: string[] }>('start_authoring');
    expect(tools).toEqual(expect.arrayContaining(['authoring_guide', 'create_draft', 'save_draft']));
    expect(tools).not.toContain('publish');
  });
});

describe('browse_trails', () => {
  interface Page {
    readonly trails: readonly { readonly id: string; readonly title: string; readonly role?: string }[];
    readonly total: number;
    readonly next_cursor?: string;
  }
  const publish = async (title: string, fields: object): Promise<void> => {
    const { speaks } = team.publisher;
    const { body } = await speaks.post<{ id: string }>('/v1/trails', {
      document: { ...readyDocument(title), ...fields },
    });
    expect((await speaks.post(`/v1/trails/${body.id}/publish`)).status).toBe(200);
  };
  beforeAll(async () => {
    await publish('Prepare a sales call', { target_role: 'Sales rep', tools: ['claude'] });
    await publish('Straße sperren', { target_role: 'Bauhof', tools: [] });
    for (let n = 1; n <= 21; n++) await publish(`Reply ${n}`, { target_role: 'Support agent', tools: ['chatgpt'] });
  });

  test('lists trails by words of the role and the text, ignoring case', async () => {
    const employee = await withScopes(team.member.id, ['trails:use']);
    const titles = async (args: object) =>
      (await employee.call<Page>('browse_trails', args)).trails.map(({ title }) => title);
    expect(await titles({ role: 'SALES' })).toEqual(['Prepare a sales call']);
    expect(await titles({ role: 'rep sales', text: 'call prepare' })).toEqual(['Prepare a sales call']);
    expect(await titles({ text: 'STRASSE' })).toEqual(['Straße sperren']);
    expect(await titles({ text: '100%_' })).toEqual([]);
    expect((await titles({ tool: 'claude' })).sort()).toEqual(['Prepare a sales call', 'Straße sperren']);
  });

  test('lists every trail once, page by page, with the total number', async () => {
    const employee = await withScopes(team.member.id, ['trails:use']);
    const first = await employee.call<Page>('browse_trails', {});
    const second = await employee.call<Page>('browse_trails', { cursor: first.next_cursor });
    expect([first.trails.length, second.trails.length, first.total, second.next_cursor]).toEqual([
      20,
      3,
      23,
      undefined,
    ]);
    const ids = [...first.trails, ...second.trails].map(({ id }) => id);
    expect(new Set(ids).size).toBe(23);
    expect((await employee.refused('browse_trails', { cursor: 'garbage' })).slug).toBe('bad-request');
  });

  test("lists no drafts and no trails of another workspace, and rejects another workspace's cursor", async () => {
    const elsewhere = await service.team({ name: 'Next door' });
    const { cursor } = await connectAndBrowse();
    const outsider = await as(elsewhere.member.key);
    expect(await outsider.call('browse_trails', {})).toEqual({ trails: [], total: 0 });
    expect((await outsider.refused('browse_trails', { cursor })).slug).toBe('bad-request');
    await team.author.speaks.post('/v1/trails', { title: 'Secret draft' });
    const employee = await withScopes(team.member.id, ['trails:use']);
    expect(await employee.call('browse_trails', { text: 'secret' })).toEqual({ trails: [], total: 0 });
  });

  const connectAndBrowse = async () => {
    const { next_cursor: cursor } = await (await as(team.member.key)).call<Page>('browse_trails', {});
    return { cursor };
  };
});
