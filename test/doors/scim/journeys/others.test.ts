// Sequences of requests by other identity providers in which one request finds the results of another. The fixtures
// cover single requests.

import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type World, world } from '../../../support/world.ts';
import { bareConnection } from '../support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

it('lets JumpCloud activate a connection with a test user and a test group, which it then deletes', async () => {
  const own = await bareConnection(service);
  const user = await own.user('test');
  const group = await own.group('test group');
  const path = `/Groups/${group}`;
  expect((await own.patch(path, [{ op: 'add', path: 'members', value: [{ value: user }] }])).status).toBe(200);
  expect((await own.patch(path, [{ op: 'remove', path: 'members', value: [{ value: user }] }])).status).toBe(200);
  expect((await own.delete(path)).status).toBe(204);
  expect((await own.delete(`/Users/${user}`)).status).toBe(204);
  expect((await own.get('/Users')).body.totalResults).toBe(0);
});

it('lets authentik read the supported features, adopt a group by name after 409, and send one operation per member', async () => {
  const own = await bareConnection(service);
  const config = await own.get('/ServiceProviderConfig');
  expect(config.body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
    bulk: { maxOperations: 0 },
  });
  const ids = await Promise.all(['A', 'B', 'C'].map((name) => own.user(name)));
  const group = await own.group('Everybody');
  expect((await own.post('/Groups', { displayName: 'everybody' })).body).toMatchObject({ status: '409' });
  const found = await own.get('/Groups?filter=displayName eq "everybody"');
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: group }] });
  await own.patch(
    `/Groups/${group}`,
    ids.map((value) => ({ op: 'add', path: 'members', value: [{ value }] })),
  );
  const read = (await own.get(`/Groups/${group}`)).body.members as JsonObject[];
  expect(read.map(({ value }) => value).sort()).toEqual(ids.sort());
});

it('lets Rippling look up the externalId before every POST, and OneLogin send "add" in lowercase', async () => {
  const own = await bareConnection(service);
  const find = async () => (await own.get('/Users?filter=externalId eq "r-1"')).body.totalResults;
  expect(await find()).toBe(0);
  const id = await own.user('Ann', { externalId: 'r-1' });
  expect(await find()).toBe(1);
  const group = await own.group('Sales');
  const added = await own.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value: [{ value: id }] }]);
  expect(added.body.members).toMatchObject([{ value: id }]);
});

it('lets Keycloak deactivate with a lowercase string and replace whole groups', async () => {
  const own = await bareConnection(service);
  const id = await own.user('Ann');
  const off = await own.patch(`/Users/${id}`, [{ op: 'replace', value: { active: 'false' } }]);
  expect(off.body.active).toBe(false);
  const group = await own.group('Sales', [id]);
  const put = await own.put(`/Groups/${group}`, { id: group, displayName: 'Sales', members: [{ value: id }] });
  expect(put.body.members).toMatchObject([{ value: id }]);
});

it('lets rauthy find both types by externalId, and Google suspend and delete people separately', async () => {
  const own = await bareConnection(service);
  const id = await own.user('Ann', { externalId: 'u1' });
  await own.post('/Groups', { displayName: 'Sales', externalId: 'g1' });
  expect((await own.get('/Groups?filter=externalId eq "g1"')).body.totalResults).toBe(1);
  const { body } = await own.get(`/Users/${id}`);
  expect((await own.put(`/Users/${id}`, { ...body, active: false })).body.active).toBe(false);
  expect((await own.delete(`/Users/${id}`)).status).toBe(204);
});
