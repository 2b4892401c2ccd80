// Two people save the same form. In every form, the second person sees the first person's changes before they can be
// overwritten.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam, operatorAt } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

type Body = Readonly<Record<string, unknown>>;
interface Form {
  readonly path: string;
  readonly method: 'put' | 'patch';
  /** The initial state, the other person's save, and the late save. */
  readonly bodies: readonly [Body, Body, Body];
  /** The state that was seen before the other person's save. */
  readonly seen: (stored: Body) => Body;
}

const made = async (team: Managed, path: string, body: Body): Promise<string> => {
  const answer = await team.asAdmin.post<{ id?: string; connection_id?: string; webhook?: { id: string } }>(path, body);
  return answer.body.id ?? answer.body.connection_id ?? answer.body.webhook?.id ?? '';
};
const only =
  (...names: readonly string[]) =>
  (stored: Body): Body =>
    Object.fromEntries(names.map((name) => [name, stored[name]]));
const sso = { client_id: 'a', client_secret: null, enabled: false, required: false };
const identity = { issuer: 'https://issuer.example', audience: 'api://cairn' };

const FORMS: Readonly<Record<string, (team: Managed) => Promise<Form>>> = {
  'the description of a group': async (team) => ({
    path: `/manage/v1/groups/${await made(team, '/manage/v1/groups', { display_name: 'Sales' })}`,
    method: 'patch',
    bodies: [{ description: 'one' }, { description: 'two' }, { description: 'three' }],
    seen: only('description'),
  }),
  'the name of a set of trails': async (team) => ({
    path: `/manage/v1/trail-sets/${await made(team, '/manage/v1/trail-sets', { name: 'Sales' })}`,
    method: 'patch',
    bodies: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    seen: only('name'),
  }),
  'the name of the workspace': async () => ({
    path: '/manage/v1/team',
    method: 'patch',
    bodies: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    seen: only('name'),
  }),
  'a connection': async (team) => ({
    path: `/manage/v1/connections/${await made(team, '/manage/v1/connections', { name: 'Okta' })}`,
    method: 'patch',
    bodies: [{ provider: 'okta' }, { provider: 'entra' }, { provider: 'google' }],
    seen: only('provider'),
  }),
  'the limits of the guard': async () => ({
    path: '/manage/v1/deactivation-limits',
    method: 'put',
    bodies: [
      { enabled: true, most_people: 10, most_percent: 10, final_after_days: 30 },
      { enabled: true, most_people: 20, most_percent: 10, final_after_days: 30 },
      { enabled: true, most_people: 10, most_percent: 30, final_after_days: 30 },
    ],
    seen: only('enabled', 'most_people', 'most_percent', 'final_after_days'),
  }),
  'which apps may be connected': async () => ({
    path: '/manage/v1/workspace/app-policy',
    method: 'put',
    bodies: [{ allowed_hosts: null }, { allowed_hosts: ['claude.ai'] }, { allowed_hosts: ['chatgpt.com'] }],
    seen: only('allowed_hosts'),
  }),
  'who answers for a trail, and its review': async (team) => {
    const trail = await team.asAdmin.post<{ id: string }>('/console/v1/trails', { title: 'Answer a refund request' });
    return {
      path: `/manage/v1/trails/${trail.body.id}/care`,
      method: 'patch',
      bodies: [{ review_by: '2030-01-31' }, { review_by: null }, { review_by: '2031-01-31' }],
      seen: only('review_by'),
    };
  },
  'a webhook': async (team) => {
    const wanted = { name: 'Chat', url: 'https://hooks.example.com/a', events: ['trail.saved'] };
    return {
      path: `/manage/v1/webhooks/${await made(team, '/manage/v1/webhooks', wanted)}`,
      method: 'patch',
      bodies: [wanted, { events: ['trail.published'] }, { events: ['trail.saved', 'trail.archived'] }],
      seen: only('events'),
    };
  },
  'single sign-on': async () => ({
    path: '/manage/v1/sso',
    method: 'put',
    bodies: [
      { ...sso, issuer: 'https://one.example' },
      { ...sso, issuer: 'https://two.example' },
      { ...sso, issuer: 'https://one.example', client_id: 'b' },
    ],
    seen: ({ settings }) => only('updated_at')(settings as Body),
  }),
};

test.each(Object.keys(FORMS))(
  'does not let a person overwrite the last change of %s without seeing it',
  async (name) => {
    const team = await managedTeam(service);
    const form = FORMS[name];
    if (form === undefined) throw new Error(name);
    const { path, method, bodies, seen } = await form(team);
    const stored = async (): Promise<Body> => (await team.asAdmin.get<Body>(path)).body;
    expect((await team.asAdmin[method](path, bodies[0])).status).toBeLessThan(300);
    const before = seen(await stored());
    service.clock.advance(1_000);
    expect((await team.asOwner[method](path, { ...bodies[1], seen: before })).status).toBeLessThan(300);
    const after = await stored();
    const late = await team.asAdmin[method]<{ now: Body }>(path, { ...bodies[2], seen: before });
    expect([late.status, slugOf(late)]).toEqual([409, 'conflict']);
    const now = seen(after);
    const moved = Object.keys(now).filter((key) => JSON.stringify(now[key]) !== JSON.stringify(before[key]));
    expect(late.body.now).toEqual(only(...moved)(now));
    expect(await stored()).toEqual(after);
    expect((await team.asAdmin[method](path, { ...bodies[2], seen: now })).status).toBeLessThan(300);
  },
);

test('does not let a person who saw no settings overwrite single sign-on that was set up in the meantime', async () => {
  const { asAdmin, asOwner } = await managedTeam(service);
  const seen = { updated_at: null };
  const settings = { ...sso, issuer: 'https://one.example' };
  expect((await asOwner.put('/manage/v1/sso', { ...settings, seen })).status).toBe(204);
  expect((await asAdmin.put('/manage/v1/sso', { ...settings, client_id: 'b', seen })).status).toBe(409);
  await asOwner.delete('/manage/v1/sso');
  expect((await asAdmin.put('/manage/v1/sso', { ...settings, client_id: 'b', seen })).status).toBe(204);
});

test('protects a workload identity that was pinned or removed in the meantime', async () => {
  const team = await managedTeam(service);
  const connection = `/manage/v1/connections/${await made(team, '/manage/v1/connections', { name: 'Entra' })}`;
  const path = `${connection}/workload-identity`;
  const seen = { created_at: null };
  expect((await team.asOwner.put(path, { ...identity, subject: 'one', seen })).status).toBe(204);
  service.clock.advance(1_000);
  expect((await team.asAdmin.put(path, { ...identity, subject: 'two', seen })).status).toBe(409);
  const { body } = await team.asAdmin.get<{ workload_identity: { created_at: string } }>(connection);
  const pinned = only('created_at')({ ...body.workload_identity });
  expect((await team.asAdmin.put(path, { ...identity, subject: 'two', seen: pinned })).status).toBe(204);
  await team.asOwner.delete(path);
  expect((await team.asAdmin.put(path, { ...identity, subject: 'three', seen: pinned })).status).toBe(409);
});

test('protects the plan and seats if two operators change them', async () => {
  const [one, other] = [await operatorAt(service), await operatorAt(service)];
  const { team_id } = await managedTeam(service);
  const path = `/manage/v1/teams/${team_id}`;
  const seen = { seat_limit: null };
  expect((await one.speaks.patch(path, { seat_limit: 50, seen })).status).toBe(200);
  const late = await other.speaks.patch<{ now: Body }>(path, { seat_limit: 60, seen });
  expect([late.status, late.body.now]).toEqual([409, { seat_limit: 50 }]);
  expect((await other.speaks.patch(path, { plan: 'business', seen: { plan: 'enterprise' } })).status).toBe(200);
});

test('protects the trails of a set if two authors change them', async () => {
  const team = await managedTeam(service);
  const set = `/manage/v1/trail-sets/${await made(team, '/manage/v1/trail-sets', { name: 'Sales' })}/trails`;
  const trail = async () => (await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'T' })).body.id;
  const [one, two] = [await trail(), await trail()];
  const seen = { trail_ids: [] };
  expect((await team.asAdmin.put(set, { trail_ids: [one], seen })).status).toBe(200);
  const late = await team.asOwner.put<{ now: Body }>(set, { trail_ids: [two], seen });
  expect([late.status, late.body.now]).toEqual([409, { trail_ids: [one] }]);
  expect((await team.asOwner.put(set, { trail_ids: [one, two], seen: late.body.now })).status).toBe(200);
});

test('protects the order of sets if two authors change it', async () => {
  const team = await managedTeam(service);
  const sets = [];
  for (const name of ['One', 'Two', 'Three']) sets.push(await made(team, '/manage/v1/trail-sets', { name }));
  const path = '/manage/v1/trail-sets/order';
  const [one = '', two = '', three = ''] = sets;
  const seen = { set_ids: [one, two, three] };
  expect((await team.asAdmin.put(path, { set_ids: [two, one, three], seen })).status).toBe(200);
  const late = await team.asOwner.put<{ now: Body }>(path, { set_ids: [three, one, two], seen });
  expect([late.status, late.body.now]).toEqual([409, { set_ids: [two, one, three] }]);
});

test('protects the grants on a set if two authors change them', async () => {
  const team = await managedTeam(service);
  const set = `/manage/v1/trail-sets/${await made(team, '/manage/v1/trail-sets', { name: 'Sales' })}`;
  const group = await made(team, '/manage/v1/groups', { display_name: 'Sales' });
  const none = { reach: null, edits: null };
  const path = `${set}/groups/${group}`;
  expect((await team.asAdmin.put(path, { reach: 'featured', seen: none })).status).toBe(200);
  const late = await team.asOwner.put<{ now: Body }>(path, { edits: true, seen: none });
  expect([late.status, late.body.now]).toEqual([409, { reach: 'featured', edits: false }]);
  const person = `${set}/people/${team.member.id}`;
  expect((await team.asAdmin.put(person, { edits: true, seen: { edits: null } })).status).toBe(200);
  const second = await team.asOwner.put<{ now: Body }>(person, { edits: false, seen: { edits: null } });
  expect([second.status, second.body.now]).toEqual([409, { edits: true }]);
});

test('ends a grant on a set only as the author last saw it', async () => {
  const team = await managedTeam(service);
  const set = `/manage/v1/trail-sets/${await made(team, '/manage/v1/trail-sets', { name: 'Sales' })}`;
  const group = `${set}/groups/${await made(team, '/manage/v1/groups', { display_name: 'Sales' })}`;
  const person = `${set}/people/${team.member.id}`;
  await team.asAdmin.put(group, { reach: 'featured', edits: true });
  await team.asAdmin.put(person, { edits: true });
  const late = await team.asOwner.delete<{ now: Body }>(`${group}?reach=available&edits=true`);
  expect([late.status, late.body.now]).toEqual([409, { reach: 'featured' }]);
  const second = await team.asOwner.delete<{ now: Body }>(`${person}?edits=false`);
  expect([second.status, second.body.now]).toEqual([409, { edits: true }]);
  for (const wrong of ['edits=yes', 'edits=', 'reach=all', 'seen=true'])
    expect([wrong, (await team.asOwner.delete(`${group}?${wrong}`)).status]).toEqual([wrong, 400]);
  expect((await team.asOwner.delete(`${group}?reach=featured&edits=true`)).status).toBe(200);
  expect((await team.asOwner.delete(`${group}?reach=featured&edits=true`)).status).toBe(404);
  expect((await team.asOwner.delete(person)).status).toBe(200);
});
