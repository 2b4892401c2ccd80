// A database is restored to an earlier state under a running process. Nothing that the process has cached since then
// counts as current, although counters reach the same numbers again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionKey } from '../../src/skills/published-trails.ts';
import { sql } from '../../src/storage/sql.ts';
import { managedTeam } from '../doors/manage/support.ts';
import { nextMoment } from '../support/next-moment.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

/** Saves the current row and returns a function that restores it, bypassing triggers. */
async function savedRow(table: 'trails' | 'api_credentials', id: string): Promise<() => Promise<void>> {
  const column = table === 'trails' ? sql`trail_id` : sql`credential_id`;
  const { database } = service.app;
  const of = table === 'trails' ? sql`trails` : sql`api_credentials`;
  const version = table === 'trails' ? sql`row_version` : sql`stamp`;
  const content =
    table === 'trails'
      ? sql`document = kept.document, title = kept.title`
      : sql`
    replaced_by = kept.replaced_by, expires_at = kept.expires_at`;
  // An earlier attempt that failed may have left it behind.
  await database.rows(sql`drop table if exists kept_${of}`);
  await database.rows(sql`create table kept_${of} as select * from ${of} where ${column} = ${id}`);
  return async () => {
    await database.script(`alter table ${table} disable trigger user`);
    await database.rows(sql`
      update ${of} r set ${version} = kept.${version}, ${content} from kept_${of} kept where r.${column} = kept.${column}`);
    await database.script(`alter table ${table} enable trigger user; drop table kept_${table}`);
    // A real restore is never that fast.
    await nextMoment(database);
  };
}

test('returns the draft saved after the restore, never the one from before it', async () => {
  const { speaks } = (await managedTeam(service)).author;
  const { id } = (await speaks.post<{ id: string }>('/v1/trails', { title: 'As backed up' })).body;
  const restore = await savedRow('trails', id);
  const save = (title: string) => speaks.put(`/v1/trails/${id}/document`, { title, prompts: [] }, { 'If-Match': '*' });
  const title = async () => (await speaks.get<{ title: string }>(`/v1/trails/${id}`)).body.title;
  await save('Lost with the restore');
  expect(await title()).toBe('Lost with the restore');
  await restore();
  // Another process saves it, so that this process has read nothing in between.
  await service.app.database.rows(sql`update trails set title = 'Saved after it' where trail_id = ${id}`);
  expect(await title()).toBe('Saved after it');
});

test('recognizes that a key was revoked after the restore, although it was rotated before', async () => {
  const { asAdmin } = await managedTeam(service);
  const made = await asAdmin.post<{ id: string; key: string }>('/manage/v1/keys', {
    name: 'Sync',
    scopes: ['trails:read'],
  });
  const { id, key } = made.body;
  const works = async () => (await service.bearer(key).get('/v1/me')).status;
  const restore = await savedRow('api_credentials', id);
  await asAdmin.post(`/manage/v1/keys/${id}/rotate`, { overlap_seconds: 3600 });
  expect(await works()).toBe(200);
  await restore();
  expect((await asAdmin.delete(`/manage/v1/keys/${id}`)).status).toBe(204);
  expect(await works()).toBe(401);
});

test('renders a version again if a version with the same number was published at another time', () => {
  const head = { catalog_id: 'c', trail_id: 't', sort_order: 1, version: 2, skill_name: 's', prompt_names: '{}' };
  const [was, is] = ['2026-11-26T10:00:00.000001Z', '2026-11-26T10:00:00.000002Z'];
  expect(versionKey({ ...head, published_at: was })).not.toBe(versionKey({ ...head, published_at: is }));
});
