// Grants and access tokens are bound to one resource, and end with the grant and the membership.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticator } from '../../src/admission/authenticate.ts';
import { newId } from '../../src/base/id.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import {
  createGrant,
  findAccessToken,
  issueAccessToken,
  listOauthGrants,
  mintAccessToken,
  revokeAccessToken,
  revokeGrant,
  revokeOwnGrant,
} from '../../src/credentials/oauth-grants.ts';
import { deactivateMember, reactivateMember, removeMember } from '../../src/directory/members/members.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { BY_TEST, type TestPerson, type TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let here: World;
let team: TestTeam;
beforeAll(async () => {
  here = await world();
  team = await here.team();
});
afterAll(() => here.close());

const slugOf = (thrown: unknown): string => (isRefusal(thrown) ? thrown.slug : String(thrown));

const grantTo = (person: TestPerson, resource = '/v1', scopes: readonly string[] = ['trails:use', 'trails:read']) =>
  here.app.database.inTransaction((tx) =>
    createGrant(
      tx,
      {
        catalog_id: team.team_id,
        account_id: person.id,
        client_id: 'https://tool.example/client.json',
        client_name: 'Tool',
        client_host: 'tool.example',
        resource,
        scopes,
        origin: 'consent',
      },
      here.clock(),
      BY_TEST,
    ),
  );

async function tokenOf(grantId: string, scopes: readonly string[] = ['trails:use', 'trails:read']): Promise<string> {
  const token = mintAccessToken();
  const expires_at = new Date(here.clock() + 3_600_000).toISOString();
  await here.app.database.inTransaction((tx) =>
    issueAccessToken(tx, grantId, { token, scopes, expires_at }, here.clock()),
  );
  return token;
}

test('issues no token while its grant is being revoked', async () => {
  const { grant_id } = await grantTo(team.author);
  const { database } = here.app;
  const outcome = await meanwhile(
    database,
    (tx) => revokeGrant(tx, team.team_id, grant_id, BY_TEST),
    () => tokenOf(grant_id).then(() => 'given', slugOf),
  );
  expect(outcome).toBe('unauthorized');
});

test('accepts a token of /v1 at /v1 and identifies its client', async () => {
  const grant = await grantTo(team.author);
  const me = await here.bearer(await tokenOf(grant.grant_id)).get<{ scopes: string[]; credential: object }>('/v1/me');
  expect(me.status).toBe(200);
  expect(me.body.scopes).toEqual(['trails:use', 'trails:read']);
  expect(me.body.credential).toMatchObject({ kind: 'oauth', name: 'Tool', client_id: grant.client_id });
});

test("refuses another resource's token at /v1 (401), and vice versa", async () => {
  const grant = await grantTo(team.author, `/mcp/${team.team_id}`);
  const token = await tokenOf(grant.grant_id);
  expect((await here.bearer(token).get('/v1/me')).status).toBe(401);
  const gate = authenticator(here.app.database, here.clock);
  const own = await gate.admit(`Bearer ${token}`, undefined, `/mcp/${team.team_id}`);
  expect(own.caller.person.account_id).toBe(team.author.id);
  for (const other of ['/mcp', '/v1', '/mcp/00000000-0000-7000-8000-000000000001'])
    await expect(gate.admit(`Bearer ${token}`, undefined, other)).rejects.toThrow(/valid for \/mcp/);
});

test('accepts a token until it expires, and not after the token or its member was removed', async () => {
  const { database } = here.app;
  const [grant, other] = [await grantTo(team.author), await grantTo(team.member)];
  const [revoked, kept, neighbour] = [
    await tokenOf(grant.grant_id),
    await tokenOf(grant.grant_id),
    await tokenOf(other.grant_id),
  ];
  const found = async (token: string, now = here.clock()) => (await findAccessToken(database, token, now))?.grant_id;
  const all = () => Promise.all([revoked, kept, neighbour].map((token) => found(token)));
  expect(await all()).toEqual([grant.grant_id, grant.grant_id, other.grant_id]);
  await revokeAccessToken(database, revoked);
  expect(await all()).toEqual([undefined, grant.grant_id, other.grant_id]);
  const end = Date.parse((await findAccessToken(database, kept, here.clock()))?.expires_at ?? '');
  expect([await found(kept, end - 1), await found(kept, end)]).toEqual([grant.grant_id, undefined]);
  await database.inTransaction((tx) => deactivateMember(tx, team.team_id, team.member.id, null, BY_TEST));
  expect(await all()).toEqual([undefined, grant.grant_id, undefined]);
  await database.inTransaction((tx) => reactivateMember(tx, team.team_id, team.member.id, null, BY_TEST));
});

test('accepts an API key at every resource that allows keys', async () => {
  const gate = authenticator(here.app.database, here.clock);
  for (const resource of ['/v1', '/mcp']) {
    const { caller } = await gate.admit(`Bearer ${team.author.key}`, undefined, resource);
    expect(caller.credential.id).toBe(team.author.key_id);
  }
});

test('lets a member without roles only use trails', async () => {
  const grant = await grantTo(team.member, '/v1', ['trails:use', 'trails:read', 'trails:publish']);
  const token = await tokenOf(grant.grant_id, ['trails:use', 'trails:read', 'trails:publish']);
  const me = await here.bearer(token).get<{ scopes: string[] }>('/v1/me');
  expect(me.body.scopes).toEqual(['trails:use']);
  expect((await here.bearer(token).get('/v1/trails')).status).toBe(403);
});

test("ends a revoked grant's tokens at the next request, and issues no more", async () => {
  const grant = await grantTo(team.author);
  const token = await tokenOf(grant.grant_id);
  expect((await here.bearer(token).get('/v1/trails')).status).toBe(200);
  await here.app.database.inTransaction((tx) => revokeGrant(tx, team.team_id, grant.grant_id, BY_TEST));
  expect((await here.bearer(token).get('/v1/trails')).status).toBe(401);
  await expect(tokenOf(grant.grant_id)).rejects.toSatisfy((thrown) => isRefusal(thrown, 'unauthorized'));
});

test("never revokes another person's grant", async () => {
  const grant = await grantTo(team.author);
  const ending = here.app.database.inTransaction((tx) =>
    revokeOwnGrant(tx, team.team_id, team.member.id, grant.grant_id, BY_TEST),
  );
  await expect(ending).rejects.toSatisfy((thrown) => isRefusal(thrown, 'not-found'));
  const elsewhere = await here.team();
  const other = here.app.database.inTransaction((tx) =>
    revokeOwnGrant(tx, elsewhere.team_id, team.author.id, grant.grant_id, BY_TEST),
  );
  await expect(other).rejects.toSatisfy((thrown) => isRefusal(thrown, 'not-found'));
});

test.each(['deactivated', 'removed'] as const)(
  'ends every token of a member who is %s, and restores none when they return',
  async (how) => {
    const person = await team.person(`Leaving ${newId()}`, ['author']);
    const grant = await grantTo(person);
    const token = await tokenOf(grant.grant_id);
    expect((await here.bearer(token).get('/v1/trails')).status).toBe(200);
    const source = null;
    await here.app.database.inTransaction(async (tx) => {
      if (how === 'deactivated') await deactivateMember(tx, team.team_id, person.id, source, BY_TEST);
      else await removeMember(tx, team.team_id, person.id, source, BY_TEST);
    });
    expect((await here.bearer(token).get('/v1/trails')).status).toBe(401);
    await expect(tokenOf(grant.grant_id)).rejects.toSatisfy((thrown) => isRefusal(thrown));
    if (how === 'deactivated')
      await here.app.database.inTransaction((tx) => reactivateMember(tx, team.team_id, person.id, source, BY_TEST));
    expect((await here.bearer(token).get('/v1/trails')).status).toBe(401);
    const living = await listOauthGrants(here.app.database, team.team_id, person.id, here.clock());
    expect(living).toEqual([]);
  },
);
