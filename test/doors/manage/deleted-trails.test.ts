// Deleting live trails only as a publisher, and restoring deleted trails for 30 days.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBlobs } from '../../../src/assets/blobs.ts';
import { sweepOrphans } from '../../../src/assets/sweep-orphans.ts';
import { DAY_MS } from '../../../src/base/clock.ts';
import { sweepDeletedTrails } from '../../../src/trails/editing/deleted-trails.ts';
import { rampFile } from '../../assets/sample-images.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine, type Managed, managedTeam } from './support.ts';

interface Listed {
  readonly total: number;
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly status: string;
    readonly deleted_by: { readonly name: string } | null;
  }[];
}

interface Read {
  readonly id: string;
  readonly status: string;
  readonly visibility: string;
  readonly grant_count: number;
  readonly revision: number;
  readonly document: object;
}

let service: World;
let team: Managed;
let author: Speaker;
let publisher: Speaker;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service);
  author = team.author.speaks;
  publisher = team.publisher.speaks;
});

const rules = (change: object) => team.asAdmin.patch('/manage/v1/catalog-rules', change);
const create = async (document: object = readyDocument()): Promise<string> =>
  (await author.post<Read>('/v1/trails', { document })).body.id;
const live = async (): Promise<string> => {
  const id = await create();
  expect((await publisher.post(`/v1/trails/${id}/publish`)).status).toBe(200);
  return id;
};
const remove = async (who: Speaker, id: string) => who.delete(`/v1/trails/${id}`);
const deleted = async (who: Speaker = team.asAdmin) => (await who.get<Listed>('/manage/v1/deleted-trails')).body;
const restore = (id: string, who: Speaker = team.asAdmin) => who.post(`/manage/v1/deleted-trails/${id}/restore`);

test('lets an author delete a live trail for good if there is no rule against it', async () => {
  const id = await live();
  expect((await remove(author, id)).status).toBe(204);
  expect(await deleted()).toEqual({ total: 0, items: [] });
  expect((await restore(id)).status).toBe(404);
});

test('lets only publishers delete a live trail, through every API, if the workspace requires that', async () => {
  await rules({ publish_to_delete: true });
  const [id, draft] = [await live(), await create()];
  const session = await atCommandLine(service, team.team_id, team.author.id);
  const { speaks: narrow } = await team.key(team.publisher.id, { scopes: ['trails:read', 'trails:write'] });
  for (const attempt of [remove(author, id), session.delete(`/console/v1/trails/${id}`), remove(narrow, id)]) {
    const refused = await attempt;
    expect([refused.status, slugOf(refused)]).toEqual([403, 'forbidden']);
  }
  expect((await author.get(`/v1/trails/${id}`)).status).toBe(200);
  expect((await remove(author, draft)).status).toBe(204);
  expect((await remove(publisher, id)).status).toBe(204);
});

test('restores a deleted trail as a draft with its document, versions, grants and owner', async () => {
  await rules({ keep_deleted: true });
  const id = await live();
  await author.put(`/v1/trails/${id}/document`, { ...readyDocument(), title: 'Second' }, { 'If-Match': '*' });
  await author.patch(`/v1/trails/${id}`, { visibility: 'restricted' });
  await author.post(`/v1/trails/${id}/grants`, { email: team.member.email });
  const before = (await author.get<Read>(`/v1/trails/${id}`)).body;
  const versions = (await author.get(`/v1/trails/${id}/versions`)).body;
  expect((await remove(author, id)).status).toBe(204);
  expect((await author.get(`/v1/trails/${id}`)).status).toBe(404);
  expect((await team.asMember.get(`/manage/v1/reader/trails/${id}`)).status).toBe(404);
  expect(await deleted()).toMatchObject({
    total: 1,
    items: [{ id, title: 'Second', status: 'live', deleted_by: { name: team.author.name } }],
  });

  expect((await restore(id)).status).toBe(204);
  const after = (await author.get<Read>(`/v1/trails/${id}`)).body;
  expect(after).toMatchObject({ id, status: 'draft', visibility: 'restricted', grant_count: 1, revision: 2 });
  expect(after.document).toEqual(before.document);
  const listed = (await author.get(`/v1/trails/${id}/versions`)).body as { items?: object[] };
  expect(JSON.stringify(listed)).toBe(JSON.stringify(versions).replaceAll('"is_live":true', '"is_live":false'));
  expect((await author.get<{ items: Read[] }>('/v1/trails?q=Second')).body.items.map((one) => one.id)).toEqual([id]);
  expect((await deleted()).total).toBe(0);
  expect((await restore(id)).status).toBe(404);
  const audit = (await team.asAdmin.get<{ items: { kind: string }[] }>('/manage/v1/audit')).body.items;
  expect(audit.map(({ kind }) => kind).slice(0, 2)).toEqual(['trail.undeleted', 'trail.deleted']);
  expect((await publisher.post(`/v1/trails/${id}/publish`)).status).toBe(200);
});

test('keeps documents character for character', async () => {
  await rules({ keep_deleted: true });
  const text = `{"document": {"title": "Odd  text", "description": "1.0 \\u00e9 \\ud83d\\ude00",   "tools": []}}`;
  const { body } = await author.post<Read>('/v1/trails', text, { 'Content-Type': 'application/json' });
  const before = (await author.get<Read>(`/v1/trails/${body.id}`)).body;
  await remove(author, body.id);
  await restore(body.id);
  expect((await author.get<Read>(`/v1/trails/${body.id}`)).body.document).toEqual(before.document);
});

test('drops the skill name of a deleted trail if another trail has taken it', async () => {
  await rules({ keep_deleted: true });
  const first = await live();
  await remove(publisher, first);
  const second = await live();
  expect((await restore(first)).status).toBe(204);
  expect((await publisher.post(`/v1/trails/${first}/publish`)).status).toBe(200);
  expect((await author.get<Read>(`/v1/trails/${second}`)).body.status).toBe('live');
});

test('keeps images that a deleted trail shows, and deletes them with it after 30 days', async () => {
  await rules({ keep_deleted: true });
  const shown = async (): Promise<[string, string]> => {
    const id = await create();
    const form = new FormData();
    form.set('trail_id', id);
    form.set('file', new Blob([new Uint8Array(await rampFile('png'))]), 'x.png');
    const { body } = await author.post<{ key: string; markdown: string }>('/v1/content-assets', form);
    const document = { ...readyDocument(), setup_guide: body.markdown };
    await author.put(`/v1/trails/${id}/document`, document, { 'If-Match': '*' });
    return [id, body.key];
  };
  const isServed = async (key: string) => (await service.anyone.send('GET', `/assets/${key}`)).status === 200;
  const [id, key] = await shown();
  await remove(author, id);
  expect(await isServed(key)).toBe(true);
  await restore(id);
  expect(await isServed(key)).toBe(true);
  await remove(author, id);
  const { database } = service.app;
  const blobs = await openBlobs(service.config.assets);
  expect(await sweepDeletedTrails(database, Date.now() + 29 * DAY_MS)).toBe(0);
  await sweepOrphans(database, blobs, () => Date.now() + 29 * DAY_MS);
  expect([await isServed(key), (await deleted()).total]).toEqual([true, 1]);
  expect(await sweepDeletedTrails(database, Date.now() + 31 * DAY_MS)).toBeGreaterThan(0);
  await sweepOrphans(database, blobs, () => Date.now() + 31 * DAY_MS);
  expect([await isServed(key), (await restore(id)).status]).toEqual([false, 404]);
});

test('lets only admins of the workspace see and restore deleted trails', async () => {
  await rules({ keep_deleted: true });
  const id = await create();
  await remove(author, id);
  const session = await atCommandLine(service, team.team_id, team.author.id);
  for (const who of [session, team.asMember]) {
    expect((await who.get('/manage/v1/deleted-trails')).status).toBe(403);
    expect((await restore(id, who)).status).toBe(403);
  }
  const stranger = await managedTeam(service);
  expect(await deleted(stranger.asAdmin)).toEqual({ total: 0, items: [] });
  expect((await restore(id, stranger.asAdmin)).status).toBe(404);
  expect((await restore('not-an-id')).status).toBe(400);
});

test('restores a trail only once if two admins click at the same time', async () => {
  await rules({ keep_deleted: true });
  const id = await create();
  await remove(author, id);
  const answers = await Promise.all([restore(id), restore(id, team.asOwner)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
});
