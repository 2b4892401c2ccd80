import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { pushGroup } from '../../../src/directory/groups/group-link.ts';
import { slugOf } from '../../support/speaker.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Group {
  readonly id: string;
  readonly display_name: string;
  readonly member_count: number;
  readonly source: { connection_id: string; name: string } | null;
}

const connect = async (team: Managed): Promise<string> =>
  (await team.asAdmin.post<{ connection_id: string }>('/manage/v1/connections', { name: 'Okta' })).body.connection_id;
const push = (team: Managed, connectionId: string, display_name: string, account_ids: string[]) =>
  service.app.database.inTransaction((tx) =>
    pushGroup(tx, team.team_id, connectionId, { display_name, account_ids }, BY_TEST),
  );

test('keeps the changes of two admins to the roles and managers of one group', async () => {
  const { asAdmin, asOwner, author, member } = await managedTeam(service);
  const { body: group } = await asAdmin.post<Group>('/manage/v1/groups', { display_name: 'Sales' });
  const path = `/manage/v1/groups/${group.id}`;
  expect((await asOwner.patch<{ roles: string[] }>(`${path}/roles`, { add: ['author'], seen: [] })).body.roles).toEqual(
    ['author'],
  );
  const late = await asAdmin.patch<{ roles: string[] }>(`${path}/roles`, { add: ['manager'], seen: [] });
  expect([late.status, slugOf(late), late.body.roles]).toEqual([409, 'conflict', ['author']]);
  const again = await asAdmin.patch<{ roles: string[] }>(`${path}/roles`, { add: ['manager'], seen: ['author'] });
  expect(again.body.roles).toEqual(['author', 'manager']);
  await Promise.all([
    asAdmin.patch(`${path}/managers`, { add: [author.id] }),
    asOwner.patch(`${path}/managers`, { add: [member.id] }),
  ]);
  const left = await asAdmin.patch<{ managers: { user_id: string }[] }>(`${path}/managers`, { remove: [author.id] });
  expect(left.body.managers.map(({ user_id }) => user_id)).toEqual([member.id]);
});

test('accepts only roles and managers of the same workspace for a group', async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  const { body: group } = await one.asAdmin.post<Group>('/manage/v1/groups', { display_name: 'Sales' });
  const path = `/manage/v1/groups/${group.id}`;
  expect(slugOf(await other.asAdmin.patch(`${path}/roles`, { add: ['admin'] }))).toBe('not-found');
  expect(slugOf(await other.asAdmin.patch(`${path}/managers`, { add: [other.member.id] }))).toBe('not-found');
  const stranger = await one.asAdmin.patch(`${path}/managers`, { add: [other.member.id] });
  expect([stranger.status, slugOf(stranger)]).toEqual([422, 'unprocessable']);
  expect((await one.asAdmin.patch(`${path}/roles`, { seen: ['owner'] })).status).toBe(422);
});

test('creates a group, describes it, gives it roles, managers and members, and deletes it', async () => {
  const { asAdmin, member, author } = await managedTeam(service);
  const made = await asAdmin.post<Group>('/manage/v1/groups', { display_name: 'Sales', description: 'Sells' });
  expect([made.status, made.body.source]).toEqual([201, null]);
  const path = `/manage/v1/groups/${made.body.id}`;
  expect((await asAdmin.patch(path, { description: 'Sells more' })).body).toMatchObject({ description: 'Sells more' });
  expect((await asAdmin.put(`${path}/roles`, { roles: ['publisher'] })).body).toMatchObject({ roles: ['publisher'] });
  expect((await asAdmin.put(`${path}/managers`, { user_ids: [author.id] })).body).toMatchObject({
    managers: [{ user_id: author.id, name: author.name }],
  });
  const change = { add: [member.id, author.id], remove: [] };
  expect((await asAdmin.post(`${path}/members`, change)).body).toEqual({ added: 2, removed: 0 });
  expect((await asAdmin.post(`${path}/members`, change)).body).toEqual({ added: 0, removed: 0 });
  const members = await asAdmin.get<{ items: { user_id: string }[] }>(`${path}/members`);
  expect(members.body.items.map(({ user_id }) => user_id).sort()).toEqual([member.id, author.id].sort());
  const one = await asAdmin.get<{ roles: string[]; held_roles: unknown[] }>(`/manage/v1/members/${member.id}`);
  expect(one.body.held_roles).toEqual([
    { role: 'publisher', group_id: made.body.id, group_name: 'Sales', origin: 'service' },
  ]);
  expect((await asAdmin.delete(path)).status).toBe(204);
  expect((await asAdmin.get(path)).status).toBe(404);
});

test('returns 409 conflict for an existing name in any case', async () => {
  const { asAdmin } = await managedTeam(service);
  await asAdmin.post('/manage/v1/groups', { display_name: 'Sales' });
  const refused = await asAdmin.post('/manage/v1/groups', { display_name: 'sALES' });
  expect([refused.status, slugOf(refused)]).toEqual([409, 'conflict']);
});

test('requires a disconnect before the name or members of a synced group can be changed manually', async () => {
  const team = await managedTeam(service);
  const connection = await connect(team);
  const { group_id } = await push(team, connection, 'Sales', [team.member.id]);
  const path = `/manage/v1/groups/${group_id}`;
  expect((await team.asAdmin.get<Group>(path)).body.source).toEqual({ connection_id: connection, name: 'Okta' });
  for (const refused of [
    await team.asAdmin.patch(path, { display_name: 'Mine' }),
    await team.asAdmin.post(`${path}/members`, { add: [team.author.id] }),
    await team.asAdmin.delete(path),
  ]) {
    expect([refused.status, slugOf(refused)]).toEqual([409, 'conflict']);
  }
  const disconnected = await team.asAdmin.post<Group>(`${path}/disconnect`);
  expect(disconnected.body).toMatchObject({ source: null, member_count: 1 });
  expect((await team.asAdmin.patch(path, { display_name: 'Mine' })).status).toBe(200);
});

test('returns from Move all to service management how many groups were disconnected', async () => {
  const team = await managedTeam(service);
  const connection = await connect(team);
  await push(team, connection, 'One', []);
  await push(team, connection, 'Two', []);
  const moved = await team.asAdmin.post(`/manage/v1/connections/${connection}/move-groups`);
  expect(moved.body).toEqual({ moved: 2 });
});

test('searches groups by name and filters by source, page by page', async () => {
  const team = await managedTeam(service);
  const connection = await connect(team);
  for (const name of ['Alpha', 'Beta', 'Gamma 100%']) await push(team, connection, name, []);
  await team.asAdmin.post('/manage/v1/groups', { display_name: 'Delta' });
  const names = async (query: string) =>
    (await team.asAdmin.get<{ items: Group[] }>(`/manage/v1/groups?${query}`)).body.items.map(
      (group) => group.display_name,
    );
  expect(await names('source=service')).toEqual(['Delta']);
  expect(await names(`source=${connection}`)).toEqual(['Alpha', 'Beta', 'Gamma 100%']);
  expect(await names('q=0%25')).toEqual(['Gamma 100%']);
  expect(await names('limit=2')).toEqual(['Alpha', 'Beta']);
});

test('counts a deprovisioned member as a member, but not as a current holder of its roles', async () => {
  const { asAdmin, member, author } = await managedTeam(service);
  const { body } = await asAdmin.post<Group>('/manage/v1/groups', { display_name: 'Counted' });
  await asAdmin.post(`/manage/v1/groups/${body.id}/members`, { add: [member.id, author.id] });
  await asAdmin.post(`/manage/v1/members/${member.id}/deactivate`);
  const counted = await asAdmin.get<Group & { active_count: number }>(`/manage/v1/groups/${body.id}`);
  expect([counted.body.member_count, counted.body.active_count]).toEqual([2, 1]);
  const members = await asAdmin.get<{ items: object[] }>(`/manage/v1/groups/${body.id}/members`);
  const expected = [
    { user_id: member.id, name: member.name, email: member.email, status: 'deprovisioned' },
    { user_id: author.id, name: author.name, email: author.email, status: 'active' },
  ];
  expect(members.body.items).toHaveLength(2);
  expect(members.body.items).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
});

test('accepts ten thousand people in a request, and refuses it if one is outside the workspace', async () => {
  const { asAdmin } = await managedTeam(service);
  const { body } = await asAdmin.post<Group>('/manage/v1/groups', { display_name: 'Large' });
  const add = Array.from({ length: 10_000 }, () => newId());
  for (const [method, path, people] of [
    ['POST', 'members', { add }],
    ['PATCH', 'managers', { add }],
    ['PUT', 'managers', { user_ids: add }],
  ] as const) {
    const refused = await asAdmin.send(method, `/manage/v1/groups/${body.id}/${path}`, people);
    expect([method, path, refused.status]).toEqual([method, path, 422]);
  }
});
