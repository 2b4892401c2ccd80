// A slash at the end of an address: /mcp, which people type into their tools, takes it (as SCIM does: hostile.test.ts);
// everywhere else there is nothing at such an address, and who asks is told so. `DELETE /things/` with an id that is
// empty by mistake reaches no list.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { connect } from './mcp/mcp-client.ts';

let service: World;
let team: TestTeam;
beforeAll(async () => {
  service = await world();
  team = await service.team();
});
afterAll(() => service.close());

test.each([
  ['GET', '/health/'],
  ['GET', '/v1/me/'],
  ['GET', '/v1/trails/'],
  ['POST', '/v1/trails/'],
  ['DELETE', '/v1/trails/'],
  ['GET', '/v1/trails//?limit=5'],
  ['GET', '/v1/trails/01980000-0000-7000-8000-000000000000/versions/'],
  ['GET', '/manage/v1/members/'],
  ['DELETE', '/manage/v1/members/'],
  ['GET', '/console/v1/trails/'],
  ['POST', '/oauth/token/'],
  ['GET', '/.well-known/oauth-protected-resource/mcp/'],
])('%s %s is 404, and says to leave the slash away', async (method, path) => {
  const headers = { authorization: `Bearer ${team.publisher.key}` };
  const answer = await fetch(service.address + path, { method, headers });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([404, expect.stringContaining('Leave the slash at the end of its path away.')]);
});

test('an empty id between two parts of an address is no id (Decision 4)', async () => {
  const { status, body } = await team.publisher.speaks.post<{ type: string }>('/v1/trails//publish');
  expect([status, body.type]).toEqual([400, expect.stringContaining('bad-request')]);
});

test.each(['/nothing/', '/v1/nothing/', '//'])(
  '%s is nothing without the slash either, and has no such hint',
  async (path) => {
    const answer = await fetch(service.address + path);
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('slash')]);
  },
);

test.each(['/mcp/', '/mcp//', '/mcp/TEAM/'])('an AI tool that was given %s is served', async (path) => {
  const caller = await connect(service.address, team.publisher.key, 'modern', path.replace('TEAM', team.team_id));
  expect((await caller.client.listTools()).tools.map(({ name }) => name)).toContain('find_trail');
  await caller.close();
});

test('who has no token yet is led to the metadata of the address without the slash', async () => {
  for (const path of ['/mcp', `/mcp/${team.team_id}`]) {
    const challenges = [path, `${path}/`].map(async (at) =>
      (await fetch(service.address + at, { method: 'POST' })).headers.get('www-authenticate'),
    );
    const [without, withSlash] = await Promise.all(challenges);
    expect(without).toContain(`/.well-known/oauth-protected-resource${path}"`);
    expect(withSlash).toBe(without);
  }
});
