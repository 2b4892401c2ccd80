// A connection takes over a group that has the admin role. By default its members have the role immediately (contract
// 3.3). A workspace can require that an admin confirms it first.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { connect, type ScimConnection } from '../doors/scim/support/connection.ts';
import { slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';

let here: World;
beforeAll(async () => {
  here = await world();
});
afterAll(() => here.close());

interface Group {
  readonly id: string;
  readonly roles: readonly string[];
  readonly admin_waits: boolean;
  readonly source: object | null;
}

/** A group with two roles and one member, in a workspace that does or does not ask for confirmation. */
async function adminGroup(confirm_admin_groups: boolean) {
  const team = await managedTeam(here);
  expect((await team.asOwner.patch('/manage/v1/team', { confirm_admin_groups })).body).toMatchObject({
    confirm_admin_groups,
  });
  const { id } = (await team.asAdmin.post<Group>('/manage/v1/groups', { display_name: 'IT Admins' })).body;
  const at = `/manage/v1/groups/${id}`;
  await team.asAdmin.put(`${at}/roles`, { roles: ['admin', 'author'] });
  await team.asAdmin.post(`${at}/members`, { add: [team.author.id] });
  const idp = await connect(here, team.team_id);
  return { team, idp, at, group: async () => (await team.asAdmin.get<Group>(at)).body };
}

/** Provisions an employee who is already a member, and pushes a group with only this person. */
async function takeOver(team: Managed, idp: ScimConnection, displayName = 'it admins') {
  const user = await idp.post('/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: team.member.email,
    emails: [{ value: team.member.email, primary: true }],
  });
  expect(user.status).toBe(201);
  const pushed = await idp.post('/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName,
    members: [{ value: user.body.id ?? '' }],
  });
  expect([pushed.status, pushed.body.displayName]).toEqual([201, displayName]);
  return String(pushed.body.id);
}
const readsMembers = async ({ asMember }: Managed) => (await asMember.get('/manage/v1/members?limit=1')).status;

test('grants the role immediately by default', async () => {
  const { team, idp, group } = await adminGroup(false);
  expect(await readsMembers(team)).toBe(403);
  await takeOver(team, idp);
  expect(await readsMembers(team)).toBe(200);
  expect(await group()).toMatchObject({ roles: ['admin', 'author'], admin_waits: false });
});

test('grants the role to no one until an admin confirms it, if the workspace wants that', async () => {
  const { team, idp, at, group } = await adminGroup(true);
  await takeOver(team, idp);
  expect(await readsMembers(team)).toBe(403);
  expect(await group()).toMatchObject({ roles: ['author'], admin_waits: true, source: expect.anything() });
  expect(slugOf(await team.asMember.patch(`${at}/roles`, { add: ['admin'] }))).toBe('forbidden');
  const neighbor = await managedTeam(here);
  expect(slugOf(await neighbor.asAdmin.patch(`${at}/roles`, { add: ['admin'] }))).toBe('not-found');
  expect((await team.asAdmin.patch<Group>(`${at}/roles`, { add: ['admin'] })).body).toMatchObject({
    roles: ['admin', 'author'],
    admin_waits: false,
  });
  expect(await readsMembers(team)).toBe(200);
  const log = await team.asAdmin.get<{ items: { before: object; actor: { kind: string } }[] }>(
    '/manage/v1/audit?kind=team.group.roles_changed&limit=2',
  );
  expect(log.body.items.map(({ actor }) => actor.kind)).toEqual(['person', 'connection']);
});

test('lets an admin remove the role, and asks again if the group is taken over again', async () => {
  const { team, idp, at, group } = await adminGroup(true);
  const id = await takeOver(team, idp);
  await team.asAdmin.patch(`${at}/roles`, { add: [] });
  expect(await group()).toMatchObject({ roles: ['author'], admin_waits: false });
  await team.asAdmin.post(`${at}/disconnect`);
  await team.asAdmin.patch(`${at}/roles`, { add: ['admin'] });
  expect((await idp.get(`/Groups/${id}`)).status).toBe(404);
  const again = await idp.post('/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'IT ADMINS',
  });
  expect(again.status).toBe(201);
  expect(await group()).toMatchObject({ roles: ['author'], admin_waits: true });
});

test('does not take over an admin group when another group is renamed to its name', async () => {
  const { team, idp, group } = await adminGroup(true);
  const id = await takeOver(team, idp, 'Helpers');
  const renamed = await idp.patch(`/Groups/${id}`, [{ op: 'replace', path: 'displayName', value: 'it admins' }]);
  expect([renamed.status, renamed.body.scimType]).toEqual([409, 'uniqueness']);
  expect(await readsMembers(team)).toBe(403);
  expect(await group()).toMatchObject({ roles: ['admin', 'author'], source: null });
});

test('also withholds the role if a large push is prepared in slices', async () => {
  const { team, idp, group } = await adminGroup(true);
  const users = [];
  for (let count = 0; count < 500; count += 1) users.push({ value: await idp.user(`large.${count}.${team.team_id}`) });
  const pushed = await idp.post('/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'IT Admins',
    members: users,
  });
  expect(pushed.status).toBe(201);
  expect(await group()).toMatchObject({ roles: ['author'], admin_waits: true, member_count: 500 });
});

test('lets only admins of the workspace change the setting', async () => {
  const team = await managedTeam(here);
  const neighbor = await managedTeam(here);
  expect(slugOf(await team.asMember.patch('/manage/v1/team', { confirm_admin_groups: true }))).toBe('forbidden');
  await neighbor.asAdmin.patch('/manage/v1/team', { confirm_admin_groups: true });
  expect((await team.asAdmin.get('/manage/v1/team')).body).toMatchObject({ confirm_admin_groups: false });
});
