import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { type DeliveryLog, deliveryLog } from '../../src/insight/delivery-log.ts';
import { holdKeeping, usedTrails } from '../../src/insight/delivery-store.ts';
import { keepQuestions, readInsight, readTrailInsight, useOverTime } from '../../src/insight/insight.ts';
import { topicReader } from '../../src/insight/topics.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { managedTeam, operatorAt } from '../doors/manage/support.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { BY_TEST } from '../support/test-team.ts';
import type { World } from '../support/world.ts';
import { type Counting, live, person, startCounting } from './counting.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
let counting: Counting;
let service: World;
let database: Database;
beforeAll(async () => {
  counting = await startCounting(NOW);
  ({ service, database } = counting);
});
afterAll(() => service.close());

test('shows how many people have used a trail if there are at least five, without their identities', async () => {
  const team = await service.team();
  const trail_id = await live(team.publisher.speaks, 'Answer a refund request');
  const { team_id } = team;
  const deliveries = counting.log();
  for (let n = 0; n < 4; n++) {
    for (let time = 0; time < 10; time++)
      deliveries.delivered({ team_id, account_id: person(n), trail_id, version: 1, shape: 'prompt' });
  }
  await deliveries.flush();
  expect(await readTrailInsight(database, team_id, trail_id, NOW)).toMatchObject({ deliveries: null, by_day: [] });
  deliveries.delivered({ team_id, account_id: person(4), trail_id, version: 1, shape: 'skill' });
  await deliveries.flush();
  expect(counting.failures).toEqual([]);
  expect(await readTrailInsight(database, team_id, trail_id, NOW)).toMatchObject({
    deliveries: 41,
    by_day: [
      { day: '2026-03-10', shape: 'prompt', deliveries: 40 },
      { day: '2026-03-10', shape: 'skill', deliveries: 1 },
    ],
  });
});

test('excludes days before the week, and shows another workspace nothing', async () => {
  const [team, other] = [await service.team(), await service.team()];
  const trail_id = await live(team.publisher.speaks, 'Plan a workshop');
  const use = (deliveries: DeliveryLog): void => {
    for (let n = 0; n < 6; n++)
      deliveries.delivered({ team_id: team.team_id, account_id: person(n), trail_id, version: 1, shape: 'find' });
  };
  const [early, now] = [counting.log(NOW - 8 * 24 * 3_600_000), counting.log()];
  use(early);
  await early.flush();
  use(now);
  use(now);
  await now.flush();
  expect((await readInsight(database, team.team_id, NOW)).used).toMatchObject([{ id: trail_id, deliveries: 12 }]);
  expect((await readInsight(database, other.team_id, NOW)).used).toEqual([]);
  const elsewhere = readTrailInsight(database, other.team_id, trail_id, NOW);
  await expect(elsewhere).rejects.toSatisfy((thrown) => isRefusal(thrown, 'not-found'));
});

test("shows a service-wide trail's counts to a workspace only while the trail is visible there", async () => {
  const { team_id } = await service.team();
  const { speaks } = await service.operator();
  const trail_id = await live(speaks, 'Shared with all');
  const figures = () => readTrailInsight(database, team_id, trail_id, NOW);
  const isUnknown = (thrown: unknown) => isRefusal(thrown, 'not-found');
  expect(await figures()).toMatchObject({ deliveries: null, by_day: [] });
  expect((await speaks.patch(`/v1/trails/${trail_id}`, { visibility: 'restricted' })).status).toBe(200);
  await expect(figures()).rejects.toSatisfy(isUnknown);
  expect((await speaks.patch(`/v1/trails/${trail_id}`, { visibility: 'all_teams' })).status).toBe(200);
  expect(await figures()).toMatchObject({ deliveries: null });
  expect((await speaks.post(`/v1/trails/${trail_id}/unpublish`)).status).toBe(200);
  await expect(figures()).rejects.toSatisfy(isUnknown);
});

test('lists a live trail without uses as never used', async () => {
  const team = await service.team();
  const id = await live(team.publisher.speaks, 'Write a job advert');
  expect((await readInsight(database, team.team_id, NOW)).never_used).toEqual([{ id, title: 'Write a job advert' }]);
});

test('counts unanswered questions by topic, and stores their texts only if the workspace wants that', async () => {
  const team = await service.team();
  const { team_id } = team;
  const deliveries = counting.log();
  const ask = (text: string): void => {
    for (let n = 0; n < 5; n++) deliveries.unanswered({ team_id, account_id: person(n), text });
  };
  ask('translate the contract with our supplier');
  await deliveries.flush();
  const before = await readInsight(database, team_id, NOW);
  expect(before.unanswered.length).toBeGreaterThan(0);
  expect(before.unanswered.every(({ samples }) => samples.length === 0)).toBe(true);
  expect(JSON.stringify(before)).not.toContain('our supplier');
  await counting.keeps(team_id, true);
  ask('translate the contract with our supplier');
  await deliveries.flush();
  expect(JSON.stringify(await readInsight(database, team_id, NOW))).toContain('our supplier');
  await counting.keeps(team_id, false);
  expect(JSON.stringify(await readInsight(database, team_id, NOW))).not.toContain('our supplier');
  expect(counting.failures).toEqual([]);
});

test('records in the audit log when text storage is started or stopped, but no repeated settings', async () => {
  const { asAdmin, team_id } = await managedTeam(service);
  for (const keep_questions of [false, true, true, false, false])
    expect((await asAdmin.patch('/manage/v1/insight/settings', { keep_questions })).status).toBe(200);
  const entries = await database.rows(sql`
    select actor ->> 'name' as who, before, after from audit_entries
    where team_id = ${team_id} and kind = 'insight.keeping_changed' order by entry_id`);
  const who = 'Ada Admin';
  expect(entries).toEqual([
    { who, before: { keep_questions: false }, after: { keep_questions: true } },
    { who, before: { keep_questions: true }, after: { keep_questions: false } },
  ]);
});

test('shows no texts of a month with fewer than five people, but shows those of the last month with enough', async () => {
  const { team_id } = await service.team();
  await counting.keeps(team_id, true);
  const asked = [
    { monthsAgo: 2, people: 6, text: 'translate the contract with a customer' },
    { monthsAgo: 1, people: 5, text: 'translate the contract with a supplier' },
    { monthsAgo: 0, people: 1, text: 'translate the contract that ends my time here' },
  ];
  for (const { monthsAgo, people, text } of asked) {
    const deliveries = counting.log(NOW - monthsAgo * 30 * 24 * 3_600_000);
    for (let n = 0; n < people; n++) deliveries.unanswered({ team_id, account_id: person(n), text });
    await deliveries.flush();
  }
  const shown = JSON.stringify((await readInsight(database, team_id, NOW)).unanswered);
  expect(asked.map(({ text }) => shown.includes(text))).toEqual([false, true, false]);
});

test('deletes the marks of people once there are five', async () => {
  const team = await service.team();
  const trail_id = await live(team.publisher.speaks, 'Draft an offer');
  const deliveries = counting.log();
  for (let n = 0; n < 7; n++)
    deliveries.delivered({ team_id: team.team_id, account_id: person(n), trail_id, version: 1, shape: 'zip' });
  await deliveries.flush();
  const rows = await database.rows(sql`select marks, people from trail_reach where trail_id = ${trail_id}`);
  expect(rows).toEqual([{ marks: [], people: 5 }]);
});

test('stores no marks if five people ask a question at the same time, and none after that', async () => {
  const { team_id } = await service.team();
  const deliveries = counting.log();
  const ask = (from: number, to: number): void => {
    for (let n = from; n < to; n++) deliveries.unanswered({ team_id, account_id: person(n), text: 'book a ferry' });
  };
  const rows = () =>
    database.rows(sql`
    select distinct people, marks, questions from unanswered_questions where team_id = ${team_id}`);
  ask(0, 5);
  await deliveries.flush();
  expect(await rows()).toEqual([{ people: 5, marks: [], questions: 5 }]);
  ask(2, 4);
  await deliveries.flush();
  expect(await rows()).toEqual([{ people: 5, marks: [], questions: 7 }]);
});

test('counts each person once, regardless of batches', async () => {
  const { team_id } = await service.team();
  const deliveries = counting.log();
  for (const [n, people] of [
    [0, 1],
    [0, 1],
    [1, 2],
    [2, 3],
    [1, 3],
    [3, 4],
    [4, 5],
    [0, 5],
  ] as const) {
    deliveries.unanswered({ team_id, account_id: person(n), text: 'book a ferry' });
    deliveries.delivered({ team_id, account_id: person(n), trail_id: team_id, version: 1, shape: 'find' });
    await deliveries.flush();
    const behind = await database.rows(sql`
      select people, cardinality(marks) as marks from unanswered_questions where team_id = ${team_id}
      union select people, cardinality(marks) from trail_reach where team_id = ${team_id}`);
    expect(behind).toEqual([{ people, marks: people < 5 ? people : 0 }]);
  }
});

test('keeps the last twenty texts, each cut between two characters', async () => {
  const { team_id } = await service.team();
  await counting.keeps(team_id, true);
  const deliveries = counting.log();
  for (let n = 0; n < 30; n++) {
    deliveries.unanswered({ team_id, account_id: person(1), text: `book ferry ${n} ${'🚢'.repeat(600)}` });
    if (n % 7 === 0) await deliveries.flush();
  }
  await deliveries.flush();
  expect(counting.failures).toEqual([]);
  const rows = await database.rows<{ samples: string[] }>(sql`
    select samples from unanswered_questions where team_id = ${team_id} limit 1`);
  const samples = rows[0]?.samples ?? [];
  expect(samples.map((text) => Number(text.split(' ')[2]))).toEqual(Array.from({ length: 20 }, (_, n) => n + 10));
  expect(samples.every((text) => text.isWellFormed() && [...text].length === 500)).toBe(true);
});

test('waits for pending texts when a workspace stops storing them, and deletes them', async () => {
  const { team_id } = await service.team();
  await counting.keeps(team_id, true);
  await meanwhile(
    database,
    async (tx) => expect(await holdKeeping(tx, team_id)).toBe(true),
    () => database.inTransaction((tx) => keepQuestions(tx, team_id, false, BY_TEST)),
  );
  expect(await database.inTransaction((tx) => holdKeeping(tx, team_id))).toBe(false);
});

test('counts a question without its text while a workspace stops storing texts', async () => {
  const { team_id } = await service.team();
  await counting.keeps(team_id, true);
  const deliveries = counting.log();
  deliveries.unanswered({ team_id, account_id: person(1), text: 'book a ferry' });
  await meanwhile(
    database,
    (tx) => keepQuestions(tx, team_id, false, BY_TEST),
    () => deliveries.flush(),
  );
  expect(counting.failures).toEqual([]);
  const rows = await database.rows<{ samples: string[] }>(sql`
    select samples from unanswered_questions where team_id = ${team_id}`);
  expect(rows).not.toEqual([]);
  expect(rows.flatMap(({ samples }) => samples)).toEqual([]);
});

test('keeps the counts of other workspaces if one is deleted within the same second', async () => {
  const [gone, stays] = [await service.team(), await service.team()];
  const trail_id = await live(stays.publisher.speaks, 'Answer a complaint');
  const deliveries = counting.log();
  for (const { team_id } of [gone, stays]) {
    for (let n = 0; n < 5; n++) {
      deliveries.delivered({ team_id, account_id: person(n), trail_id, version: 1, shape: 'find' });
      deliveries.unanswered({ team_id, account_id: person(n), text: 'book a ferry' });
    }
  }
  const { speaks } = await operatorAt(service);
  expect((await speaks.delete(`/manage/v1/teams/${gone.team_id}`)).status).toBe(204);
  await deliveries.flush();
  expect(counting.failures).toEqual([]);
  const { used, unanswered } = await readInsight(database, stays.team_id, NOW);
  expect(used).toMatchObject([{ id: trail_id, deliveries: 5 }]);
  expect(unanswered.map(({ questions }) => questions)).toContain(5);
});

test('loses nothing if processes count the same trails concurrently in any order', async () => {
  const { team_id } = await service.team();
  const trails = Array.from({ length: 300 }, () => newId());
  const uses = (order: readonly string[]): DeliveryLog => {
    const deliveries = counting.log();
    for (const trail_id of order) {
      deliveries.delivered({ team_id, account_id: person(1), trail_id, version: 1, shape: 'find' });
    }
    return deliveries;
  };
  for (let round = 0; round < 5; round++) {
    const processes = [trails, trails.toReversed(), trails.toSorted(), trails.toSorted().reverse()].map(uses);
    await Promise.all(processes.map((deliveries) => deliveries.flush()));
  }
  expect(counting.failures).toEqual([]);
  const counted = await database.rows(sql`
    select deliveries, count(*) as trails from trail_deliveries where team_id = ${team_id} group by deliveries`);
  expect(counted).toEqual([{ deliveries: 20, trails: 300 }]);
});

test('still counts people of the last month, but not those of earlier months', async () => {
  const { team_id } = await service.team();
  const shapes = { '2026-01-31': 'skill', '2026-02-01': 'find', '2026-03-10': 'zip' } as const;
  const ids = new Map<string, string>();
  for (const [day, shape] of Object.entries(shapes)) {
    const then = counting.log(Date.parse(`${day}T00:00:00Z`));
    const trail_id = newId();
    ids.set(trail_id, day);
    for (let n = 0; n < 5; n++) {
      then.delivered({ team_id, account_id: person(n), trail_id, version: 1, shape });
      then.unanswered({ team_id, account_id: person(n), text: shape === 'skill' ? 'zzzz' : 'book a ferry' });
    }
    await then.flush();
    const now = counting.log();
    now.delivered({ team_id, account_id: null, trail_id, version: 1, shape });
    await now.flush();
  }
  const [few, of_few] = [counting.log(), newId()];
  ids.set(of_few, 'of four people');
  for (let n = 0; n < 4; n++)
    few.delivered({ team_id, account_id: person(n), trail_id: of_few, version: 1, shape: 'console' });
  await few.flush();
  expect(counting.failures).toEqual([]);
  const uses = await usedTrails(database, team_id, '2026-03-04', '2026-02-01');
  expect(Object.fromEntries(uses.map((use) => [ids.get(use.trail_id), use.enough_people]))).toEqual({
    '2026-01-31': false,
    '2026-02-01': true,
    '2026-03-10': true,
    'of four people': false,
  });
  const { by_day, unanswered } = await useOverTime(database, team_id, '2026-02-01', NOW);
  expect(by_day).toEqual([
    { day: '2026-02-01', shape: 'find', deliveries: 5 },
    { day: '2026-03-10', shape: 'find', deliveries: 1 },
    { day: '2026-03-10', shape: 'zip', deliveries: 6 },
  ]);
  expect(unanswered.map(({ questions }) => questions)).toEqual(unanswered.map(() => 10));
  expect(unanswered.map(({ topic }) => topic)).not.toContain('other');
  expect((await useOverTime(database, team_id, '2026-02-02', NOW)).by_day).toHaveLength(2);
  expect((await readInsight(database, team_id, NOW)).unanswered).toMatchObject(unanswered);
});

test('buffers at most twenty thousand rows of deliveries, and as many of questions', async () => {
  const { team_id } = await service.team();
  const deliveries = counting.log();
  const none = newId().slice(0, 24);
  const strange = (n: number): string => `${none}${n.toString(16).padStart(12, '0')}`;
  const use = (team: string, version: number): void =>
    deliveries.delivered({ team_id: team, account_id: null, trail_id: team_id, version, shape: 'find' });
  const ask = (team: string): void => deliveries.unanswered({ team_id: team, account_id: person(1), text: 'zzzz' });
  for (let n = 0; n < 19_999; n++) {
    use(strange(n), 1);
    ask(strange(n));
  }
  for (const version of [2, 3]) use(team_id, version);
  for (const team of [team_id, team_id]) ask(team);
  await deliveries.flush();
  expect(counting.failures).toEqual([]);
  const versions = await database.rows(sql`select version from trail_deliveries where team_id = ${team_id}`);
  expect(versions).toEqual([{ version: 2 }]);
  const asked = await database.rows(sql`select questions from unanswered_questions where team_id = ${team_id}`);
  expect(asked).toEqual([{ questions: 1 }]);
});

test('reports a failed batch and continues', async () => {
  const told: unknown[] = [];
  const broken = { ...database, inTransaction: () => Promise.reject(new Error('away')) };
  const deliveries = deliveryLog(
    broken,
    () => NOW,
    topicReader(),
    (thrown) => told.push(thrown),
  );
  deliveries.delivered({ team_id: person(1), account_id: person(1), trail_id: person(1), version: 1, shape: 'find' });
  await deliveries.flush();
  expect(told).toHaveLength(1);
});

test('sends no statement if no rows are pending', async () => {
  const told: unknown[] = [];
  const asked: unknown[] = [];
  const unused = { ...database, inTransaction: () => Promise.reject(asked.push('a transaction')) };
  const deliveries = deliveryLog(
    unused,
    () => NOW,
    topicReader(),
    (thrown) => told.push(thrown),
  );
  await deliveries.flush();
  expect([asked, told]).toEqual([[], []]);
});
