import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { deactivateMember } from '../../../src/directory/members/members.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine } from './support.ts';

interface Care {
  readonly owner: { readonly id: string; readonly name: string } | null;
  readonly owner_is_active: boolean;
  readonly review_by: string | null;
  readonly reviewed_by: string | null;
}
interface Listed {
  readonly items: readonly { readonly id: string }[];
  readonly facts: readonly {
    readonly trail_id: string;
    readonly owner: object | null;
    readonly approval: string | null;
  }[];
  readonly counts: { readonly draft: number };
}
interface Waiting {
  readonly reviews: { readonly total: number; readonly items: readonly { readonly id: string }[] };
  readonly approvals: { readonly total: number };
  readonly failed_schedules: { readonly total: number };
}

let service: World;
let team: TestTeam;
let author: Speaker;
let ids: string[];

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await service.team();
  author = await atCommandLine(service, team.team_id, team.author.id);
  ids = [];
  for (const title of ['First', 'Second', 'Third'])
    ids.push((await team.author.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument(title) })).body.id);
});

const careOf = (index: number) => `/manage/v1/trails/${ids[index]}/care`;
const change = (index: number, body: object, who = author) => who.patch<Care>(careOf(index), body);
const inDays = (days: number): string => new Date(service.clock() + days * 86_400_000).toISOString().slice(0, 10);
const list = async (query: string, who = author) => (await who.get<Listed>(`/manage/v1/trails?${query}`)).body;
const waiting = async (who = author) => (await who.get<Waiting>('/manage/v1/trails/waiting')).body;

test("makes a trail's creator its owner until someone sets another owner or none", async () => {
  expect((await author.get<Care>(careOf(0))).body).toMatchObject({
    owner: { id: team.author.id, name: team.author.name },
    owner_is_active: true,
    review_by: null,
  });
  expect((await change(0, { owner_id: team.member.id })).body.owner?.name).toBe(team.member.name);
  expect((await change(0, { owner_email: team.admin.email.toUpperCase() })).body.owner?.id).toBe(team.admin.id);
  expect(slugOf(await change(0, { owner_email: 'nobody@acme.test' }))).toBe('unprocessable');
  await change(0, { owner_id: team.member.id });
  expect((await change(1, { owner_id: null })).body.owner).toBeNull();
  expect((await list(`owner=${team.member.id}`)).items.map(({ id }) => id)).toEqual([ids[0]]);
  expect((await list('owner=nobody')).items.map(({ id }) => id)).toEqual([ids[1]]);
  expect((await list('owner=me')).items.map(({ id }) => id)).toEqual([ids[2]]);
  expect((await list('owner=me&q=first')).counts.draft).toBe(0);
});

test('changes nothing in /v1 when the owner or review changes, including revision and times', async () => {
  const read = () => team.author.speaks.get(`/v1/trails/${ids[0]}`);
  const before = await read();
  const done = await change(0, { owner_id: team.member.id, review_by: inDays(3), reviewed: true });
  expect(done.body).toMatchObject({ owner: { id: team.member.id }, reviewed_by: team.author.name });
  const after = await read();
  expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  expect((await team.author.speaks.get(`/v1/trails/${ids[0]}`, { 'If-None-Match': '*' })).status).toBe(304);
});

test('lists due and overdue reviews, earliest first, until the trail is reviewed', async () => {
  await change(0, { review_by: inDays(10) });
  await change(1, { review_by: inDays(-2) });
  await change(2, { review_by: inDays(40) });
  const { reviews } = await waiting();
  expect([reviews.total, reviews.items.map(({ id }) => id)]).toEqual([2, [ids[1], ids[0]]]);
  expect((await list('waits=review')).counts.draft).toBe(2);
  const done = await change(1, { reviewed: true, review_by: inDays(90) });
  expect(done.body).toMatchObject({ review_by: inDays(90), reviewed_by: team.author.name });
  expect((await waiting()).reviews.total).toBe(1);
  await team.publisher.speaks.post(`/v1/trails/${ids[0]}/archive`);
  expect((await waiting()).reviews.total).toBe(0);
});

test('lists requested approvals too, and shows them next to the trail in the list', async () => {
  const admin = await atCommandLine(service, team.team_id, team.admin.id);
  await admin.patch('/manage/v1/catalog-rules', { approval_required: true });
  await author.post(`/manage/v1/trails/${ids[1]}/approval/request`, { revision: 1 });
  expect((await waiting()).approvals.total).toBe(1);
  const { items, facts } = await list('waits=approval');
  expect([items.map(({ id }) => id), facts[0]?.approval]).toEqual([[ids[1]], 'requested']);
  await team.author.speaks.put(`/v1/trails/${ids[1]}/document`, readyDocument('Second, again'), { 'If-Match': '*' });
  expect((await waiting()).approvals.total).toBe(0);
});

test('keeps the filter on the next pages of a list', async () => {
  const first = await author.get<Listed & { next_cursor: string }>('/manage/v1/trails?owner=me&limit=2');
  const cursor = encodeURIComponent(first.body.next_cursor);
  expect((await list(`owner=me&limit=2&cursor=${cursor}`)).items.map(({ id }) => id)).toEqual([ids[0]]);
  expect((await author.get(`/manage/v1/trails?owner=nobody&limit=2&cursor=${cursor}`)).status).toBe(400);
});

test('accepts only active members as owners, and shows an owner who has left as inactive', async () => {
  const stranger = (await service.team()).author.id;
  expect(slugOf(await change(0, { owner_id: stranger }))).toBe('unprocessable');
  expect(slugOf(await change(0, { owner_id: newId() }))).toBe('unprocessable');
  await change(0, { owner_id: team.member.id });
  await service.app.database.inTransaction((tx) => deactivateMember(tx, team.team_id, team.member.id, null, BY_TEST));
  expect((await author.get<Care>(careOf(0))).body).toMatchObject({
    owner: { id: team.member.id },
    owner_is_active: false,
  });
});

test('keeps the changes of two people to different fields', async () => {
  const publisher = await atCommandLine(service, team.team_id, team.publisher.id);
  await Promise.all([change(0, { owner_id: team.admin.id }), change(0, { review_by: inDays(5) }, publisher)]);
  expect((await author.get<Care>(careOf(0))).body).toMatchObject({
    owner: { id: team.admin.id },
    review_by: inDays(5),
  });
});

test('names the field of invalid input, and refuses readers', async () => {
  for (const body of [
    { review_by: '2027-02-30' },
    { review_by: 'soon' },
    { owner_id: 'me' },
    { more: 1 },
    { reviewed: 1 },
  ])
    expect([JSON.stringify(body), (await change(0, body)).status]).toEqual([JSON.stringify(body), 422]);
  expect((await author.get('/manage/v1/trails?owner=you')).status).toBe(400);
  const member = await atCommandLine(service, team.team_id, team.member.id);
  expect((await member.get('/manage/v1/trails/waiting')).status).toBe(403);
  expect((await change(0, {}, member)).status).toBe(403);
});

test('hides trail, owner and reviews from another workspace', async () => {
  await change(0, { review_by: inDays(1) });
  const nextDoor = await service.team();
  const theirs = await atCommandLine(service, nextDoor.team_id, nextDoor.author.id);
  expect((await theirs.get(careOf(0))).status).toBe(404);
  expect((await change(0, { review_by: null }, theirs)).status).toBe(404);
  expect((await waiting(theirs)).reviews.total).toBe(0);
  expect((await list(`owner=${team.author.id}`, theirs)).items).toEqual([]);
});
