import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Listed {
  readonly items: readonly { readonly id: string; readonly title: string }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly next_cursor?: string;
}
const ORDER = '/manage/v1/trails/order';

/** A publisher on the command line whose workspace has these trails, in this order. */
async function desk(
  titles: readonly string[],
): Promise<{ speaks: Speaker; api: Speaker; ids: string[]; titlesInOrder(): Promise<string[]> }> {
  const team = await service.team();
  const speaks = await atCommandLine(service, team.team_id, team.publisher.id);
  const ids: string[] = [];
  for (const title of titles) {
    ids.push((await team.publisher.speaks.post<{ id: string }>('/v1/trails', { title })).body.id);
  }
  const titlesInOrder = async () => (await speaks.get<Listed>(ORDER)).body.items.map(({ title }) => title);
  return { speaks, api: team.publisher.speaks, ids, titlesInOrder };
}

test('finds words in the list in any order, and counts trails by status', async () => {
  const { speaks } = await desk(['Write back to a late customer', 'Draft an advert', 'Customer: chase a late payment']);
  const find = async (q: string, more = '') =>
    (await speaks.get<Listed>(`/manage/v1/trails?q=${encodeURIComponent(q)}${more}`)).body;
  const found = await find('customer WRITE late');
  expect(found.items.map(({ title }) => title)).toEqual(['Write back to a late customer']);
  expect(found.counts).toEqual({ draft: 1, live: 0, archived: 0 });
  expect((await find('late customer')).counts.draft).toBe(2);
  expect((await find('a')).counts.draft).toBe(3);
  expect((await find('100%')).items).toEqual([]);
  expect((await find('')).counts.draft).toBe(3);
  expect((await find('late', '&status=live')).items).toEqual([]);
});

test('keeps the search words on the next page', async () => {
  const { speaks } = await desk(['Late one', 'Late two', 'Late three']);
  const first = (await speaks.get<Listed>('/manage/v1/trails?q=late&limit=2')).body;
  expect(first.items).toHaveLength(2);
  const next = encodeURIComponent(first.next_cursor ?? '');
  const second = (await speaks.get<Listed>(`/manage/v1/trails?q=late&limit=2&cursor=${next}`)).body;
  expect(second.items.map(({ title }) => title)).toEqual(['Late one']);
  expect(second.next_cursor).toBeUndefined();
  expect((await speaks.get(`/manage/v1/trails?q=other&cursor=${next}`)).status).toBe(400);
});

test('continues a list filtered by owner or pending work on the next page, even past midnight', async () => {
  const { speaks } = await desk(['One', 'Two', 'Three']);
  for (const path of ['/manage/v1/trails?owner=me&limit=2', '/manage/v1/trails?waits=review&limit=2']) {
    const { items } = (await speaks.get<Listed>('/manage/v1/trails')).body;
    for (const { id } of items) await speaks.send('PATCH', `/manage/v1/trails/${id}/care`, { review_by: '2020-01-31' });
    const first = (await speaks.get<Listed>(path)).body;
    service.clock.advance(24 * 3_600_000);
    const second = await speaks.get<Listed>(`${path}&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
    expect([second.status, second.body.items?.length], path).toEqual([200, 1]);
  }
});

test('moves a trail after another one, to the top and to the end, with one request', async () => {
  const { speaks, ids, titlesInOrder } = await desk(['A', 'B', 'C', 'D']);
  const move = async (from: number, after: number | null) => {
    const wanted = { trail_id: ids[from], after: after === null ? null : ids[after] };
    return (await speaks.put<{ position: number; total: number }>(ORDER, wanted)).body;
  };
  expect(await move(3, 0)).toMatchObject({ position: 2, total: 4 });
  expect(await titlesInOrder()).toEqual(['A', 'D', 'B', 'C']);
  expect(await move(2, null)).toMatchObject({ position: 1 });
  expect(await titlesInOrder()).toEqual(['C', 'A', 'D', 'B']);
  expect(await move(2, 1)).toMatchObject({ position: 4 });
  expect(await titlesInOrder()).toEqual(['A', 'D', 'B', 'C']);
  expect(await move(2, 1)).toMatchObject({ position: 4 });
  expect(await titlesInOrder()).toEqual(['A', 'D', 'B', 'C']);
});

test.each([
  [-2_147_483_648, -2_147_483_648],
  [2_147_483_647, 2_147_483_647],
  [-2_147_483_648, 2_147_483_647],
])('moves trails to any position if authors have numbered them %i and %i', async (one, other) => {
  const { speaks, api, ids, titlesInOrder } = await desk(['A', 'B', 'C', 'D']);
  const title = (id: string | null | undefined) => 'ABCD'.charAt(ids.indexOf(id ?? ''));
  const ends = async () => {
    for (const [index, sort_order] of [one, other].entries())
      await api.send('PATCH', `/v1/trails/${ids[index]}`, { sort_order });
  };
  for (const trail_id of ids)
    for (const after of [null, ...ids.filter((id) => id !== trail_id)]) {
      await ends();
      const rest = (await titlesInOrder()).filter((name) => name !== title(trail_id));
      const moved = await speaks.put<{ position: number }>(ORDER, { trail_id, after });
      const to = after === null ? 0 : rest.indexOf(title(after)) + 1;
      expect([moved.status, moved.body.position]).toEqual([200, to + 1]);
      expect(await titlesInOrder()).toEqual(rest.toSpliced(to, 0, title(trail_id)));
    }
});

test('appends a new trail after all others, regardless of earlier moves and numbers', async () => {
  const { speaks, api, ids, titlesInOrder } = await desk(['A', 'B', 'C']);
  const make = (title: string) => api.post('/v1/trails', { title });
  for (const at of [0, 1]) await speaks.put(ORDER, { trail_id: ids[at], after: ids[at === 0 ? 2 : 0] });
  await make('D');
  expect(await titlesInOrder()).toEqual(['C', 'A', 'B', 'D']);
  await api.send('PATCH', `/v1/trails/${ids[2]}`, { sort_order: 900 });
  for (const title of ['E', 'F']) await make(title);
  expect(await titlesInOrder()).toEqual(['A', 'B', 'D', 'C', 'E', 'F']);
  await api.send('PATCH', `/v1/trails/${ids[2]}`, { sort_order: 2_147_483_647 });
  for (const title of ['G', 'H']) await make(title);
  expect(await titlesInOrder()).toEqual(['A', 'B', 'D', 'E', 'F', 'C', 'G', 'H']);
});

test('applies every one of many concurrent moves', async () => {
  const { speaks, ids, titlesInOrder } = await desk(['A', 'B', 'C', 'D', 'E', 'F']);
  const moves = ids.slice(1).map((trail_id) => speaks.put(ORDER, { trail_id, after: null }));
  expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const titles = await titlesInOrder();
  expect([...titles].sort()).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  expect(titles.at(-1)).toBe('A');
});

test('changes the validators of a moved trail, for caches that store both (Decision 10)', async () => {
  const { speaks, ids } = await desk(['A', 'B']);
  const team = await service.team();
  const id = (await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'Mine' })).body.id;
  const author = await atCommandLine(service, team.team_id, team.author.id);
  await team.author.speaks.post('/v1/trails', { title: 'Second' });
  const before = await team.author.speaks.get<{ sort_order: number }>(`/v1/trails/${id}`);
  const { items } = (await author.get<Listed>(ORDER)).body;
  await author.put(ORDER, { trail_id: id, after: items[1]?.id });
  const after = await team.author.speaks.get<{ sort_order: number }>(`/v1/trails/${id}`, {
    'If-None-Match': before.headers.get('etag') ?? '',
    'If-Modified-Since': before.headers.get('last-modified') ?? '',
  });
  expect([after.status, after.body.sort_order === before.body.sort_order]).toEqual([200, false]);
  expect((await speaks.put(ORDER, { trail_id: ids[0], after: ids[0] })).status).toBe(404);
});

test('gives an archived trail no position, and names the field of invalid input', async () => {
  const { speaks, api, ids, titlesInOrder } = await desk(['A', 'B']);
  await api.post(`/v1/trails/${ids[1]}/archive`);
  expect(slugOf(await speaks.put(ORDER, { trail_id: ids[1], after: null }))).toBe('conflict');
  expect(slugOf(await speaks.put(ORDER, { trail_id: ids[0], after: ids[1] }))).toBe('not-found');
  expect(await titlesInOrder()).toEqual(['A']);
  const refused = await speaks.put(ORDER, { trail_id: ids[0] });
  expect([refused.status, JSON.stringify(refused.body).includes('after')]).toEqual([422, true]);
  expect((await speaks.put(ORDER, { trail_id: 'first', after: null })).status).toBe(422);
  expect(slugOf(await speaks.put(ORDER, { trail_id: newId(), after: null }))).toBe('not-found');
  expect(slugOf(await speaks.put(ORDER, { trail_id: ids[0], after: newId() }))).toBe('not-found');
});

test('refuses to move trails of another workspace, or to move a trail after one of them', async () => {
  const [mine, theirs] = [await desk(['Mine']), await desk(['Theirs', 'Other'])];
  expect((await mine.speaks.put(ORDER, { trail_id: theirs.ids[1], after: null })).status).toBe(404);
  expect((await mine.speaks.put(ORDER, { trail_id: mine.ids[0], after: theirs.ids[0] })).status).toBe(404);
  expect(await theirs.titlesInOrder()).toEqual(['Theirs', 'Other']);
  expect((await mine.speaks.get<Listed>('/manage/v1/trails')).body.items).toHaveLength(1);
});

test('refuses these requests to readers', async () => {
  const team = await service.team();
  const reader = await atCommandLine(service, team.team_id, team.member.id);
  const answers = [await reader.get('/manage/v1/trails'), await reader.get(ORDER)];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect((await reader.put(ORDER, { trail_id: newId(), after: null })).status).toBe(403);
});
