// A trailing slash: /mcp accepts it, because people type that address into their tools (SCIM does too:
// hostile.test.ts). Elsewhere such an address does not exist, and the error says so. `DELETE /things/` with an
// accidentally empty id must not reach a list.
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
])('returns 404 for %s %s, and suggests to remove the slash', async (method, path) => {
  const headers = { authorization: `Bearer ${team.publisher.key}` };
  const answer = await fetch(service.address + path, { method, headers });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([404, expect.stringContaining('Remove the slash at the end of the path.')]);
});

test('refuses an empty id between two path segments (Decision 4)', async () => {
  const { status, body } = await team.publisher.speaks.post<{ type: string }>('/v1/trails//publish');
  expect([status, body.type]).toEqual([400, expect.stringContaining('bad-request')]);
});

test.each(['/nothing/', '/v1/nothing/', '//'])(
  'returns 404 for %s with and without the slash, so that no hint is needed',
  async (path) => {
    const answer = await fetch(service.address + path);
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('slash')]);
  },
);

test.each(['/mcp/', '/mcp//', '/mcp/TEAM/'])('serves an AI tool that was configured with %s', async (path) => {
  const caller = await connect(service.address, team.publisher.key, 'modern', path.replace('TEAM', team.team_id));
  expect((await caller.client.listTools()).tools.map(({ name }) => name)).toContain('find_trail');
  await caller.close();
});

test('leads callers without a token to the metadata of the address without the slash', async () => {
  for (const path of ['/mcp', `/mcp/${team.team_id}`]) {
    const challenges = [path, `${path}/`].map(async (at) =>
      (await fetch(service.address + at, { method: 'POST' })).headers.get('www-authenticate'),
    );
    const [without, withSlash] = await Promise.all(challenges);
    expect(without).toContain(`/.well-known/oauth-protected-resource${path}"`);
    expect(withSlash).toBe(without);
  }
});
