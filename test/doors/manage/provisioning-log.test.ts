import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Entry {
  readonly id: string;
  readonly resource_name: string | null;
  readonly subject: { kind: string; id: string; name: string } | null;
  readonly outcome: string;
}
interface Summary {
  readonly points: readonly { ok: number; refused: number }[];
  readonly causes: readonly { count: number; explanation: string; status: number }[];
}
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

async function synced(team: Managed) {
  const { body } = await team.asAdmin.post<{ connection_id: string; token: string }>('/manage/v1/connections', {
    name: 'Okta',
  });
  const provider = service.bearer(body.token).with({ 'Content-Type': 'application/scim+json' });
  const base = `/scim/v2/${body.connection_id}`;
  const push = (userName: string, displayName: string) =>
    provider.send('POST', `${base}/Users`, JSON.stringify({ schemas: [USER], userName, displayName }));
  return { path: `/manage/v1/connections/${body.connection_id}/log`, provider, groups: `${base}/Groups`, push };
}

const logged = (team: Managed, path: string, count: number) =>
  expect.poll(async () => (await team.asAdmin.get<{ items: Entry[] }>(path)).body.items.length).toBe(count);

test('names the person in each log entry, supports search, and returns only new entries', async () => {
  const team = await managedTeam(service);
  const { path, push } = await synced(team);
  const ana = `ana.lopez.${newId()}@acme.test`;
  await push(ana, 'Ana Lopez');
  await logged(team, path, 1);
  const [first] = (await team.asAdmin.get<{ items: Entry[] }>(path)).body.items;
  expect(first).toMatchObject({ resource_name: ana, subject: { kind: 'person', name: 'Ana Lopez' } });
  expect((await team.asAdmin.get(`/manage/v1/members/${first?.subject?.id}`)).status).toBe(200);
  await push(ana, 'Ana Again');
  await logged(team, path, 2);
  const fresh = await team.asAdmin.get<{ items: Entry[] }>(`${path}?newer_than=${first?.id}`);
  expect(fresh.body.items).toMatchObject([{ outcome: 'refused', subject: null, resource_name: ana }]);
  expect((await team.asAdmin.get<{ items: Entry[] }>(`${path}?q=LOPEZ&outcome=ok`)).body.items).toHaveLength(1);
  expect((await team.asAdmin.get<{ items: Entry[] }>(`${path}?q=100%25_`)).body.items).toEqual([]);
  const one = await team.asAdmin.get<{ items: Entry[] }>(`${path}?id=${first?.id}`);
  expect(one.body.items.map(({ id }) => id)).toEqual([first?.id]);
  expect((await team.asAdmin.get<{ items: Entry[] }>(`${path}?id=${team.team_id}`)).body.items).toEqual([]);
  for (const wrong of ['id=7', 'newer_than=7', `q=${'x'.repeat(201)}`, 'by=day'])
    expect(slugOf(await team.asAdmin.get(`${path}?${wrong}`))).toBe('bad-request');
});

test('counts a cause once, however many people and group operations it affects', async () => {
  const team = await managedTeam(service);
  const { path, provider, groups } = await synced(team);
  const { id } = (
    await provider.send<{ id: string }>('POST', groups, JSON.stringify({ schemas: [GROUP], displayName: 'Sales' }))
  ).body;
  const add = (count: number) => ({
    op: 'add',
    path: 'members',
    value: Array.from({ length: count }, () => ({ value: newId() })),
  });
  const rename = { op: 'replace', path: 'displayName', value: 'Selling' };
  for (const Operations of [[add(1)], [rename, add(3)], [add(30)], [add(60)]])
    await provider.send('PATCH', `${groups}/${id}`, JSON.stringify({ schemas: [PATCH], Operations }));
  await logged(team, path, 5);
  const { causes } = (await team.asAdmin.get<Summary>(`${path}/summary?by=day`)).body;
  expect(causes).toMatchObject([{ count: 4, explanation: expect.stringContaining('this connection has no user') }]);
  expect(causes[0]?.explanation).not.toMatch(/[0-9]|….*…/);
});

test('summarizes the log over time, and groups refused requests by cause', async () => {
  const [team, other] = [await managedTeam(service), await managedTeam(service)];
  const { path, push } = await synced(team);
  const max = `max.muster.${newId()}@acme.test`;
  await push(max, 'Max');
  for (const name of ['One', 'Two', 'Three']) await push(max, name);
  await logged(team, path, 4);
  for (const by of ['hour', 'day']) {
    const { body } = await team.asAdmin.get<Summary>(`${path}/summary?by=${by}`);
    expect(body.points).toMatchObject([{ ok: 1, refused: 3 }]);
    expect(body.causes).toMatchObject([{ count: 3, status: 409 }]);
    expect(JSON.stringify(body)).not.toContain('max.muster');
  }
  expect(slugOf(await team.asAdmin.get(`${path}/summary?by=minute`))).toBe('bad-request');
  expect(slugOf(await other.asAdmin.get(`${path}/summary`))).toBe('not-found');
  expect((await team.asMember.get(`${path}/summary`)).status).toBe(403);
});
