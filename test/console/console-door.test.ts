import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeTeam } from '../../src/directory/teams/teams.ts';
import { type Browser, signedIn } from '../doors/sign-in/browser.ts';
import { slugOf } from '../support/speaker.ts';
import { BY_TEST, joinByInvitation, type TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let here: World;
let team: TestTeam;
beforeAll(async () => {
  here = await world();
  team = await here.team();
});
afterAll(() => here.close());

const me = (visitor: Browser, headers = {}) => visitor.send('GET', '/console/v1/me', undefined, headers);
const write = (visitor: Browser, headers = {}) =>
  visitor.send<{ id: string }>('POST', '/console/v1/trails', { title: 'Write a brief' }, headers);

test('uses the session as a credential with the scopes that the roles allow', async () => {
  const visitor = await signedIn(here, team.author.email);
  const session = await visitor.send<{ session: { id: string } }>('GET', '/manage/v1/session');
  expect((await me(visitor)).body).toEqual({
    user: { id: team.author.id, name: team.author.name, email: team.author.email },
    catalog: { kind: 'team', team_id: team.team_id, team_name: expect.any(String) },
    scopes: ['trails:use', 'trails:read', 'trails:write'],
    credential: { kind: 'oauth', id: session.body.session.id, name: 'Console' },
  });
});

test('writes through the session the same data with the same ETag that a key reads', async () => {
  const visitor = await signedIn(here, team.author.email);
  const made = await write(visitor);
  expect(made.status).toBe(201);
  const read = await team.author.speaks.get(`/v1/trails/${made.body.id}`);
  expect(read.body).toEqual(made.body);
  expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
});

test('responds with forbidden (403) if the roles do not allow something, never with a missing scope', async () => {
  const member = await signedIn(here, team.member.email);
  expect(slugOf(await member.send('GET', '/console/v1/trails'))).toBe('forbidden');
  expect(slugOf(await write(member))).toBe('forbidden');
  const author = await signedIn(here, team.author.email);
  expect((await author.send('GET', '/console/v1/trails')).status).toBe(200);
});

test('ties an idempotency key to the person, so that a retry in another session is replayed', async () => {
  const visitor = await signedIn(here, team.author.email);
  const key = { 'Idempotency-Key': 'one-and-the-same' };
  const [first, again] = [await write(visitor, key), await write(visitor, key)];
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  const later = await write(await signedIn(here, team.author.email), key);
  expect(later.body).toEqual(first.body);
  const other = await write(await signedIn(here, team.publisher.email), key);
  expect(other.body.id).not.toBe(first.body.id);
});

test('names the person behind a console change in the audit log, so that the filter by person finds it', async () => {
  const visitor = await signedIn(here, team.publisher.email);
  const made = await write(visitor);
  const admin = await signedIn(here, team.admin.email);
  const log = await admin.send<{ items: { kind: string; subject: { id: string } }[] }>(
    'GET',
    `/manage/v1/audit?actor_id=${team.publisher.id}`,
  );
  expect(log.body.items.map(({ kind, subject }) => [kind, subject.id])).toContainEqual(['trail.created', made.body.id]);
});

test('is available on every plan, with or without the API', async () => {
  const free = await here.team({ plan: 'free' });
  expect((await write(await signedIn(here, free.author.email))).status).toBe(201);
  expect(slugOf(await free.author.speaks.get('/v1/me'))).toBe('upgrade-required');
});

test('refuses trails that are switched off (403 feature-not-enabled)', async () => {
  const off = await here.team();
  const visitor = await signedIn(here, off.owner.email);
  await here.app.database.inTransaction((tx) => changeTeam(tx, off.team_id, { trails_enabled: false }, BY_TEST));
  expect(slugOf(await me(visitor))).toBe('feature-not-enabled');
  expect((await visitor.send('GET', '/manage/v1/session')).body).toMatchObject({ team: { trails_enabled: false } });
});

test('gives an operator without a workspace access to the service-wide catalog', async () => {
  const visitor = await signedIn(here, (await here.operator()).email);
  expect((await me(visitor)).body).toMatchObject({
    catalog: { kind: 'svc', team_id: null, team_name: null },
    scopes: ['trails:use', 'trails:read', 'trails:write', 'trails:publish'],
  });
  expect((await write(visitor)).status).toBe(201);
});

test('lets only an operator with a workspace select the service-wide catalog with X-Cairn-Catalog: svc', async () => {
  const operator = await here.operator();
  await joinByInvitation(here.app.database, here.clock(), team.team_id, { email: operator.email, roles: [] });
  const visitor = await signedIn(here, operator.email);
  expect((await me(visitor)).body).toMatchObject({ catalog: { kind: 'team' }, scopes: ['trails:use'] });
  expect(slugOf(await visitor.send('GET', '/console/v1/trails'))).toBe('forbidden');
  const svc = { 'X-Cairn-Catalog': 'svc' };
  expect((await me(visitor, svc)).body).toMatchObject({ catalog: { kind: 'svc' } });
  expect(slugOf(await me(visitor, { 'X-Cairn-Catalog': 'mine' }))).toBe('bad-request');
  expect(slugOf(await me(await signedIn(here, team.owner.email), svc))).toBe('forbidden');
});

test('refuses unknown routes and wrong methods below /console/v1 in the same way as /v1', async () => {
  const visitor = await signedIn(here, team.author.email);
  expect(slugOf(await visitor.send('GET', '/console/v1/nothing'))).toBe('not-found');
  const wrong = await visitor.send('DELETE', '/console/v1/me');
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toContain('GET');
});
