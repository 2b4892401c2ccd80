import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishedTrail } from '../../support/published-trail.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import type { TestPerson } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { type Managed, managedTeam } from './support.ts';

interface Page {
  readonly items: readonly { readonly id: string; readonly title: string; readonly catalog: string }[];
  readonly next_cursor?: string;
  readonly favourites: readonly string[];
}

let service: World;
let team: Managed;
/** The workspace's own trails in their order, then service-wide trails in theirs. */
let titles: string[];
let ids: string[];

beforeAll(async () => {
  service = await world();
  team = await managedTeam(service);
  const operator = await service.operator();
  ids = [];
  titles = ['One', 'Two', 'Three', 'Shared one', 'Shared two'];
  for (const title of titles) ids.push(await published(title.startsWith('Shared') ? operator : team.publisher, title));
  const hidden = await published(team.publisher, 'Hidden');
  await team.publisher.speaks.patch(`/v1/trails/${hidden}`, { visibility: 'restricted' });
});
afterAll(() => service.close());

const published = ({ speaks }: Pick<TestPerson, 'speaks'>, title: string): Promise<string> =>
  publishedTrail(speaks, readyDocument(title));

const list = (who: Speaker, query = '') => who.get<Page>(`/manage/v1/reader/trails${query}`);
const titlesOf = ({ items }: Page) => items.map(({ title }) => title);

/** The titles of every page. */
async function pages(limit: number): Promise<string[][]> {
  const all: string[][] = [];
  for (let query = `?limit=${limit}`; ; ) {
    const { body, headers } = await list(team.asMember, query);
    all.push(titlesOf(body));
    expect(headers.get('link') === null).toBe(body.next_cursor === undefined);
    if (body.next_cursor === undefined) return all;
    query = `?limit=${limit}&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

test.each([
  [1, [1, 1, 1, 1, 1]],
  [2, [2, 2, 1]],
  [3, [3, 2]],
  [4, [4, 1]],
  [5, [5]],
  [100, [5]],
])("contains every visible trail once in pages of %i, starting with the workspace's own", async (limit, sizes) => {
  const all = await pages(limit);
  expect(all.flat()).toEqual(titles);
  expect(all.map(({ length }) => length)).toEqual(sizes);
});

test('returns 25 per page by default, and limits the page size', async () => {
  expect((await list(team.asMember)).body.items).toHaveLength(5);
  for (const limit of ['0', '101', 'all'])
    expect(slugOf(await list(team.asMember, `?limit=${limit}`))).toBe('bad-request');
});

test('lists all favorite trails with every page', async () => {
  expect((await team.asMember.put(`/manage/v1/reader/trails/${ids[4]}/favourite`, {})).status).toBe(204);
  const { body } = await list(team.asMember, '?limit=1');
  expect(body).toMatchObject({ items: [{ title: 'One', catalog: 'team' }], favourites: [ids[4]] });
});

test('accepts a cursor only in its own workspace and list (400 bad-request)', async () => {
  const { next_cursor = '' } = (await list(team.asMember, '?limit=1')).body;
  const query = `?cursor=${encodeURIComponent(next_cursor)}`;
  expect(titlesOf((await list(team.asMember, query)).body)).toEqual(titles.slice(1));
  const nextDoor = await managedTeam(service);
  expect(slugOf(await list(nextDoor.asMember, query))).toBe('bad-request');
  expect(slugOf(await list(team.asMember, `${query}x`))).toBe('bad-request');
  expect(slugOf(await team.asAdmin.get(`/manage/v1/members${query}`))).toBe('bad-request');
});

test('reads a trail as published, without its examples', async () => {
  type Read = { readonly document: { readonly trigger: object } };
  const { body } = await team.asMember.get<Read>(`/manage/v1/reader/trails/${ids[1]}`);
  expect(body.document.trigger).toMatchObject({ examples: [], keywords: readyDocument().trigger?.keywords });
});

test('puts the trail first if the judge is sure, and others that may fit after it', async () => {
  const { body } = await team.asMember.post<Page>('/manage/v1/find', { text: 'Write a refund reply' });
  const { items, is_sure } = body as unknown as { items: { confidence: number }[]; is_sure: boolean };
  const confidences = items.map(({ confidence }) => confidence);
  expect(is_sure).toBe(true);
  expect(confidences).toEqual([...confidences].sort((one, other) => other - one));
  expect(confidences.length).toBeGreaterThan(1);
});

test('treats a text of invisible characters as no question', async () => {
  expect((await team.asMember.post('/manage/v1/find', { text: ' \u200b' })).status).toBe(422);
});
