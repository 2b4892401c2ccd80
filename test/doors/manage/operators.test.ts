import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { browser, type SessionBody } from '../sign-in/browser.ts';
import { atCommandLine, managedTeam, operatorAt } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Team {
  readonly id: string;
  readonly owner: { id: string };
}

const wanted = () => ({
  name: `Beta ${newId()}`,
  owner: { email: `owner.${newId()}@beta.test`, name: 'Bea Owner' },
  plan: 'business',
  seat_limit: 3,
});

test('creates a workspace, changes plan and seats, and deletes it', async () => {
  const { speaks } = await operatorAt(service);
  const made = await speaks.post<Team>('/manage/v1/teams', wanted());
  expect([made.status, made.body]).toMatchObject([201, { plan: 'business', seat_limit: 3, seats_used: 1 }]);
  const path = `/manage/v1/teams/${made.body.id}`;
  const changed = await speaks.patch(path, { plan: 'enterprise', seat_limit: null, trails_enabled: false });
  expect(changed.body).toMatchObject({ plan: 'enterprise', seat_limit: null, trails_enabled: false });
  const asOwner = await atCommandLine(service, made.body.id, made.body.owner.id);
  expect((await asOwner.get('/manage/v1/team')).body).toMatchObject({ plan: 'enterprise' });
  await asOwner.post('/manage/v1/groups', { display_name: 'Sales' });
  expect((await speaks.delete(path)).status).toBe(204);
  expect((await speaks.get(path)).status).toBe(404);
  expect((await asOwner.get('/manage/v1/team')).status).toBe(401);
});

test("refuses the workspace's keys immediately on a plan without the API (402)", async () => {
  const { speaks } = await operatorAt(service);
  const team = await managedTeam(service);
  expect((await team.author.speaks.get('/v1/me')).status).toBe(200);
  await speaks.patch(`/manage/v1/teams/${team.team_id}`, { plan: 'free' });
  expect(slugOf(await team.author.speaks.get('/v1/me'))).toBe('upgrade-required');
});

test('lets an admin change name and trails setting, but neither plan nor seats', async () => {
  const { asAdmin } = await managedTeam(service);
  expect((await asAdmin.patch('/manage/v1/team', { name: 'Renamed', trails_enabled: false })).body).toMatchObject({
    name: 'Renamed',
    trails_enabled: false,
  });
  for (const body of [{ plan: 'free' }, { seat_limit: 1_000 }])
    expect((await asAdmin.patch('/manage/v1/team', body)).status).toBe(422);
});

test('lets an operator verify a domain for a workspace, whose admins can see and remove it', async () => {
  const { speaks } = await operatorAt(service);
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  const domain = `d${one.team_id.slice(-12)}.example`;
  const add = (team: string, body: object) => speaks.post(`/manage/v1/teams/${team}/domains`, body);
  expect((await add(one.team_id, { domain: domain.toUpperCase() })).status).toBe(200);
  expect(slugOf(await add(other.team_id, { domain }))).toBe('conflict');
  expect(slugOf(await add(one.team_id, { domain: 'no domain' }))).toBe('validation');
  expect((await one.asAdmin.get('/manage/v1/domains')).body).toMatchObject({ items: [{ domain }] });
  expect((await other.asAdmin.delete(`/manage/v1/domains/${domain}`)).status).toBe(404);
  expect((await one.asAdmin.delete(`/manage/v1/domains/${domain}`)).status).toBe(204);
});

test('lists workspaces by name, with search and pages', async () => {
  const { speaks } = await operatorAt(service);
  for (const path of ['', '/domains'])
    expect((await speaks.get(`/manage/v1/teams/${newId()}${path}`)).status).toBe(404);
  const mark = newId();
  for (const letter of ['C', 'a', 'B'])
    await speaks.post('/manage/v1/teams', { ...wanted(), name: `${letter} ${mark}` });
  const names: string[] = [];
  let cursor = '';
  do {
    const path = `/manage/v1/teams?q=${mark}&limit=2${cursor && `&cursor=${cursor}`}`;
    const { body } = await speaks.get<{ items: { name: string }[]; next_cursor?: string }>(path);
    names.push(...body.items.map(({ name }) => name.slice(0, 1)));
    cursor = body.next_cursor ?? '';
  } while (cursor !== '');
  expect(names).toEqual(['a', 'B', 'C']);
  await speaks.post('/manage/v1/teams', { ...wanted(), name: `GROẞE İdee ${mark}` });
  const folded = await speaks.get<{ items: unknown[] }>(
    `/manage/v1/teams?q=${encodeURIComponent(`grosse idee ${mark}`)}`,
  );
  expect(folded.body.items).toHaveLength(1);
});

test("lets operators add and remove each other, but never themselves, with entries in the service's audit log", async () => {
  const [one, other] = [await operatorAt(service), await operatorAt(service)];
  const email = `op.${newId()}@cairn.test`;
  const added = await one.speaks.post<{ items: { email: string }[] }>('/manage/v1/operators', { email });
  expect(added.body.items.map((person) => person.email)).toContain(email);
  expect(slugOf(await one.speaks.delete(`/manage/v1/operators/${one.id}`))).toBe('unprocessable');
  expect((await one.speaks.delete(`/manage/v1/operators/${other.id}`)).status).toBe(204);
  expect((await other.speaks.get('/manage/v1/teams')).status).toBe(401);
  const log = await one.speaks.get<{ items: { kind: string }[] }>('/manage/v1/audit?kind=service.operator');
  expect(log.body.items.slice(0, 2).map(({ kind }) => kind)).toEqual([
    'service.operator.removed',
    'service.operator.added',
  ]);
});

test('ignores an invisible name of an operator or Owner, and shows their address', async () => {
  const { speaks } = await operatorAt(service);
  const name = ' \u3164\u200b';
  const [email, ownersEmail] = [`op.${newId()}@cairn.test`, `owner.${newId()}@cairn.test`];
  const body = { name: 'Blank', owner: { email: ownersEmail, name }, plan: 'free' };
  const made = await speaks.post<{ owner: object }>('/manage/v1/teams', body);
  expect(made.body.owner).toMatchObject({ name: '', email: ownersEmail });
  const added = await speaks.post<{ items: { email: string; name: string }[] }>('/manage/v1/operators', {
    email,
    name,
  });
  expect(added.body.items.find((one) => one.email === email)).toMatchObject({ name: '' });
});

test('grants workspaces access to a restricted trail of the service-wide catalog', async () => {
  const { id, speaks } = await operatorAt(service);
  const team = await managedTeam(service);
  const key = await speaks.post<{ key: string }>('/manage/v1/keys', {
    name: 'svc',
    scopes: ['trails:read', 'trails:write'],
    user_id: id,
  });
  const trail = await service.bearer(key.body.key).post<{ id: string }>('/v1/trails', { title: 'For everyone' });
  expect(trail.status).toBe(201);
  const path = `/manage/v1/trails/${trail.body.id}/teams`;
  const granted = await speaks.post(path, { team_id: team.team_id });
  expect([granted.status, granted.body]).toMatchObject([200, { items: [{ kind: 'team', team_id: team.team_id }] }]);
  expect(slugOf(await speaks.post(path, { team_id: newId() }))).toBe('not-found');
  expect((await speaks.delete(`${path}/${team.team_id}`)).body).toEqual({ items: [] });
});

test("ends a workspace's grants when it is deleted, even on archived trails", async () => {
  const { id, speaks } = await operatorAt(service);
  const team = await managedTeam(service);
  const key = await speaks.post<{ key: string }>('/manage/v1/keys', {
    name: 'svc',
    scopes: ['trails:read', 'trails:write', 'trails:publish'],
    user_id: id,
  });
  const author = service.bearer(key.body.key);
  const trails: string[] = [];
  for (const title of ['Granted', 'Granted and archived'])
    trails.push((await author.post<{ id: string }>('/v1/trails', { title })).body.id);
  for (const trail of trails) await speaks.post(`/manage/v1/trails/${trail}/teams`, { team_id: team.team_id });
  await author.post(`/v1/trails/${trails[1]}/archive`);
  expect((await speaks.delete(`/manage/v1/teams/${team.team_id}`)).status).toBe(204);
  for (const trail of trails) {
    expect((await author.get(`/v1/trails/${trail}/grants`)).body).toEqual([]);
    expect((await author.get(`/v1/trails/${trail}`)).body).toMatchObject({ grant_count: 0 });
  }
});

test('leaves no credential of a deleted workspace behind: its keys are unknown', async () => {
  const { speaks } = await operatorAt(service);
  const team = await managedTeam(service);
  expect((await team.author.speaks.get('/v1/me')).status).toBe(200);
  expect((await speaks.delete(`/manage/v1/teams/${team.team_id}`)).status).toBe(204);
  for (const key of [team.author, team.admin]) {
    const { status, body } = await key.speaks.get('/v1/me');
    expect([status, body]).toMatchObject([401, { detail: expect.stringContaining('not known') }]);
  }
});

test("creates a sign-in link for a new workspace's Owner while the service runs", async () => {
  const { speaks } = await operatorAt(service);
  const email = `new.owner.${newId()}@acme.test`;
  const owner = { email, name: 'Nora' };
  const team = await speaks.post<{ id: string }>('/manage/v1/teams', { name: 'New', owner, plan: 'business' });
  const link = await speaks.post<{ url: string }>('/manage/v1/sign-in-links', { email, team_id: team.body.id });
  expect([link.status, link.headers.get('cache-control')]).toEqual([201, 'no-store']);
  const token = new URLSearchParams(new URL(link.body.url).hash.slice(1)).get('token');
  const visitor = browser(service);
  const session = await visitor.send<SessionBody>('POST', '/sign-in/link', { token });
  expect(session.body).toMatchObject({ team: { id: team.body.id }, roles: ['owner'], sign_in: { confined: false } });
  expect((await browser(service).send('POST', '/sign-in/link', { token })).status).toBe(401);
});

test('lets only an operator create such a link, and only for people with a workspace', async () => {
  const team = await managedTeam(service);
  const body = { email: team.member.email };
  for (const speaker of [team.asOwner, team.asAdmin, team.asMember])
    expect((await speaker.post('/manage/v1/sign-in-links', body)).status).toBe(403);
  const { speaks } = await operatorAt(service);
  expect(slugOf(await speaks.post('/manage/v1/sign-in-links', { email: 'nobody@nowhere.test' }))).toBe('not-found');
  const other = await managedTeam(service);
  const elsewhere = await speaks.post('/manage/v1/sign-in-links', { ...body, team_id: other.team_id });
  expect(slugOf(elsewhere)).toBe('membership-revoked');
  for (const wrong of [{}, { ...body, minutes: 0 }, { ...body, team_id: 'x' }])
    expect((await speaks.post('/manage/v1/sign-in-links', wrong)).status).toBe(422);
});
