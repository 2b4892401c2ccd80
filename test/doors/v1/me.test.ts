// GET /v1/me, field by field (contract 2.7 MeResponse), for every kind of credential.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOauthToken } from '../../../src/credentials/api-credentials.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';

let service: World;
let team: TestTeam;
beforeAll(async () => {
  service = await world();
  team = await service.team({ name: 'Acme' });
});
afterAll(() => service.close());

const SCOPES = ['trails:read', 'trails:write'] as const;

test('an API key of a workspace has a prefix and no client', async () => {
  const { id, name, email, key, key_id, speaks } = team.author;
  expect((await speaks.get('/v1/me')).body).toEqual({
    user: { id, name, email },
    catalog: { kind: 'team', team_id: team.team_id, team_name: 'Acme' },
    scopes: SCOPES,
    credential: { kind: 'api_key', id: key_id, name: 'test', token_prefix: key.slice(0, 16) },
  });
});

test('a key of the service-wide catalog names no workspace', async () => {
  const operator = await service.operator();
  expect((await operator.speaks.get('/v1/me')).body).toMatchObject({
    catalog: { kind: 'svc', team_id: null, team_name: null },
    scopes: ['trails:read', 'trails:write', 'trails:publish'],
  });
});

test('an OAuth token has a client and no prefix, and opens the same routes', async () => {
  const { id: account_id } = team.author;
  const wanted = { account_id, name: 'CMS', scopes: SCOPES, client_id: 'cms-client' };
  const made = await service.app.database.inTransaction((tx) =>
    createOauthToken(tx, team.team_id, wanted, service.clock(), BY_TEST),
  );
  const speaks = service.bearer(made.key);
  const me = await speaks.get<{ credential: object; scopes: object }>('/v1/me');
  expect(me.body.credential).toEqual({ kind: 'oauth', id: made.id, name: 'CMS', client_id: 'cms-client' });
  expect(me.body.scopes).toEqual(SCOPES);
  expect((await speaks.post('/v1/trails', { title: 'By a client' })).status).toBe(201);
});
