// After a restore, no number is reused for different content. Content that was saved and published after the backup may
// still be in use under those numbers.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { skipNumbers } from '../../src/start/skip-numbers.ts';
import { noteRestore } from '../../src/storage/last-restore.ts';
import { sql } from '../../src/storage/sql.ts';
import { catalogPositions, changesSince } from '../../src/trails/catalog/catalog-store.ts';
import { bareConnection } from '../doors/scim/support/connection.ts';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';

const DAY_MS = 24 * 3_600_000;
let service: World;
let team: TestTeam;
let id: string;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await service.team();
  id = (await team.publisher.speaks.post<{ id: string }>('/v1/trails', { title: 'Begun' })).body.id;
  expect((await save('Saved', '"1"')).status).toBe(200);
  expect((await publish()).version).toBe(1);
});

const save = (title: string, tag = '*') =>
  team.publisher.speaks.put(`/v1/trails/${id}/document`, readyDocument(title), { 'If-Match': tag });
const tag = async (): Promise<string> =>
  (await team.publisher.speaks.get(`/v1/trails/${id}`)).headers.get('etag') ?? '';

async function publish(): Promise<{ readonly version: number }> {
  const { body } = await team.publisher.speaks.post<{ published_version: number }>(`/v1/trails/${id}/publish`, {});
  return { version: body.published_version };
}

/** Simulates the first start after a backup of this age was restored. */
async function started(agoMs: number): Promise<void> {
  const { database } = service.app;
  const now = service.clock();
  await noteRestore(database, new Date(now - agoMs).toISOString());
  await skipNumbers(database, now);
  await skipNumbers(database, now);
}

test.each([
  ['a minute', 60_000, 1],
  ['nearly a day', DAY_MS - 1, 1],
  ['a day', DAY_MS, 2],
  ['a negative time, by another clock', -DAY_MS, 1],
  ['ten years', 3_650 * DAY_MS, 1_000],
])("keeps the draft's tag after %s, and gives unused numbers to later changes", async (_, agoMs, days) => {
  expect(await tag()).toBe('"2"');
  await started(agoMs);
  expect(await tag()).toBe('"2"');
  // A client with content from between backup and restore cannot overwrite later changes.
  expect((await save('Saved since', '"2"')).status).toBe(200);
  expect(await tag()).toBe(`"${2 + days * 10_000 + 1}"`);
  expect((await save('Edited from what was lost', '"3"')).status).toBe(412);
  expect((await save('Saved again')).headers.get('etag')).toBe(`"${2 + days * 10_000 + 2}"`);
  expect((await publish()).version).toBe(1 + days * 20 + 1);
});

test('uses the earliest state if there were several restores before one start', async () => {
  const { database } = service.app;
  const now = service.clock();
  for (const days of [1, 3, 2]) await noteRestore(database, new Date(now - days * DAY_MS).toISOString());
  await skipNumbers(database, now);
  expect((await save('Saved since', '"2"')).headers.get('etag')).toBe(`"${2 + 4 * 10_000 + 1}"`);
});

test('reports changed fields to an author whose version is older than the backup', async () => {
  await started(0);
  expect((await save('Changed by somebody', '"2"')).status).toBe(200);
  expect((await save('Changed again')).status).toBe(200);
  const late = await save('Edited before', '"2"');
  expect([late.status, late.body]).toEqual([412, expect.objectContaining({ changed_fields: ['title'] })]);
});

test('advances the catalog, so that clients that follow it read it again', async () => {
  const { database } = service.app;
  const position = async () => (await catalogPositions(database, [team.team_id])).get(team.team_id);
  const before = await position();
  if (before === undefined) throw new Error('no catalog');
  await started(0);
  const after = await position();
  expect([after?.seq, after?.mark]).toEqual([before.seq + 10_000, expect.any(String)]);
  expect(await changesSince(database, team.team_id, before)).toBe('rebuild');
});

test("changes the tags of a connection's users and groups", async () => {
  const okta = await bareConnection(service);
  const user = await okta.user('Una');
  const group = await okta.group('Bakers', [user]);
  const tags = async () => {
    const answers = await Promise.all([okta.get(`/Users/${user}`), okta.get(`/Groups/${group}`)]);
    return answers.map(({ body }) => (body.meta as { version: string }).version);
  };
  const before = await tags();
  await started(0);
  const after = await tags();
  expect(after.filter((each) => before.includes(each))).toEqual([]);
});

test('leaves a database without a restore unchanged', async () => {
  const { database } = service.app;
  const numbers = () => database.rows(sql`select revision, last_revision, last_version from trails order by trail_id`);
  const before = await numbers();
  await skipNumbers(database, service.clock());
  expect(await numbers()).toEqual(before);
});
