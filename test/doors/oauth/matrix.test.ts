// Generates tokens for every resource with every scope for a person in every role, and uses them at every resource of
// two workspaces. Three rules predict the result: the resource, the scope, and the role.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAccessToken, mintAccessToken, renewVouchedGrant } from '../../../src/credentials/oauth-grants.ts';
import { ALL_SCOPES, type Role, scopesOf } from '../../../src/directory/roles.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';
import { PUBLIC, postForm, type Tokens } from './oauth-world.ts';

const ROLES = ['owner', 'admin', 'author', 'publisher', 'manager', 'member'] as const;
const MCP = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
const TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

let here: World;
let home: Managed;
let next: Managed;
let people: Readonly<Record<(typeof ROLES)[number], string>>;
let connections: readonly { readonly id: string; readonly token: string }[];
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  [home, next] = [await managedTeam(here), await managedTeam(here)];
  const manager = await home.person('Mona Manager', ['manager']);
  const { owner, admin, author, publisher, member } = home;
  people = {
    owner: owner.id,
    admin: admin.id,
    author: author.id,
    publisher: publisher.id,
    manager: manager.id,
    member: member.id,
  };
  connections = [await connectionOf(home), await connectionOf(next)];
});
afterAll(() => here.close());

async function connectionOf({ asAdmin }: Managed) {
  const made = await asAdmin.post<{ connection_id: string }>('/manage/v1/connections', { name: 'Directory' });
  const id = made.body.connection_id;
  const secret = await asAdmin.post<{ client_secret: string }>(`/manage/v1/connections/${id}/client-secrets`, {});
  const { client_secret } = secret.body;
  const asked = { grant_type: 'client_credentials', client_id: id, client_secret };
  return { id, token: (await postForm<Tokens>(here, '/oauth/token', asked)).body.access_token };
}

async function tokenFor(role: (typeof ROLES)[number], resource: string, scopes: readonly string[]): Promise<string> {
  const { database } = here.app;
  const wanted = {
    catalog_id: home.team_id,
    account_id: people[role],
    client_id: `matrix ${scopes}`,
    client_name: 'Matrix',
    client_host: '',
    resource,
    scopes,
    origin: 'identity-provider',
  } as const;
  const { grant_id } = await database.inTransaction((tx) => renewVouchedGrant(tx, wanted, here.clock(), 'test'));
  const token = mintAccessToken();
  const expires_at = new Date(here.clock() + 3_600_000).toISOString();
  await database.inTransaction((tx) => issueAccessToken(tx, grant_id, { token, scopes, expires_at }, here.clock()));
  return token;
}

/** Every resource, with a function that sends a request with a token and returns the status. */
const doors = (): Readonly<Record<string, (token: string) => Promise<number>>> => ({
  '/v1': async (token) => (await here.bearer(token).get('/v1/me')).status,
  '/mcp': async (token) => (await here.bearer(token).post('/mcp', TOOLS, MCP)).status,
  [`/mcp/${home.team_id}`]: async (token) => (await here.bearer(token).post(`/mcp/${home.team_id}`, TOOLS, MCP)).status,
  [`/mcp/${next.team_id}`]: async (token) => (await here.bearer(token).post(`/mcp/${next.team_id}`, TOOLS, MCP)).status,
  ...Object.fromEntries(
    connections.map(({ id }) => [
      `/scim/v2/${id}`,
      async (token: string) => (await here.bearer(token).get(`/scim/v2/${id}/Users`)).status,
    ]),
  ),
});

describe('a token is valid only for its resource', () => {
  test('if it is an access token, for every role and scope', async () => {
    const own = ['/v1', '/mcp', `/mcp/${home.team_id}`];
    for (const resource of own)
      for (const role of ROLES) {
        const token = await tokenFor(role, resource, ALL_SCOPES);
        for (const [door, ask] of Object.entries(doors())) {
          const status = await ask(token);
          expect([role, resource, door, status === 401]).toEqual([role, resource, door, door !== resource]);
        }
      }
  });
  test('if it belongs to a connection', async () => {
    for (const { id, token } of connections)
      for (const [door, ask] of Object.entries(doors()))
        expect([id, door, await ask(token)]).toEqual([id, door, door === `/scim/v2/${id}` ? 200 : 401]);
  });
  test("if it belongs to another workspace, even at that workspace's address", async () => {
    const token = await tokenFor('owner', `/mcp/${next.team_id}`, ALL_SCOPES);
    for (const ask of Object.values(doors())) expect(await ask(token)).toBeGreaterThanOrEqual(400);
  });
});

/** A request that needs each scope. If it is allowed, the response is anything but 401 and 403. */
const needing: Readonly<Record<string, (token: string, trail: string) => Promise<number>>> = {
  'trails:read': async (token) => (await here.bearer(token).get('/v1/trails')).status,
  'trails:write': async (token) =>
    (await here.bearer(token).post('/v1/trails', { document: { title: 'Of the matrix' } })).status,
  'trails:publish': async (token, trail) => (await here.bearer(token).post(`/v1/trails/${trail}/publish`)).status,
};

test('allows exactly what both scope and person allow, for every role, and never another workspace', async () => {
  const trailOf = async (team: Managed): Promise<string> =>
    (await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: { title: 'A draft' } })).body.id;
  const [mine, theirs] = [await trailOf(home), await trailOf(next)];
  for (const role of ROLES)
    for (const scope of ALL_SCOPES) {
      const token = await tokenFor(role, '/v1', [scope]);
      for (const [needed, ask] of Object.entries(needing)) {
        const isAllowed = scope === needed && scopesOf([role as Role]).has(scope);
        const status = await ask(token, mine);
        expect([role, scope, needed, status === 403]).toEqual([role, scope, needed, !isAllowed]);
        expect(status).not.toBe(401);
      }
      expect([404, 403]).toContain((await here.bearer(token).get(`/v1/trails/${theirs}`)).status);
      expect([404, 403]).toContain((await here.bearer(token).post(`/v1/trails/${theirs}/publish`)).status);
    }
});

test("rejects a demoted author's writes from the next request on", async () => {
  const person = await home.person('Dora Demoted', ['author']);
  people = { ...people, author: person.id };
  const token = await tokenFor('author', '/v1', ['trails:write']);
  const write = () => needing['trails:write']?.(token, '');
  expect(await write()).toBe(201);
  expect((await home.asAdmin.put(`/manage/v1/members/${person.id}/roles`, { roles: [] })).status).toBeLessThan(300);
  expect(await write()).toBe(403);
});
