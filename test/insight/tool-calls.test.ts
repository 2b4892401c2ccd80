// The last call of a person's AI tool belongs to this person and workspace, and is recorded at most once every five
// minutes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastToolCall, type ToolCalls, toolCalls } from '../../src/insight/tool-calls.ts';
import type { Database, Db } from '../../src/storage/database.ts';
import { nextMoment } from '../support/next-moment.ts';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
let service: World;
let database: Database;
let team: TestTeam;
let other: TestTeam;
beforeAll(async () => {
  service = await world();
  database = service.app.database;
  [team, other] = [await service.team(), await service.team()];
});
afterAll(() => service.close());

/** `writes` records the statements so far. */
function watched(answer: Db['rows'] = (query) => database.rows(query)) {
  const writes: Promise<unknown>[] = [];
  let now = NOW;
  const rows = (query: Parameters<Db['rows']>[0]) => {
    const write = answer(query);
    writes.push(write);
    return write;
  };
  const after = (milliseconds: number): void => {
    now += milliseconds;
  };
  const calls: ToolCalls = toolCalls({ ...database, rows } as Db, () => now);
  return { calls, writes, after };
}

test('belongs to one person in one workspace', async () => {
  const { calls, writes } = watched();
  const last = (of: TestTeam, accountId: string) => lastToolCall(database, of.team_id, accountId);
  calls.noted(team.team_id, team.author.id);
  await Promise.all(writes);
  expect(Date.parse((await last(team, team.author.id)) ?? '')).not.toBeNaN();
  expect(await last(team, team.member.id)).toBeNull();
  expect(await last(other, team.author.id)).toBeNull();
});

test('is recorded after the clock was set back, and no more often than before', () => {
  const { calls, writes, after } = watched(async () => []);
  const call = (): void => calls.noted(team.team_id, team.author.id);
  call();
  after(-3_600_000);
  for (const _ of [1, 2]) call();
  expect(writes).toHaveLength(2);
});

test('advances with the next call, for this person only', async () => {
  const last = (accountId: string) => lastToolCall(database, team.team_id, accountId);
  const first = watched();
  for (const person of [team.publisher, team.admin]) first.calls.noted(team.team_id, person.id);
  await Promise.all(first.writes);
  const [before, beside] = [await last(team.publisher.id), await last(team.admin.id)];
  await nextMoment(database);
  const second = watched();
  second.calls.noted(team.team_id, team.publisher.id);
  await Promise.all(second.writes);
  expect(Date.parse((await last(team.publisher.id)) ?? '')).toBeGreaterThanOrEqual(Date.parse(before ?? ''));
  expect([(await last(team.publisher.id)) === before, await last(team.admin.id)]).toEqual([false, beside]);
});

test('is recorded at most every five minutes per person and workspace', async () => {
  const { calls, writes, after } = watched();
  calls.noted(team.team_id, team.author.id);
  after(5 * 60_000 - 1);
  calls.noted(team.team_id, team.author.id);
  expect(writes).toHaveLength(1);
  calls.noted(team.team_id, team.member.id);
  calls.noted(other.team_id, team.author.id);
  expect(writes).toHaveLength(3);
  after(1);
  calls.noted(team.team_id, team.author.id);
  expect(writes).toHaveLength(4);
  await Promise.all(writes);
});

test('is recorded by the next call after a failure', async () => {
  const { calls, writes } = watched(() => Promise.reject(new Error('away')));
  calls.noted(team.team_id, team.author.id);
  await Promise.allSettled(writes);
  calls.noted(team.team_id, team.author.id);
  expect(writes).toHaveLength(2);
});
