// Concurrent requests must not break these rules (contract 3.2, 7).

import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type World, world } from '../../support/world.ts';
import { bareConnection, userBody } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const times = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const statuses = (answers: readonly { status: number }[]): Record<number, number> => {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

it('loses none of 100 concurrent member PATCHes on one group', async () => {
  const okta = await bareConnection(service);
  const ids = await Promise.all(times(100).map((n) => okta.user(`P${n}`)));
  const leaving = ids.slice(0, 20);
  const group = await okta.group('Sales', leaving);
  const answers = await Promise.all(
    ids.map((value, n) => {
      const op = n < 20 ? 'remove' : 'add';
      return okta.patch(`/Groups/${group}`, [{ op, path: 'members', value: [{ value }] }]);
    }),
  );
  expect(statuses(answers)).toEqual({ 200: 100 });
  const members = (await okta.get(`/Groups/${group}`)).body.members as JsonObject[];
  expect(members.map(({ value }) => value).sort()).toEqual(ids.slice(20).sort());
});

it('creates one of ten equal users, and returns 409 for the other nine', async () => {
  const okta = await bareConnection(service);
  const body = userBody('Ann', okta.connection_id);
  const answers = await Promise.all(times(10).map(() => okta.post('/Users', body)));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 9 });
  const nameless = await Promise.all(times(10).map(() => okta.post('/Users', { userName: 'jyoung' })));
  expect(statuses(nameless)).toEqual({ 201: 1, 409: 9 });
  expect((await okta.get('/Users')).body.totalResults).toBe(2);
});

it('creates one of ten equal groups, and returns 409 for the other nine', async () => {
  const okta = await bareConnection(service);
  const answers = await Promise.all(times(10).map(() => okta.post('/Groups', { displayName: 'Sales' })));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 9 });
});

it('gives the last seat to exactly one of 50 concurrent requests', async () => {
  const okta = await bareConnection(service, { seat_limit: 3 });
  await okta.user('First');
  const answers = await Promise.all(times(50).map((n) => okta.post('/Users', userBody(`P${n}`, okta.connection_id))));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 49 });
  expect((await okta.get('/Users')).body.totalResults).toBe(2);
});

it('keeps all 50 concurrent changes of a user, and accepts one of two with the same If-Match', async () => {
  const okta = await bareConnection(service);
  const id = await okta.user('Ann');
  const tag = String((await okta.get(`/Users/${id}`)).headers.get('etag'));
  const pair = await Promise.all(
    ['Boss', 'Chief'].map((value) =>
      okta.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value }], { 'If-Match': tag }),
    ),
  );
  expect(statuses(pair)).toEqual({ 200: 1, 412: 1 });
  const answers = await Promise.all(
    times(50).map((n) =>
      okta.patch(`/Users/${id}`, [{ op: 'add', path: 'phoneNumbers', value: [{ value: `${n}`, type: 'work' }] }]),
    ),
  );
  expect(statuses(answers)).toEqual({ 200: 50 });
  expect((await okta.get(`/Users/${id}`)).body.phoneNumbers).toHaveLength(50);
});
