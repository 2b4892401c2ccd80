import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { type DeliveryLog, deliveryLog } from '../../src/insight/delivery-log.ts';
import { keepQuestions, readInsight, readTrailInsight } from '../../src/insight/insight.ts';
import { topicReader } from '../../src/insight/topics.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
let service: World;
let database: Database;
const failures: unknown[] = [];
beforeAll(async () => {
  service = await world();
  database = service.app.database;
});
afterAll(() => service.close());

const log = (now = NOW): DeliveryLog =>
  deliveryLog(
    database,
    () => now,
    topicReader(),
    (thrown) => failures.push(thrown),
  );

async function liveTrail(team: TestTeam, title: string): Promise<string> {
  const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument(title) });
  await team.publisher.speaks.post(`/v1/trails/${body.id}/publish`);
  return body.id;
}

const person = (n: number): string => `00000000-0000-7000-8000-0000000000${10 + n}`;

test('a figure is shown from five people up, and says nothing of who they are', async () => {
  const team = await service.team();
  const trail_id = await liveTrail(team, 'Answer a refund request');
  const { team_id } = team;
  const deliveries = log();
  for (let n = 0; n < 4; n++) {
    for (let time = 0; time < 10; time++)
      deliveries.delivered({ team_id, account_id: person(n), trail_id, version: 1, shape: 'prompt' });
  }
  await deliveries.flush();
  expect(await readTrailInsight(database, team_id, trail_id, NOW)).toMatchObject({ deliveries: null, by_day: [] });
  deliveries.delivered({ team_id, account_id: person(4), trail_id, version: 1, shape: 'skill' });
  await deliveries.flush();
  expect(failures).toEqual([]);
  expect(await readTrailInsight(database, team_id, trail_id, NOW)).toMatchObject({
    deliveries: 41,
    by_day: [
      { day: '2026-03-10', shape: 'prompt', deliveries: 40 },
      { day: '2026-03-10', shape: 'skill', deliveries: 1 },
    ],
  });
});

test('a day before the week is not counted, and another workspace sees nothing', async () => {
  const [team, other] = [await service.team(), await service.team()];
  const trail_id = await liveTrail(team, 'Plan a workshop');
  const use = (deliveries: DeliveryLog): void => {
    for (let n = 0; n < 6; n++)
      deliveries.delivered({ team_id: team.team_id, account_id: person(n), trail_id, version: 1, shape: 'find' });
  };
  const [early, now] = [log(NOW - 8 * 24 * 3_600_000), log()];
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

test('a live trail that nobody used stands among the never used', async () => {
  const team = await service.team();
  const id = await liveTrail(team, 'Write a job advert');
  expect((await readInsight(database, team.team_id, NOW)).never_used).toEqual([{ id, title: 'Write a job advert' }]);
});

test('a question without a trail counts by topic; its text is kept only where the workspace asks for it', async () => {
  const team = await service.team();
  const { team_id } = team;
  const deliveries = log();
  const ask = (text: string): void => {
    for (let n = 0; n < 5; n++) deliveries.unanswered({ team_id, account_id: person(n), text });
  };
  ask('translate the contract with our supplier');
  await deliveries.flush();
  const before = await readInsight(database, team_id, NOW);
  expect(before.unanswered.length).toBeGreaterThan(0);
  expect(before.unanswered.every(({ samples }) => samples.length === 0)).toBe(true);
  expect(JSON.stringify(before)).not.toContain('our supplier');
  await keepQuestions(database, team_id, true);
  ask('translate the contract with our supplier');
  await deliveries.flush();
  expect(JSON.stringify(await readInsight(database, team_id, NOW))).toContain('our supplier');
  await keepQuestions(database, team_id, false);
  expect(JSON.stringify(await readInsight(database, team_id, NOW))).not.toContain('our supplier');
  expect(failures).toEqual([]);
});

test('marks of people are forgotten once there are five', async () => {
  const team = await service.team();
  const trail_id = await liveTrail(team, 'Draft an offer');
  const deliveries = log();
  for (let n = 0; n < 7; n++)
    deliveries.delivered({ team_id: team.team_id, account_id: person(n), trail_id, version: 1, shape: 'zip' });
  await deliveries.flush();
  const rows = await database.rows(sql`select marks, people from trail_reach where trail_id = ${trail_id}`);
  expect(rows).toEqual([{ marks: [], people: 5 }]);
});

test('a batch that cannot be written is reported and holds nothing up', async () => {
  const told: unknown[] = [];
  const broken = { rows: () => Promise.reject(new Error('away')), row: () => Promise.reject(new Error('away')) };
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
