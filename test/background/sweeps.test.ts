// When each sweep runs, how old the data must be to be removed, and what the sweep reports.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SweepDeps, sweepOnce } from '../../src/background/sweeps.ts';
import { newId } from '../../src/base/id.ts';
import { insertChange } from '../../src/directory/groups/group-change-store.ts';
import { provisioningObserver } from '../../src/provisioning/log/provisioning-observer.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { freshTeam } from '../directory/support.ts';
import { loggedRequest } from '../provisioning/logged-request.ts';
import { openTestDatabase } from '../support/database.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EVERY_FIVE_MINUTES = ['suspensions', 'awaited-managers'];
const EVERY_TEN_MINUTES = ['idempotency-keys', 'group-changes', 'row-moves'];
const EVERY_DAY = ['deleted-trails', 'deliveries', 'favourites', 'members-without-record'];
const EVERY_HOUR = [
  ...['sessions', 'oauth', 'provisioning-log', 'counted-days', 'webhook-events', 'expiring-credentials'],
  ...['catalog-changes', 'orphaned-images'],
];

const NO_BLOBS = { list: async function* () {}, removeUnfinished: async () => {} };

let database: Database;
let now = Date.now();
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const swept = (more: Partial<SweepDeps> = {}): Promise<Record<string, number>> =>
  sweepOnce({
    database,
    blobs: NO_BLOBS as never,
    clock: () => now,
    logger: pino({ level: 'silent' }),
    provisioningLogDays: 30,
    ...more,
  });

test('runs each sweep once per interval across all processes', async () => {
  const begun = now;
  const turnsAfter = async (milliseconds: number): Promise<string[]> => {
    now = begun + milliseconds;
    return Object.keys(await swept()).sort();
  };
  const all = [...EVERY_FIVE_MINUTES, ...EVERY_TEN_MINUTES, ...EVERY_HOUR, ...EVERY_DAY].sort();
  expect(await turnsAfter(0)).toEqual(all);
  expect(await turnsAfter(0)).toEqual([]);
  expect(await turnsAfter(5 * MINUTE_MS - 1)).toEqual([]);
  expect(await turnsAfter(5 * MINUTE_MS)).toEqual([...EVERY_FIVE_MINUTES].sort());
  expect(await turnsAfter(10 * MINUTE_MS)).toEqual([...EVERY_FIVE_MINUTES, ...EVERY_TEN_MINUTES].sort());
  expect(await turnsAfter(10 * MINUTE_MS)).toEqual([]);
  expect(await turnsAfter(60 * MINUTE_MS)).toEqual(all.filter((name) => !EVERY_DAY.includes(name)));
  expect(await turnsAfter(DAY_MS)).toEqual(all);
});

test.each([1, 30])('keeps an entry of the provisioning log for the configured %i days', async (days) => {
  now += 2 * DAY_MS;
  const team = await freshTeam(database);
  const at = (age: number): string => new Date(now - age).toISOString();
  const observer = provisioningObserver(
    database,
    () => now,
    (thrown) => {
      throw thrown;
    },
  );
  for (const age of [days * DAY_MS + 1_000, days * DAY_MS - 1_000])
    observer.observe(loggedRequest(team, { at: at(age) }));
  await observer.flush();
  expect((await swept({ provisioningLogDays: days }))['provisioning-log']).toBe(1);
});

test('treats a group change as abandoned after ten minutes', async () => {
  now += DAY_MS;
  const { team_id } = await freshTeam(database);
  for (const age of [10 * MINUTE_MS + 1_000, 10 * MINUTE_MS - 1_000]) {
    const group_id = newId();
    await insertChange(database, team_id, group_id, newId());
    await database.rows(sql`
      update group_changes set begun_at = ${new Date(now - age).toISOString()} where group_id = ${group_id}`);
  }
  expect((await swept())['group-changes']).toBe(1);
});

test('reports how much each sweep removed, logs a failed sweep, and runs the others', async () => {
  now += DAY_MS;
  const told = new Map<string, number | undefined>();
  const failing = { ...NO_BLOBS, removeUnfinished: () => Promise.reject(new Error('the disk is away')) };
  const removed = await swept({ blobs: failing as never, onSwept: (name, count) => told.set(name, count) });
  expect(told.get('orphaned-images')).toBeUndefined();
  expect(told.has('orphaned-images')).toBe(true);
  expect(Object.keys(removed)).not.toContain('orphaned-images');
  expect(Object.fromEntries([...told].filter(([name]) => name !== 'orphaned-images'))).toEqual(removed);
  expect(told.size).toBe(EVERY_FIVE_MINUTES.length + EVERY_TEN_MINUTES.length + EVERY_HOUR.length + EVERY_DAY.length);
});
