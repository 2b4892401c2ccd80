import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine, type Managed, managedTeam, operatorAt } from './support.ts';

interface Stale {
  readonly reviews: { readonly total: number; readonly items: readonly { id: string; review_by: string }[] };
  readonly unused: { readonly days: number; readonly total: number; readonly items: readonly { id: string }[] } | null;
}
interface Health {
  readonly items: readonly {
    readonly trail: { readonly id: string };
    readonly twins: readonly { readonly id: string; readonly title: string }[];
  }[];
  readonly next_after: string | null;
}

const DAY_MS = 86_400_000;

let service: World;
let team: Managed;
let author: Speaker;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service);
  author = await atCommandLine(service, team.team_id, team.author.id);
});

const live = (title: string, when = `Somebody is about to: ${title}.`): Promise<string> =>
  publishedTrail(team.publisher.speaks, {
    ...readyDocument(title),
    trigger: { when, keywords: [title.toLowerCase()], examples: [] },
  });

const age = (id: string, days: number) =>
  service.app.database.rows(sql`
    update trails set published_at = ${new Date(service.clock() - days * DAY_MS).toISOString()}::timestamptz
    where catalog_id = ${team.team_id} and trail_id = ${id}`);
const use = (id: string, daysAgo: number) =>
  service.app.database.rows(sql`
    insert into trail_deliveries (team_id, trail_id, version, shape, day, deliveries)
    values (${team.team_id}, ${id}, 1, 'find', ${new Date(service.clock() - daysAgo * DAY_MS).toISOString().slice(0, 10)},
      1)`);
const stale = async (who = author) => (await who.get<Stale>('/manage/v1/catalog-health/stale')).body;
/** All pages. A page ends if judging takes too long, which on a busy machine may be after its first trail. */
async function health(): Promise<Health['items']> {
  const items: Health['items'][number][] = [];
  for (let after = ''; ; ) {
    const { body } = await author.get<Health>(`/manage/v1/catalog-health?limit=50${after}`);
    items.push(...body.items);
    if (body.next_after === null) return items;
    after = `&after=${body.next_after}`;
  }
}

test('reports a live trail as unused if it is old enough and had no use for ninety days', async () => {
  const [young, old, used, forgotten] = [
    await live('Write a poem'),
    await live('Plan a journey'),
    await live('Read a contract'),
    await live('Repair a bicycle'),
  ];
  expect((await stale()).unused).toEqual({ days: 90, total: 0, items: [] });
  for (const id of [old, used, forgotten]) await age(id, 100);
  await age(old, 200);
  await use(used, 10);
  await use(forgotten, 95);
  const { unused } = await stale();
  expect([unused?.total, unused?.items.map(({ id }) => id)]).toEqual([2, [old, forgotten]]);
  await team.publisher.speaks.post(`/v1/trails/${old}/unpublish`);
  expect((await stale()).unused?.items.map(({ id }) => id)).toEqual([forgotten]);
  expect(young).not.toBe(old);
});

const SECOND = 1 / 86_400;

test('treats a trail as old after ninety days, and counts a use on the ninetieth day before today', async () => {
  const [younger, older] = [await live('Write a poem'), await live('Plan a journey')];
  await age(younger, 90);
  await age(older, 90 + SECOND);
  const ids = async () => (await stale()).unused?.items.map(({ id }) => id);
  expect(await ids()).toEqual([older]);
  await use(older, 91);
  expect(await ids()).toEqual([older]);
  await use(older, 90);
  expect(await ids()).toEqual([]);
});

test('lists due reviews with the unused trails, the earliest first', async () => {
  const [first, second] = [await live('Write a poem'), await live('Plan a journey')];
  const day = (days: number) => new Date(service.clock() + days * DAY_MS).toISOString().slice(0, 10);
  await author.patch(`/manage/v1/trails/${first}/care`, { review_by: day(5) });
  await author.patch(`/manage/v1/trails/${second}/care`, { review_by: day(-5) });
  expect((await stale()).reviews).toMatchObject({
    total: 2,
    items: [
      { id: second, review_by: day(-5) },
      { id: first, review_by: day(5) },
    ],
  });
});

test('pairs trails for the same task, but not trails for different tasks', async () => {
  const minutes = 'Somebody has to write the minutes of a meeting from their notes.';
  const [one, other] = [await live('Write the minutes', minutes), await live('Minutes from notes', minutes)];
  const apart = await live('Repair a bicycle', 'A bicycle has a flat tyre and has to be repaired.');
  const twins = new Map((await health()).map(({ trail, twins: of }) => [trail.id, of.map(({ id }) => id)]));
  expect([twins.get(one), twins.get(other), twins.get(apart)]).toEqual([[other], [one], []]);
});

test('hides stale trails from other workspaces and from readers, and shows operators their own catalog', async () => {
  const id = await live('Write a poem');
  await age(id, 100);
  const nextDoor = await managedTeam(service);
  const theirs = await atCommandLine(service, nextDoor.team_id, nextDoor.author.id);
  expect(await stale(theirs)).toMatchObject({ reviews: { total: 0 }, unused: { total: 0 } });
  expect(slugOf(await team.asMember.get('/manage/v1/catalog-health/stale'))).toBe('forbidden');
  const operator = await operatorAt(service);
  expect(await stale(operator.speaks)).toMatchObject({ reviews: { total: 0 }, unused: null });
});
