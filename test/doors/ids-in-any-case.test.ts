// An id may be written in any case (RFC 9562, section 4). At every door it is the same id.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, world } from '../support/world.ts';
import { atCommandLine, managedTeam, operatorAt } from './manage/support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const document = {
  title: 'Chase a late invoice',
  description: 'You write a reminder.',
  trigger: { examples: [{ text: 'write a payment reminder', expect: 'match' }] },
  prompts: [{ label: 'Write', body: 'Write a reminder to {{customer}}.' }],
};

test('does not let operators remove themselves by sending their id in uppercase', async () => {
  const { id, speaks } = await operatorAt(service);
  expect((await speaks.delete(`/manage/v1/operators/${id.toUpperCase()}`)).status).toBe(422);
});

test('lets an Owner create a key for themselves with an uppercase id', async () => {
  const { asOwner, owner } = await managedTeam(service);
  const body = { name: 'CI', scopes: ['trails:read'], user_id: owner.id.toUpperCase() };
  expect((await asOwner.post('/manage/v1/keys', body)).status).toBe(201);
});

test('excludes the acting person from a bulk deactivation, for any spelling of their id', async () => {
  const { asAdmin, admin } = await managedTeam(service);
  const body = { act: 'deactivate', user_ids: [admin.id.toUpperCase()] };
  const { body: answer } = await asAdmin.post<{ items: { user_id: string; outcome: string }[] }>(
    '/manage/v1/members/bulk',
    body,
  );
  expect(answer.items).toMatchObject([{ user_id: admin.id, outcome: 'refused' }]);
});

test('moves a trail by its uppercase id, and keeps the order of the others', async () => {
  const team = await service.team();
  const speaks = await atCommandLine(service, team.team_id, team.publisher.id);
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three'])
    ids.push((await team.author.speaks.post<{ id: string }>('/v1/trails', { title })).body.id);
  const order = async () =>
    (await speaks.get<{ items: { id: string }[] }>('/manage/v1/trails/order')).body.items.map(({ id }) => id);
  const [first = '', second = '', third = ''] = await order();
  const moved = { trail_id: first.toUpperCase(), after: second.toUpperCase() };
  expect((await speaks.put('/manage/v1/trails/order', moved)).body).toEqual({ trail_id: first, position: 2, total: 3 });
  expect(await order()).toEqual([second, first, third]);
});

test('compares a trail by its uppercase id', async () => {
  const team = await managedTeam(service);
  const { id } = (await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document })).body;
  await team.publisher.speaks.post(`/v1/trails/${id}/publish`);
  const asAuthor = await atCommandLine(service, team.team_id, team.author.id);
  const ranked = await asAuthor.post<{ candidates: { is_this_trail: boolean }[] }>(
    `/manage/v1/trails/${id.toUpperCase()}/candidates`,
    { draft_text: 'write a payment reminder' },
  );
  expect(ranked.body.candidates.map(({ is_this_trail }) => is_this_trail)).toEqual([true]);
});

test('finds audit log entries by uppercase ids', async () => {
  const { asAdmin, asOwner, owner, member } = await managedTeam(service);
  expect((await asOwner.put(`/manage/v1/members/${member.id}/roles`, { roles: ['author'] })).status).toBe(200);
  for (const [name, id] of [
    ['actor_id', owner.id],
    ['subject_id', member.id],
    ['person_id', member.id],
  ] as const) {
    const count = async (written: string): Promise<number> =>
      (await asAdmin.get<{ items: object[] }>(`/manage/v1/audit?${name}=${written}`)).body.items.length;
    expect([name, await count(id)]).not.toEqual([name, 0]);
    expect([name, await count(id.toUpperCase())]).toEqual([name, await count(id)]);
  }
});

test('refuses an id with a URN prefix in a path (400)', async () => {
  const { asAdmin, member } = await managedTeam(service);
  expect((await asAdmin.get(`/manage/v1/members/urn:uuid:${member.id}`)).status).toBe(400);
});

test('accepts a workspace address for AI tools in uppercase', async () => {
  const team = await service.team();
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const answer = await team.author.speaks.post(`/mcp/${team.team_id.toUpperCase()}`, ping, {
    Accept: 'application/json, text/event-stream',
  });
  expect(answer.status).toBe(200);
});
