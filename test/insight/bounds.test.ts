// Statistics at their limits: the first day and the day before it, the fifth vote, and another workspace that uses the
// same service-wide trail.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readInsight, readTrailInsight, sweepDeliveries, useOverTime } from '../../src/insight/insight.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { giveFeedback } from '../../src/trails/readers/feedback.ts';
import type { World } from '../support/world.ts';
import { type Counting, live, person, startCounting } from './counting.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.parse('2026-03-20T12:00:00Z');
let counting: Counting;
let service: World;
let database: Database;
beforeAll(async () => {
  counting = await startCounting(NOW);
  ({ service, database } = counting);
});
afterAll(() => service.close());

async function used(team_id: string, trail_id: string, people: number, now = NOW): Promise<void> {
  const deliveries = counting.log(now);
  for (let n = 0; n < people; n++)
    deliveries.delivered({ team_id, account_id: person(n), trail_id, version: 1, shape: 'find' });
  await deliveries.flush();
  expect(counting.failures).toEqual([]);
}

test('shows each workspace its own uses of a service-wide trail, and only if five of its people have used it', async () => {
  const trail_id = await live((await service.operator()).speaks, 'Write to the press');
  const [many, few] = [await service.team(), await service.team()];
  await used(many.team_id, trail_id, 5);
  await used(few.team_id, trail_id, 4);
  const of = async (team_id: string) => {
    const { deliveries, by_day } = await readTrailInsight(database, team_id, trail_id, NOW);
    const { by_day: overTime } = await useOverTime(database, team_id, '2026-03-01', NOW);
    return { deliveries, by_day, overTime };
  };
  const five = [{ day: '2026-03-20', shape: 'find', deliveries: 5 }];
  expect(await of(many.team_id)).toEqual({ deliveries: 5, by_day: five, overTime: five });
  expect(await of(few.team_id)).toEqual({ deliveries: null, by_day: [], overTime: [] });
});

test('counts today and the six days before it as the week', async () => {
  const team = await service.team();
  const trail_id = await live(team.publisher.speaks, 'Plan a workshop');
  for (const [days, people] of [
    [7, 9],
    [6, 7],
    [0, 5],
  ] as const)
    await used(team.team_id, trail_id, people, NOW - days * DAY_MS);
  const { deliveries, by_day } = await readTrailInsight(database, team.team_id, trail_id, NOW);
  expect([deliveries, by_day.map(({ day }) => day)]).toEqual([12, ['2026-03-14', '2026-03-20']]);
});

test('sorts by number of uses, largest first', async () => {
  const team = await service.team();
  const titles = ['Bake bread', 'Brew coffee', 'Cut hair'];
  const ids = await Promise.all(titles.map((title) => live(team.publisher.speaks, title)));
  for (const [at, people] of [6, 8, 7].entries()) await used(team.team_id, ids[at] ?? '', people);
  const { used: shown } = await readInsight(database, team.team_id, NOW);
  expect(shown.map(({ title, deliveries }) => [title, deliveries])).toEqual([
    ['Brew coffee', 8],
    ['Cut hair', 7],
    ['Bake bread', 6],
  ]);
});

test('shows the share of helpful votes once there are five', async () => {
  const team = await service.team();
  const trail_id = await live(team.publisher.speaks, 'Answer a refund request');
  const rate = async () => (await readTrailInsight(database, team.team_id, trail_id, NOW)).helpful_rate;
  const { owner, admin, author, publisher, member } = team;
  const rates: unknown[] = [];
  for (const { id: account_id } of [owner, admin, author, publisher, member]) {
    const helpful = account_id !== owner.id;
    await database.inTransaction((tx) => giveFeedback(tx, { team_id: team.team_id, account_id }, trail_id, helpful));
    rates.push(await rate());
  }
  expect(rates).toEqual([null, null, null, null, 0.8]);
});

test("sorts by number of questions, and keeps another workspace's texts when one stops storing them", async () => {
  const [team, other] = [await service.team(), await service.team()];
  for (const { team_id } of [team, other]) {
    await counting.keeps(team_id, true);
    const deliveries = counting.log();
    for (let n = 0; n < 5; n++) deliveries.unanswered({ team_id, account_id: person(n), text: 'zzzz qqqq' });
    for (let n = 0; n < 6; n++) deliveries.unanswered({ team_id, account_id: person(n), text: 'our supplier' });
    await deliveries.flush();
  }
  await counting.keeps(team.team_id, false);
  const texts = async (team_id: string) => (await readInsight(database, team_id, NOW)).unanswered;
  expect((await texts(team.team_id)).flatMap(({ samples }) => samples)).toEqual([]);
  const beside = await texts(other.team_id);
  expect(beside.map(({ questions }) => questions)).toEqual(beside.map((_, at) => (at === beside.length - 1 ? 5 : 6)));
  expect(beside.every(({ samples, questions }) => samples.length === questions)).toBe(true);
  expect(counting.failures).toEqual([]);
});

test('gives a person a different mark for each trail and month, so that no one can be tracked', async () => {
  const team = await service.team();
  const [one, two] = [await live(team.publisher.speaks, 'One'), await live(team.publisher.speaks, 'Two')];
  await used(team.team_id, one, 1);
  await used(team.team_id, two, 1);
  await used(team.team_id, one, 1, NOW - 31 * DAY_MS);
  const rows = await database.rows<{ marks: string[] }>(sql`
    select marks from trail_reach where team_id = ${team.team_id}`);
  const marks = rows.flatMap((row) => row.marks);
  expect([marks.length, new Set(marks).size]).toEqual([3, 3]);
});

test('keeps counts for thirteen months, including the first day', async () => {
  const { team_id } = await service.team();
  const [days, months] = [396 * DAY_MS, Date.parse('2026-04-01T12:00:00Z')];
  const kept = async () => ({
    days: await database.rows(sql`
      select to_char(day, 'YYYY-MM-DD') as day from trail_deliveries where team_id = ${team_id} order by day`),
    months: await database.rows(sql`
      select to_char(month, 'YYYY-MM-DD') as month from trail_reach where team_id = ${team_id} order by month`),
  });
  // 396 days before 1 April 2026 is 1 March 2025.
  for (const at of [months - days - DAY_MS, months - days, months]) await used(team_id, team_id, 1, at);
  await sweepDeliveries(database, months);
  expect(await kept()).toEqual({
    days: [{ day: '2025-03-01' }, { day: '2026-04-01' }],
    months: [{ month: '2025-03-01' }, { month: '2026-04-01' }],
  });
});
