import { afterAll, beforeAll, expect, test } from 'vitest';
import { inlined } from '../../support/openapi.ts';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { managedTeam, operatorAt } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface MadeKey {
  readonly id: string;
  readonly key: string;
}
interface Keys {
  readonly items: readonly {
    id: string;
    name: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    replaced_by: string | null;
    last_used_at: string | null;
  }[];
}
const works = async (key: string): Promise<number> => (await service.bearer(key).get('/v1/me')).status;

test('creates a key that works, rotates it with an overlap, and revokes it immediately', async () => {
  const { asAdmin } = await managedTeam(service);
  const { status, body } = await asAdmin.post<MadeKey>('/manage/v1/keys', { name: 'CI', scopes: ['trails:read'] });
  expect([status, await works(body.key)]).toEqual([201, 200]);
  const rotated = await asAdmin.post<MadeKey>(`/manage/v1/keys/${body.id}/rotate`, { overlap_seconds: 60 });
  expect([await works(body.key), await works(rotated.body.key)]).toEqual([200, 200]);
  service.clock.advance(60_000);
  expect(await works(body.key)).toBe(401);
  expect((await asAdmin.delete(`/manage/v1/keys/${rotated.body.id}`)).status).toBe(204);
  expect(await works(rotated.body.key)).toBe(401);
  const listed = (await asAdmin.get<Keys>('/manage/v1/keys')).body;
  expect(JSON.stringify(listed)).not.toContain(body.key.slice(20));
  expect(listed.items.find(({ id }) => id === body.id)?.replaced_by).toBe(rotated.body.id);
});

test('records the last use of a key at most every five minutes', async () => {
  const { asAdmin } = await managedTeam(service);
  const { body } = await asAdmin.post<MadeKey>('/manage/v1/keys', { name: 'CI', scopes: ['trails:read'] });
  const lastUse = async (): Promise<number> => {
    const { items } = (await asAdmin.get<Keys>('/manage/v1/keys')).body;
    return Date.parse(items.find(({ id }) => id === body.id)?.last_used_at ?? '');
  };
  await works(body.key);
  await expect.poll(() => lastUse()).not.toBeNaN();
  const first = await lastUse();
  service.clock.advance(5 * 60_000 - 1);
  await works(body.key);
  // The record is written in the background, before the next one for another key.
  await asAdmin.post<MadeKey>('/manage/v1/keys', { name: 'other', scopes: ['trails:read'] });
  expect(await lastUse()).toBe(first);
  service.clock.advance(1);
  await works(body.key);
  await expect.poll(() => lastUse()).toBe(first + 5 * 60_000);
});

test('keeps the lifetime of a rotated key', async () => {
  const { asAdmin } = await managedTeam(service);
  const expires_at = new Date(service.clock() + 90 * 86_400_000).toISOString();
  const wanted = { name: 'CI', scopes: ['trails:read'], expires_at };
  const { body } = await asAdmin.post<MadeKey>('/manage/v1/keys', wanted);
  const old = (await asAdmin.get<Keys>('/manage/v1/keys')).body.items.find(({ id }) => id === body.id);
  const rotated = await asAdmin.post<MadeKey>(`/manage/v1/keys/${body.id}/rotate`, {});
  const { items } = (await asAdmin.get<Keys>('/manage/v1/keys')).body;
  const lifetime = Date.parse(expires_at) - Date.parse(old?.created_at ?? '');
  const until = items.find(({ id }) => id === rotated.body.id)?.expires_at ?? '';
  expect(Date.parse(until) - service.clock()).toBe(lifetime);
});

test.each(['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.9999999Z', '6000-01-01T00:00:00+14:00'])(
  'rotates a key valid until %s repeatedly, with successors up to the last possible year',
  async (expires_at) => {
    const { asAdmin } = await managedTeam(service);
    const wanted = { name: 'For ever', scopes: ['trails:read'], expires_at };
    let { body } = await asAdmin.post<MadeKey>('/manage/v1/keys', wanted);
    for (let turn = 0; turn < 3; turn += 1) {
      const rotated = await asAdmin.post<MadeKey>(`/manage/v1/keys/${body.id}/rotate`, {});
      expect(rotated.status).toBe(201);
      body = rotated.body;
    }
    const last = (await asAdmin.get<Keys>('/manage/v1/keys')).body.items.find(({ id }) => id === body.id);
    expect(last?.expires_at?.slice(0, 4)).toBe(expires_at.startsWith('6') ? '5999' : '9999');
    expect(await works(body.key)).toBe(200);
  },
);

test('lets people create keys for themselves or an active member, and only the Owner for the Owner', async () => {
  const { asAdmin, asOwner, owner, member, author } = await managedTeam(service);
  const stranger = (await service.team()).member;
  const make = (speaker: typeof asAdmin, user_id: string) =>
    speaker.post<MadeKey>('/manage/v1/keys', { name: 'bot', scopes: ['trails:read'], user_id });
  expect((await make(asAdmin, member.id)).status).toBe(201);
  expect(slugOf(await make(asAdmin, stranger.id))).toBe('unprocessable');
  expect(slugOf(await make(asAdmin, owner.id))).toBe('forbidden');
  await asAdmin.post(`/manage/v1/members/${author.id}/deactivate`);
  expect(slugOf(await make(asAdmin, author.id))).toBe('unprocessable');
  const own = await make(asOwner, owner.id);
  expect(own.status).toBe(201);
  expect(slugOf(await asAdmin.post(`/manage/v1/keys/${own.body.id}/rotate`, {}))).toBe('forbidden');
});

test("does not find another workspace's key", async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  for (const heard of [
    await one.asAdmin.delete(`/manage/v1/keys/${other.author.key_id}`),
    await one.asAdmin.post(`/manage/v1/keys/${other.author.key_id}/rotate`, {}),
  ]) {
    expect(slugOf(heard)).toBe('not-found');
  }
  expect(await works(other.author.key)).toBe(200);
});

test("limits an operator's keys to the service-wide catalog", async () => {
  const { speaks } = await operatorAt(service);
  const made = await speaks.post<MadeKey>('/manage/v1/keys', { name: 'svc', scopes: ['trails:read'] });
  const me = await service.bearer(made.body.key).get<{ catalog: { kind: string } }>('/v1/me');
  expect(me.body.catalog.kind).toBe('svc');
});

test('filters the audit log by kind, and exports it as NDJSON and CSV', async () => {
  const { asAdmin, admin } = await managedTeam(service);
  await asAdmin.post('/manage/v1/groups', { display_name: 'Sales' }, { 'Request-Id': 'made-by-hand' });
  const page = await asAdmin.get<{ items: { id: string }[] }>('/manage/v1/audit?kind=team.group');
  expect(page.body.items).toMatchObject([
    { kind: 'team.group.created', actor: { kind: 'person', id: admin.id }, request_id: 'made-by-hand' },
  ]);
  const one = `/manage/v1/audit?id=${page.body.items[0]?.id}`;
  expect((await asAdmin.get<{ items: object[] }>(one)).body.items).toEqual(page.body.items);
  const elsewhere = await managedTeam(service);
  expect((await elsewhere.asAdmin.get<{ items: object[] }>(one)).body.items).toEqual([]);
  const ndjson = await asAdmin.get<string>('/manage/v1/audit/export?kind=team.group');
  expect(JSON.parse(ndjson.body)).toMatchObject({ kind: 'team.group.created' });
  const csv = await asAdmin.get<string>('/manage/v1/audit/export?format=csv');
  expect([csv.headers.get('content-type'), csv.body.slice(0, 8)]).toEqual(['text/csv; charset=utf-8', 'at,kind,']);
});

test('declares every media type of an export in the document', async () => {
  const { body } = await service.anyone.get<{
    paths: Record<string, { get?: { responses: Record<string, { content?: object }> } }>;
  }>('/manage/openapi.json');
  const exports = Object.entries(inlined(body).paths).filter(([path]) => path.endsWith('/export'));
  expect(exports.length).toBeGreaterThan(2);
  for (const [path, { get }] of exports)
    expect([path, Object.keys(get?.responses['200']?.content ?? {})]).toEqual([
      path,
      ['application/x-ndjson', 'text/csv'],
    ]);
});

test("shows nothing of one workspace's log in another workspace", async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  await one.asAdmin.post('/manage/v1/groups', { display_name: 'Ours' });
  await other.asAdmin.post('/manage/v1/groups', { display_name: 'Secret' });
  const { body } = await one.asAdmin.get<string>('/manage/v1/audit/export');
  expect(['Ours', 'Secret'].map((name) => body.includes(name))).toEqual([true, false]);
});
