// A restore brings back groups that the identity provider pushed without the suspended people.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from '../manage/support.ts';
import { freshConnection, setAge } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const OFF = [{ op: 'replace', path: 'active', value: false }];

/** Twelve suspended people in two groups, one of which is pushed without them and one of which is deleted. */
async function pushedWithout(operation: 'deactivate' | 'delete', push: 'put' | 'patch') {
  const okta = await freshConnection(service);
  const admin = await atCommandLine(service, okta.team.team_id, okta.team.admin.id);
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await okta.user(`Person${n}`));
  const stays = await okta.user('Stays');
  const [group, gone] = [await okta.group('Staff', [...ids, stays]), await okta.group('Gone', ids)];
  await setAge(service, okta, 2 * 3_600_000);
  for (const id of ids) await (operation === 'delete' ? okta.delete(`/Users/${id}`) : okta.patch(`/Users/${id}`, OFF));
  const members = [{ value: stays }];
  for (let times = 0; times < 2; times += 1) {
    if (push === 'put') await okta.put(`/Groups/${group}`, { displayName: 'Staff', members });
    else await okta.patch(`/Groups/${group}`, [{ op: 'replace', path: 'members', value: members }]);
  }
  await okta.put(`/Groups/${gone}`, { displayName: 'Gone', members: [] });
  await okta.delete(`/Groups/${gone}`);
  const membersNow = async () =>
    ((await okta.get(`/Groups/${group}`)).body.members as JsonObject[]).map(({ value }) => String(value)).sort();
  return { okta, admin, ids, stays, membersNow };
}

it.each([
  ['deactivate', 'put'],
  ['deactivate', 'patch'],
  ['delete', 'put'],
] as const)('after "%s" and a full %s of the group', async (operation, push) => {
  const { okta, admin, ids, stays, membersNow } = await pushedWithout(operation, push);
  expect(await membersNow()).toEqual([stays]);
  const path = `/manage/v1/connections/${okta.connection_id}/suspensions/decide`;
  const { body } = await admin.post<{ decided: number; done: number; left_out: unknown[] }>(path, {
    decision: 'restore',
  });
  expect(body).toMatchObject({ decided: 12, done: 12, left_out: [] });
  expect(await membersNow()).toEqual([...ids, stays].sort());
});

it('does not happen if the provider itself brings the person back', async () => {
  const okta = await freshConnection(service);
  const [ann, bob] = [await okta.user('Ann'), await okta.user('Bob')];
  const group = await okta.group('Staff', [ann, bob]);
  await setAge(service, okta, 2 * 3_600_000);
  await okta.patch(`/Users/${ann}`, OFF);
  await okta.put(`/Groups/${group}`, { displayName: 'Staff', members: [{ value: bob }] });
  // Within the limits, the provider itself brings people back, and pushes their groups again.
  await okta.patch(`/Users/${ann}`, [{ op: 'replace', path: 'active', value: true }]);
  const { members } = (await okta.get(`/Groups/${group}`)).body;
  expect((members as JsonObject[]).map(({ value }) => value)).toEqual([bob]);
});
