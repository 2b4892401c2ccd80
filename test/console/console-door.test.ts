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

test('the session stands for a credential: the scopes are those that the roles allow', async () => {
  const visitor = await signedIn(here, team.author.email);
  const session = await visitor.send<{ session: { id: string } }>('GET', '/manage/v1/session');
  expect((await me(visitor)).body).toEqual({
    user: { id: team.author.id, name: team.author.name, email: team.author.email },
    catalog: { kind: 'team', team_id: team.team_id, team_name: expect.any(String) },
    scopes: ['trails:use', 'trails:read', 'trails:write'],
    credential: { kind: 'oauth', id: session.body.session.id, name: 'Console' },
  });
});

test('what is written through the session is what a key reads, with the same ETag', async () => {
  const visitor = await signedIn(here, team.author.email);
  const made = await write(visitor);
  expect(made.status).toBe(201);
  const read = await team.author.speaks.get(`/v1/trails/${made.body.id}`);
  expect(read.body).toEqual(made.body);
  expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
});

test('what the roles do not allow is forbidden (403), never a matter of scopes', async () => {
  const member = await signedIn(here, team.member.email);
  expect(slugOf(await member.send('GET', '/console/v1/trails'))).toBe('forbidden');
  expect(slugOf(await write(member))).toBe('forbidden');
  const author = await signedIn(here, team.author.email);
  expect((await author.send('GET', '/console/v1/trails')).status).toBe(200);
});

test('an idempotency key belongs to the person: a retry is a replay, in another session of theirs too', async () => {
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

test('the audit log names the person behind a change in the console, so that filtering by person finds it', async () => {
  const visitor = await signedIn(here, team.publisher.email);
  const made = await write(visitor);
  const admin = await signedIn(here, team.admin.email);
  const log = await admin.send<{ items: { kind: string; subject: { id: string } }[] }>(
    'GET',
    `/manage/v1/audit?actor_id=${team.publisher.id}`,
  );
  expect(log.body.items.map(({ kind, subject }) => [kind, subject.id])).toContainEqual(['trail.created', made.body.id]);
});

test('the console is there on every plan: the plan includes the API or not', async () => {
  const free = await here.team({ plan: 'free' });
  expect((await write(await signedIn(here, free.author.email))).status).toBe(201);
  expect(slugOf(await free.author.speaks.get('/v1/me'))).toBe('upgrade-required');
});

test('trails that are switched off are refused (403 feature-not-enabled)', async () => {
  const off = await here.team();
  const visitor = await signedIn(here, off.owner.email);
  await here.app.database.inTransaction((tx) => changeTeam(tx, off.team_id, { trails_enabled: false }, BY_TEST));
  expect(slugOf(await me(visitor))).toBe('feature-not-enabled');
  expect((await visitor.send('GET', '/manage/v1/session')).body).toMatchObject({ team: { trails_enabled: false } });
});

test('an operator without a workspace works on the service-wide catalog', async () => {
  const visitor = await signedIn(here, (await here.operator()).email);
  expect((await me(visitor)).body).toMatchObject({
    catalog: { kind: 'svc', team_id: null, team_name: null },
    scopes: ['trails:use', 'trails:read', 'trails:write', 'trails:publish'],
  });
  expect((await write(visitor)).status).toBe(201);
});

test('an operator in a workspace chooses the service-wide catalog by X-Cairn-Catalog: svc; nobody else can', async () => {
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

test('below /console/v1 unknown routes and wrong methods are refused as in /v1', async () => {
  const visitor = await signedIn(here, team.author.email);
  expect(slugOf(await visitor.send('GET', '/console/v1/nothing'))).toBe('not-found');
  const wrong = await visitor.send('DELETE', '/console/v1/me');
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toContain('GET');
});
