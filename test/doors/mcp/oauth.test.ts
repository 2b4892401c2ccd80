// An AI tool with a signed-in person: its token is valid only for /mcp, gives access to what the person may see, and
// ends with their access.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deactivateMember } from '../../../src/directory/members/members.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { connected, PUBLIC, registered } from '../oauth/oauth-world.ts';
import { connect } from './mcp-client.ts';

let service: World;
let team: TestTeam;
let client_id: string;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  team = await service.team();
  ({ client_id } = await registered(service));
  await publishedTrail(team.publisher.speaks, readyDocument('Answer a refund request'));
});
afterAll(() => service.close());

const tokenOf = async (email: string, resource = '/mcp', scope?: string): Promise<string> =>
  (await connected(service, email, client_id, { resource, ...(scope === undefined ? {} : { scope }) })).access_token;

test('finds trails with a token for /mcp, and rejects the token at /v1 and at other MCP addresses', async () => {
  const token = await tokenOf(team.member.email);
  const caller = await connect(service.address, token);
  expect((await caller.client.listTools()).tools.map(({ name }) => name).sort()).toEqual([
    'browse_trails',
    'find_trail',
    'get_trail',
    'give_feedback',
    'use_trail',
  ]);
  expect(await caller.call('find_trail', { prompt: 'answer a refund request' })).toMatchObject({
    trail: { title: 'Answer a refund request' },
  });
  await caller.close();
  expect((await service.bearer(token).get('/v1/me')).status).toBe(401);
  await expect(connect(service.address, token, 'modern', `/mcp/${team.team_id}`)).rejects.toThrow(/401/);
});

test("accepts a token for the workspace's address there", async () => {
  const path = `/mcp/${team.team_id}`;
  const token = await tokenOf(team.member.email, path);
  const caller = await connect(service.address, token, 'modern', path);
  expect((await caller.client.listPrompts()).prompts.length).toBeGreaterThan(0);
  await caller.close();
  await expect(connect(service.address, token)).rejects.toThrow(/401/);
});

test("offers author tools for an author's token with author scopes", async () => {
  const caller = await connect(
    service.address,
    await tokenOf(team.author.email, '/mcp', 'trails:use trails:read trails:write'),
  );
  const names = (await caller.client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('save_draft');
  expect(names).not.toContain('publish');
  expect(await caller.call('create_draft', { title: 'By a tool' })).toHaveProperty('id');
  await caller.close();
});

test('ends a token at the next call after the membership has ended', async () => {
  const leaver = await team.person('Lena Leaver');
  const caller = await connect(service.address, await tokenOf(leaver.email));
  await caller.call('find_trail', { prompt: 'answer a refund request' });
  await service.app.database.inTransaction((tx) => deactivateMember(tx, team.team_id, leaver.id, null, BY_TEST));
  await expect(caller.client.callTool({ name: 'find_trail', arguments: { prompt: 'x' } })).rejects.toThrow(/40[13]/);
});
