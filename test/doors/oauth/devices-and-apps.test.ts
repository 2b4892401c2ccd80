// Programs without a browser, and the lists of connected programs in which people and admins revoke access.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { operatorAt } from '../manage/support.ts';
import { type Browser, signedIn } from '../sign-in/browser.ts';
import {
  asking,
  connected,
  type OauthProblem,
  PUBLIC,
  postForm,
  refreshed,
  registered,
  type Tokens,
  waiting,
} from './oauth-world.ts';

let here: World;
let team: TestTeam;
let client: string;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  team = await here.team();
  client = (await registered(here)).client_id;
});
afterAll(() => here.close());

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
interface DeviceCode {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
}
const begin = async (client_id: string) => (await postForm<DeviceCode>(here, '/oauth/device', { client_id })).body;
const poll = (client_id: string, device_code: string) =>
  postForm<Tokens & OauthProblem>(
    here,
    '/oauth/token',
    { grant_type: DEVICE_GRANT, client_id, device_code },
    { 'User-Agent': 'cairn/1 (test)' },
  );
const decide = (visitor: Browser, user_code: string, allow: boolean) =>
  visitor.send('POST', '/manage/v1/device/decision', { user_code, allow });

test('gives the command line a session that is listed, can be ended, and ends with the membership', async () => {
  const person = await team.person('Cleo Cli');
  const visitor = await signedIn(here, person.email);
  const { device_code, user_code, verification_uri } = await begin('cairn-cli');
  expect(verification_uri).toBe(`${PUBLIC}/device`);
  expect((await poll('cairn-cli', device_code)).body.error).toBe('authorization_pending');
  const view = await visitor.send('POST', '/manage/v1/device', { user_code: user_code.toLowerCase() });
  expect(view.body).toMatchObject({
    client: { name: 'Cairn on the command line', verified: true },
    scopes: [],
    blocked: null,
  });
  expect((await decide(visitor, user_code, true)).status).toBe(204);
  const { body, status } = await poll('cairn-cli', device_code);
  expect([status, body.access_token?.slice(0, 12), body.refresh_token]).toEqual([200, 'svc_session_', undefined]);
  const cli = here.bearer(body.access_token);
  expect((await cli.get('/manage/v1/session')).body).toMatchObject({
    session: { kind: 'cli' },
    person: { id: person.id },
  });
  const listed = await visitor.send<{ items: { kind: string }[] }>('GET', '/manage/v1/sessions');
  expect(listed.body.items.map(({ kind }) => kind).sort()).toEqual(['app', 'cli']);
  const opened = { kind: 'session.device_opened', subject_id: person.id };
  const [entry] = await readAudit(here.app.database, team.team_id, opened, { after: null, limit: 1 });
  expect(entry).toMatchObject({
    actor: { kind: 'person', id: person.id, name: 'Cleo Cli', address: '127.0.0.1', device: 'cairn/1 (test)' },
    subject: { kind: 'user', name: 'Cleo Cli' },
    after: { kind: 'cli', program: 'Cairn on the command line' },
  });
  expect((await cli.get('/v1/me')).status).toBe(401);
  // A retry after a lost response gets the same session.
  expect((await poll('cairn-cli', device_code)).body.access_token).toBe(body.access_token);
  here.clock.advance(61_000);
  expect((await poll('cairn-cli', device_code)).body.error).toBe('invalid_grant');
  const admin = await signedIn(here, team.admin.email);
  expect((await admin.send('DELETE', `/manage/v1/members/${person.id}`)).status).toBe(204);
  expect((await cli.get('/manage/v1/session')).status).toBe(401);
});

test('does not reopen a session that was ended while retries are still allowed', async () => {
  const person = await team.person('Ella Ended');
  const visitor = await signedIn(here, person.email);
  const { device_code, user_code } = await begin('cairn-cli');
  await decide(visitor, user_code, true);
  const { access_token } = (await poll('cairn-cli', device_code)).body;
  const cli = here.bearer(access_token);
  const { session } = (await cli.get<{ session: { id: string } }>('/manage/v1/session')).body;
  expect((await visitor.send('DELETE', `/manage/v1/sessions/${session.id}`)).status).toBe(204);
  expect((await poll('cairn-cli', device_code)).body.error).toBe('invalid_grant');
  expect((await cli.get('/manage/v1/session')).status).toBe(401);
});

test('tells a device how often to poll, and one that polls faster to slow down', async () => {
  const paced = await world({ CAIRN_PUBLIC_URL: PUBLIC, CAIRN_RATE_SCALE: '1' });
  const fields = { client_id: 'cairn-cli' };
  const { body } = await postForm<DeviceCode & { interval: number }>(paced, '/oauth/device', fields);
  expect(body.interval).toBe(5);
  const ask = async (device_code = body.device_code) =>
    (await postForm(paced, '/oauth/token', { ...fields, grant_type: DEVICE_GRANT, device_code })).body.error;
  expect([await ask(), await ask(), await ask()]).toEqual([...Array(2).fill('authorization_pending'), 'slow_down']);
  expect(await ask('another')).toBe('invalid_grant');
  paced.clock.advance(5_000);
  expect(await ask()).toBe('authorization_pending');
  await paced.close();
});

test('reports a refused, an unknown and another client’s code to the device', async () => {
  const visitor = await signedIn(here, team.author.email);
  const refused = await begin('cairn-cli');
  await decide(visitor, refused.user_code, false);
  const onRecord = { kind: 'oauth.grant.refused', actor_id: team.author.id };
  const [entry] = await readAudit(here.app.database, team.team_id, onRecord, { after: null, limit: 1 });
  expect(entry).toMatchObject({ subject: { kind: 'app', id: 'cairn-cli', name: 'Cairn on the command line' } });
  expect((await poll('cairn-cli', refused.device_code)).body.error).toBe('access_denied');
  expect((await poll('cairn-cli', 'unknown')).body.error).toBe('invalid_grant');
  expect((await decide(visitor, 'BCDF-BCDF', true)).status).toBe(404);
  expect((await decide(visitor, refused.user_code, true)).status).toBe(404);
  const { status } = await visitor.send('POST', '/manage/v1/device', { user_code: refused.user_code });
  expect(status).toBe(404);
  const other = await registered(here, { grant_types: [DEVICE_GRANT], redirect_uris: [] });
  const code = await begin(other.client_id);
  expect((await poll('cairn-cli', code.device_code)).body.error).toBe('invalid_grant');
});

test("gives a device of another vendor's program an access token for its resource", async () => {
  const other = await registered(here, { grant_types: [DEVICE_GRANT, 'refresh_token'], redirect_uris: [] });
  const visitor = await signedIn(here, team.author.email);
  const { body: code } = await postForm<DeviceCode>(here, '/oauth/device', {
    client_id: other.client_id,
    resource: `${PUBLIC}/v1`,
    scope: 'trails:read',
  });
  const typed = ` ${code.user_code.toLowerCase().replace('-', ' ')}.`;
  expect((await decide(visitor, typed, true)).status).toBe(204);
  const seen = await visitor.send('POST', '/manage/v1/device', { user_code: code.user_code });
  expect([seen.status, (await decide(visitor, typed, true)).status]).toEqual([404, 404]);
  const { body } = await poll(other.client_id, code.device_code);
  expect((await here.bearer(body.access_token).get('/v1/trails')).status).toBe(200);
});

test('treats a device that requests no scope of the service as one that uses trails', async () => {
  const other = await registered(here, { grant_types: [DEVICE_GRANT], redirect_uris: [] });
  const visitor = await signedIn(here, team.member.email);
  const asked = { client_id: other.client_id, scope: 'openid' };
  const { body: code } = await postForm<DeviceCode>(here, '/oauth/device', asked);
  expect((await decide(visitor, code.user_code, true)).status).toBe(204);
  const { body } = await poll(other.client_id, code.device_code);
  expect(body.scope).toBe('trails:use');
});

interface AppList {
  readonly items: readonly {
    readonly id: string;
    readonly client_id: string;
    readonly person: { readonly id: string };
  }[];
}

test('lets people see and revoke their own apps, and no others', async () => {
  const mine = await connected(here, team.author.email, client);
  const theirs = await connected(here, team.publisher.email, client);
  const visitor = await signedIn(here, team.author.email);
  const { body } = await visitor.send<AppList>('GET', '/manage/v1/apps');
  expect(new Set(body.items.map(({ person }) => person.id))).toEqual(new Set([team.author.id]));
  for (const { id } of body.items) expect((await visitor.send('DELETE', `/manage/v1/apps/${id}`)).status).toBe(204);
  expect((await here.bearer(mine.access_token).get('/v1/me')).status).toBe(401);
  expect((await refreshed(here, client, mine.refresh_token ?? '')).body.error).toBe('invalid_grant');
  expect((await here.bearer(theirs.access_token).get('/v1/me')).status).toBe(200);
  expect((await visitor.send('GET', '/manage/v1/workspace/apps')).status).toBe(403);
});

test('lets an admin revoke one app of a person, or an app for everyone, in their own workspace only', async () => {
  const one = await connected(here, team.author.email, client);
  await connected(here, team.publisher.email, client);
  const elsewhere = await here.team();
  const stranger = await signedIn(here, elsewhere.admin.email);
  const admin = await signedIn(here, team.admin.email);
  const { body } = await admin.send<AppList>('GET', '/manage/v1/workspace/apps');
  const grant = body.items.find(({ person }) => person.id === team.author.id)?.id ?? '';
  const ofAuthor = await admin.send<AppList>('GET', `/manage/v1/workspace/apps?user_id=${team.author.id}`);
  expect(new Set(ofAuthor.body.items.map(({ person }) => person.id))).toEqual(new Set([team.author.id]));
  expect(ofAuthor.body.items.length).toBeLessThan(body.items.length);
  expect((await stranger.send('DELETE', `/manage/v1/workspace/apps/${grant}`)).status).toBe(404);
  expect((await stranger.send('POST', '/manage/v1/workspace/apps/end', { client_id: client })).body).toEqual({
    ended: 0,
  });
  expect((await here.bearer(one.access_token).get('/v1/me')).status).toBe(200);
  const ended = await admin.send<{ ended: number }>('POST', '/manage/v1/workspace/apps/end', { client_id: client });
  expect(ended.body.ended).toBeGreaterThan(0);
  expect((await here.bearer(one.access_token).get('/v1/me')).status).toBe(401);
});

test('connects only hosts on the list, and names a blocked one', async () => {
  const strict = await here.team();
  const admin = await signedIn(here, strict.admin.email);
  const save = (allowed_hosts: string[] | null) =>
    admin.send('PUT', '/manage/v1/workspace/app-policy', { allowed_hosts });
  expect((await save(['https://claude.ai/'])).status).toBe(422);
  expect((await save(['claude.ai'])).status).toBe(204);
  const redirect_uris = ['https://app.evil.example/callback'];
  const evil = (await registered(here, { redirect_uris, client_name: 'Claude' })).client_id;
  const visitor = await signedIn(here, strict.author.email);
  const uid = await waiting(visitor, asking(evil, { redirect_uri: redirect_uris[0] ?? '' }).url);
  const view = await visitor.send<{ blocked: string }>('GET', `/oauth/authorize/${uid}/consent`);
  expect(view.body.blocked).toContain('app.evil.example');
  expect((await visitor.send('POST', `/oauth/authorize/${uid}/consent`, { allow: true })).status).toBe(403);
  const good = ['https://code.claude.ai/callback'];
  const allowed = (await registered(here, { redirect_uris: good })).client_id;
  const other = await waiting(visitor, asking(allowed, { redirect_uri: good[0] ?? '' }).url);
  expect((await visitor.send('POST', `/oauth/authorize/${other}/consent`, { allow: true })).status).toBe(200);
});

test('applies the host list and the workspace to a device in the same way as to its app', async () => {
  const [strict, elsewhere] = [await here.team(), await here.team()];
  const admin = await signedIn(here, strict.admin.email);
  await admin.send('PUT', '/manage/v1/workspace/app-policy', { allowed_hosts: ['claude.ai'] });
  const { client_id } = await registered(here, {
    grant_types: ['authorization_code', DEVICE_GRANT],
    redirect_uris: ['https://app.evil.example/callback'],
  });
  const visitor = await signedIn(here, strict.author.email);
  for (const [app, resource, blocked] of [
    [client_id, `${PUBLIC}/mcp`, 'no host vouches'],
    ['own', `${PUBLIC}/mcp/${elsewhere.team_id}`, 'another workspace'],
  ] as const) {
    const own = { grant_types: [DEVICE_GRANT], redirect_uris: [] };
    const device = { client_id: app === 'own' ? (await registered(here, own)).client_id : app, resource };
    const { body } = await postForm<DeviceCode>(here, '/oauth/device', device);
    const view = await visitor.send<{ blocked: string }>('POST', '/manage/v1/device', { user_code: body.user_code });
    expect([view.headers.get('cache-control'), view.body.blocked]).toEqual([
      'no-store',
      expect.stringContaining(blocked),
    ]);
    expect((await decide(visitor, body.user_code, true)).status).toBe(403);
    expect((await poll(device.client_id, body.device_code)).body.error).toBe('authorization_pending');
    expect((await decide(visitor, body.user_code, false)).status).toBe(204);
  }
});

test('keeps earlier decisions about apps that the request does not mention', async () => {
  const strict = await here.team();
  const admin = await signedIn(here, strict.admin.email);
  const save = async (body: object) => {
    expect((await admin.send('PUT', '/manage/v1/workspace/app-policy', body)).status).toBe(204);
    return (await admin.send('GET', '/manage/v1/workspace/app-policy')).body;
  };
  await save({ allowed_hosts: ['claude.ai'] });
  expect(await save({ enterprise_managed: true })).toMatchObject({
    allowed_hosts: ['claude.ai'],
    enterprise_managed: true,
  });
  expect(await save({ device_sign_in: 'own' })).toMatchObject({ allowed_hosts: ['claude.ai'], device_sign_in: 'own' });
  expect(await save({ allowed_hosts: null })).toEqual({
    allowed_hosts: null,
    enterprise_managed: true,
    device_sign_in: 'own',
    approved_apps: [],
  });
});

test("does not turn an app's token into a key by rotation", async () => {
  const { access_token } = await connected(here, team.author.email, client);
  const me = await here.bearer(access_token).get<{ credential: { id: string } }>('/v1/me');
  const admin = await signedIn(here, team.admin.email);
  const path = `/manage/v1/keys/${me.body.credential.id}/rotate`;
  expect((await admin.send('POST', path, {})).status).toBe(409);
  expect((await here.bearer(access_token).get('/v1/me')).status).toBe(200);
});

test('does not let a person approve a resource of another workspace', async () => {
  const elsewhere = await here.team();
  const visitor = await signedIn(here, team.author.email);
  const uid = await waiting(visitor, asking(client, { resource: `${PUBLIC}/mcp/${elsewhere.team_id}` }).url);
  expect((await visitor.send('POST', `/oauth/authorize/${uid}/consent`, { allow: true })).status).toBe(403);
});

test("keeps an operator's former sessions and approvals revoked if they become an operator again", async () => {
  const [one, other] = [await operatorAt(here), await here.operator()];
  const client_id = (await registered(here)).client_id;
  const tokens = await connected(here, other.email, client_id);
  const session = await signedIn(here, other.email);
  const opened = async () => [
    (await here.bearer(tokens.access_token).get('/v1/me')).status,
    (await session.send('GET', '/manage/v1/session')).status,
  ];
  expect(await opened()).toEqual([200, 200]);
  expect((await one.speaks.delete(`/manage/v1/operators/${other.id}`)).status).toBe(204);
  expect((await one.speaks.post('/manage/v1/operators', { email: other.email })).status).toBe(200);
  expect(await opened()).toEqual([401, 401]);
  expect((await refreshed(here, client_id, tokens.refresh_token ?? '')).body.error).toBe('invalid_grant');
});

const apps = async (visitor: Browser) =>
  (await visitor.send<{ items: { client_id: string }[] }>('GET', '/manage/v1/apps')).body.items;

test('connects an app once for a request approved in two tabs, and continues in both', async () => {
  const person = await team.person('Tess Tabs', ['author']);
  const visitor = await signedIn(here, person.email);
  const uid = await waiting(visitor, asking(client, { resource: `${PUBLIC}/v1` }).url);
  const answers = await Promise.all(
    [1, 2].map(() => visitor.send<{ redirect_to: string }>('POST', `/oauth/authorize/${uid}/consent`, { allow: true })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body.redirect_to).toBe(answers[1]?.body.redirect_to);
  expect(await apps(visitor)).toHaveLength(1);
});

test('issues one code for a consent link that is opened three times at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const visitor = await signedIn(here, team.author.email);
    const uid = await waiting(visitor, asking(client, { resource: `${PUBLIC}/v1` }).url);
    const path = `/oauth/authorize/${uid}`;
    const { body } = await visitor.send<{ redirect_to: string }>('POST', `${path}/consent`, { allow: true });
    const { pathname, search } = new URL(body.redirect_to);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.send('GET', pathname + search)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400]);
    for (const { status, body } of answers)
      if (status === 400) expect(body).toMatchObject({ error: 'invalid_request' });
    const locations = answers.map(({ headers }) => new URL(headers.get('location') ?? 'none:').searchParams);
    expect(locations.filter((query) => query.has('code'))).toHaveLength(1);
  }
});

test('lets one of two people approve a device if both try at the same moment', async () => {
  const { client_id } = await registered(here, { grant_types: [DEVICE_GRANT], redirect_uris: [] });
  const { user_code } = await begin(client_id);
  const people = [await team.person('Dora Device', ['author']), await team.person('Dirk Device', ['author'])];
  const visitors = await Promise.all(people.map(({ email }) => signedIn(here, email)));
  const answers = await Promise.all(visitors.map((visitor) => decide(visitor, user_code, true)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  expect((await Promise.all(visitors.map(apps))).flat()).toHaveLength(1);
});
