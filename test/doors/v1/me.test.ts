// GET /v1/me, field by field (contract 2.7 MeResponse), for every kind of credential.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { accessToken } from '../../support/access-token.ts';
import type { OpenApi } from '../../support/declared-shapes.ts';
import { slugOf } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine, managedTeam } from '../manage/support.ts';

let service: World;
let team: TestTeam;
beforeAll(async () => {
  service = await world();
  team = await service.team({ name: 'Acme' });
});
afterAll(() => service.close());

const SCOPES = ['trails:read', 'trails:write'] as const;

test("returns a prefix and no client for a workspace's API key", async () => {
  const { id, name, email, key, key_id, speaks } = team.author;
  expect((await speaks.get('/v1/me')).body).toEqual({
    user: { id, name, email },
    catalog: { kind: 'team', team_id: team.team_id, team_name: 'Acme' },
    scopes: SCOPES,
    credential: { kind: 'api_key', id: key_id, name: 'test', token_prefix: key.slice(0, 16) },
  });
});

test('names no workspace for a key of the service-wide catalog', async () => {
  const operator = await service.operator();
  expect((await operator.speaks.get('/v1/me')).body).toMatchObject({
    catalog: { kind: 'svc', team_id: null, team_name: null },
    scopes: ['trails:read', 'trails:write', 'trails:publish'],
  });
});

test('returns a client and no prefix for an OAuth token, which works on the same routes', async () => {
  const { id: account_id } = team.author;
  const wanted = { account_id, name: 'CMS', scopes: SCOPES, client_id: 'cms-client' };
  const made = await service.app.database.inTransaction((tx) => accessToken(tx, team.team_id, wanted, service.clock()));
  const speaks = service.bearer(made.token);
  const me = await speaks.get<{ credential: object; scopes: object }>('/v1/me');
  expect(me.body.credential).toEqual({ kind: 'oauth', id: made.credential_id, name: 'CMS', client_id: 'cms-client' });
  expect(me.body.scopes).toEqual(SCOPES);
  expect((await speaks.post('/v1/trails', { title: 'By a client' })).status).toBe(201);
});

test("returns the workspace's catalog for a session, or the service-wide one if an operator asks for it with a header", async () => {
  const session = (await atCommandLine(service, team.team_id, team.author.id)).with({ 'X-Cairn-Catalog': 'svc' });
  expect(slugOf(await session.get('/console/v1/me'))).toBe('forbidden');
  for (const catalog of ['team', 'SVC', team.team_id])
    expect(slugOf(await session.get('/console/v1/me', { 'X-Cairn-Catalog': catalog }))).toBe('bad-request');
  const own = await atCommandLine(service, team.team_id, team.author.id);
  expect((await own.get('/console/v1/me')).body).toMatchObject({
    catalog: { kind: 'team', team_id: team.team_id },
    credential: { name: 'Console' },
  });
});

test('gives a session no access to trails if they are switched off, for every role', async () => {
  const off = await managedTeam(service);
  expect((await off.asOwner.get('/console/v1/trails')).status).toBe(200);
  expect((await off.asOwner.patch('/manage/v1/team', { trails_enabled: false })).status).toBe(200);
  const { body } = await service.anyone.get<OpenApi>('/openapi.json');
  const paths = Object.entries(body.paths).filter(([path]) => path.startsWith('/v1/'));
  for (const [path, operations] of paths)
    for (const method of Object.keys(operations).map((name) => name.toUpperCase())) {
      const real = `/console${path.replaceAll(/\{\w+\}/g, newId())}`;
      const heard = await off.asOwner.send(method, real, method === 'GET' || method === 'DELETE' ? undefined : {});
      expect([method, path, heard.status, slugOf(heard)]).toEqual([method, path, 403, 'feature-not-enabled']);
    }
  expect(paths.length).toBeGreaterThan(10);
});
