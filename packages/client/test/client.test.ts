// The client with a running service.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { TestTeam } from '../../../test/support/test-team.ts';
import { type World, world } from '../../../test/support/world.ts';
import { type Cairn, connect, EditConflictError, isCairnError, type TrailDocument } from '../src/client.ts';

let service: World;
let team: TestTeam;
let cairn: Cairn;
const as = (credential: string, options: { fetch?: typeof fetch } = {}): Cairn =>
  connect({ url: service.address, credential, ...options });
beforeAll(async () => {
  service = await world();
  team = await service.team();
  cairn = as(team.publisher.key);
});
afterAll(() => service.close());

const appending =
  (line: string) =>
  (draft: TrailDocument): void => {
    draft.description += `${line}\n`;
  };
const describing =
  (description: string) =>
  (draft: TrailDocument): void => {
    draft.description = description;
  };

const document = (title: string): TrailDocument => ({
  title,
  description: `You get ${title}.`,
  trigger: { when: 'Now.', keywords: [title.toLowerCase()], examples: [{ text: title, expect: 'match' }] },
  prompts: [{ label: 'Do', body: `Do ${title} with {{notes}}` }],
});

/** A fetch that loses the responses to the first `count` changes after the service has made them. */
function losing(count: number): typeof fetch {
  let lost = 0;
  return async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method === 'GET' || lost >= count) return response;
    lost += 1;
    await response.arrayBuffer();
    throw new TypeError('fetch failed');
  };
}

test('takes a trail through its lifecycle: create, edit, test, publish, unpublish, archive, unarchive, delete', async () => {
  const { trails } = cairn;
  const { id, revision } = await trails.create({ document: document('Weekly report') });
  const edited = await trails.edit(id, (draft) => draft.prompts?.push({ label: 'Check', body: 'Check it.' }));
  expect([revision, edited.revision, edited.document.prompts?.length]).toEqual([1, 2, 2]);
  expect((await trails.runExamples(id)).all_pass).toBe(true);
  expect((await trails.testSurfacing(id, 'weekly report')).would_surface).toBe(true);
  expect((await trails.publish(id, { ifMatch: 2, note: 'First' })).status).toBe('live');
  expect(await trails.versions.list(id)).toMatchObject([{ version: 1, is_live: true, note: 'First' }]);
  expect((await trails.versions.get(id, 1)).document.title).toBe('Weekly report');
  expect((await trails.versions.restore(id, 1)).revision).toBe(3);
  expect((await trails.update(id, { visibility: 'restricted' })).visibility).toBe('restricted');
  expect(await trails.grants.add(id, team.member.email)).toMatchObject([{ email: team.member.email }]);
  expect(await trails.grants.remove(id, team.member.id)).toEqual([]);
  expect((await trails.unpublish(id)).status).toBe('draft');
  expect((await trails.archive(id)).status).toBe('archived');
  expect((await trails.unarchive(id)).status).toBe('draft');
  expect(await trails.delete(id)).toBeUndefined();
  await expect(trails.get(id)).rejects.toMatchObject({ slug: 'not-found', status: 404 });
});

test('returns the trail that the caller has until anything about it changes, also without a new revision', async () => {
  const held = await cairn.trails.create({ document: document('Refund') });
  const unchanged = await cairn.trails.get(held.id, { ifChanged: held }).withResponse();
  expect([unchanged.response.status, unchanged.data === held]).toEqual([304, true]);
  await cairn.trails.publish(held.id);
  const live = await cairn.trails.get(held.id, { ifChanged: held });
  expect([live.status, live.revision]).toEqual(['live', held.revision]);
  await cairn.trails.update(held.id, { visibility: 'restricted' });
  const restricted = await cairn.trails.get(held.id, { ifChanged: live });
  expect(restricted.visibility).toBe('restricted');
  expect(await cairn.trails.get(held.id, { ifChanged: restricted })).toBe(restricted);
});

test('makes a change only once, even if the response is lost', async () => {
  const careful = as(team.publisher.key, { fetch: losing(2) });
  const { data, response } = await careful.trails.create({ title: 'Made once' }).withResponse();
  expect([response.replayed, response.attempts]).toEqual([true, 3]);
  const same = await cairn.trails.list({ q: 'Made once' }).all();
  expect(same.map(({ id }) => id)).toEqual([data.id]);
});

test('reads a list page by page and returns every trail once', async () => {
  const other = await service.team();
  const here = as(other.author.key);
  for (let count = 0; count < 7; count += 1) await here.trails.create({ title: `Trail ${count}` });
  const ids: string[] = [];
  for await (const { id } of here.trails.list({ limit: 2 })) ids.push(id);
  const pages: number[] = [];
  for await (const { items } of here.trails.list({ limit: 3 }).pages()) pages.push(items.length);
  expect([new Set(ids).size, ids.length, pages]).toEqual([7, 7, [3, 3, 1]]);
});

test('keeps every line when ten people edit a trail at once', async () => {
  const { id } = await cairn.trails.create({ document: { title: 'Shared', description: '' } });
  const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`);
  const edit = (line: string): Promise<unknown> => cairn.trails.edit(id, appending(line), { reapply: 20 });
  await Promise.all(lines.map(edit));
  const { document: saved } = await cairn.trails.get(id);
  expect(saved.description?.trim().split('\n').sort()).toEqual(lines);
});

test('throws an error with all three documents if an edit must not be repeated', async () => {
  const { id } = await cairn.trails.create({ document: document('Contested') });
  const edit = cairn.trails.edit(
    id,
    async (draft) => {
      describing('mine')(draft);
      await as(team.author.key).trails.edit(id, describing('theirs'));
    },
    { reapply: 0 },
  );
  const thrown: unknown = await edit.catch((error: unknown) => error);
  if (!(thrown instanceof EditConflictError)) throw new Error('expected a conflict');
  const { base, mine, theirs } = thrown as EditConflictError<TrailDocument>;
  expect([base.description, mine.description, theirs.description, thrown.revision]).toEqual([
    'You get Contested.',
    'mine',
    'theirs',
    2,
  ]);
});

test('saves nothing if an edit changes nothing', async () => {
  const { id } = await cairn.trails.create({ document: document('Untouched') });
  expect((await cairn.trails.edit(id, (draft) => draft.title)).revision).toBe(1);
});

test('uploads the same image from a path, a Blob, bytes and a stream', async () => {
  const folder = temporaryFolder('upload');
  const bytes = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const path = join(folder, 'red.png');
  writeFileSync(path, bytes);
  const sources = [path, new Blob([bytes]), new Uint8Array(bytes), new Blob([bytes]).stream()];
  const uploaded = await Promise.all(sources.map((source) => cairn.assets.upload(source, { alt: 'Red' })));
  expect(new Set(uploaded.map(({ key }) => key)).size).toBe(1);
  expect(uploaded[0]).toMatchObject({ content_type: 'image/png', markdown: expect.stringContaining('![Red]') });
  const careful = as(team.publisher.key, { fetch: losing(1) });
  expect((await careful.assets.upload(bytes).withResponse()).response.replayed).toBe(true);
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield new Uint8Array(1_048_576);
  }
  await expect(cairn.assets.upload(endless())).rejects.toThrow('10 MB');
  await expect(cairn.assets.upload(join(folder, 'gone.png'))).rejects.toThrow('ENOENT');
  await expect(cairn.assets.upload('/dev/zero')).rejects.toThrow('10 MB');
  await expect(cairn.assets.upload(new Blob(['text']))).rejects.toMatchObject({ slug: 'unsupported-media-type' });
});

test('distinguishes errors by slug', async () => {
  const wrong: unknown = await cairn.trails.create({ document: { title: ' ' } }).catch((error: unknown) => error);
  expect(isCairnError(wrong, 'validation') && wrong.issues[0]?.field).toBe('title');
  const reader = await team.key(team.publisher.id, { scopes: ['trails:read'] });
  const barred: unknown = await as(reader.key)
    .trails.create({ title: 'x' })
    .catch((error: unknown) => error);
  expect(isCairnError(barred, 'insufficient-scope') && barred.required_scope).toBe('trails:write');
  await expect(as('svc_api_wrong').me()).rejects.toMatchObject({ slug: 'unauthorized' });
});

test("does not find another workspace's trails", async () => {
  const { id } = await cairn.trails.create({ title: 'Ours' });
  const elsewhere = as((await service.team()).publisher.key);
  await expect(elsewhere.trails.edit(id, describing('Taken'))).rejects.toMatchObject({
    slug: 'not-found',
  });
  expect((await cairn.trails.get(id)).title).toBe('Ours');
});

test('returns Request-Id and rate limits together with the guide and the caller', async () => {
  const { data, response } = await cairn.me().withResponse();
  expect([data.catalog.team_id, response.status, response.requestId?.length]).toEqual([team.team_id, 200, 36]);
  expect(response.rate.remaining).toBeLessThan(response.rate.limit ?? 0);
  expect((await cairn.guide()).document_schema).toHaveProperty('properties');
});
