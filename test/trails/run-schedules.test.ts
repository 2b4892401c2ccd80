// Executes schedules: which ones are due, under whose lease and with whose rights, which are retried and which fail.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { refuse } from '../../src/base/refusal.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { liveTrails } from '../../src/trails/catalog/catalogs.ts';
import { KNOWN_PROVIDERS } from '../../src/trails/document/known-providers.ts';
import { withOperatorProviders } from '../../src/trails/document/providers.ts';
import { createTrail } from '../../src/trails/editing/create-trail.ts';
import { runSchedules } from '../../src/trails/schedules/run-schedules.ts';
import {
  dueSchedules,
  findSchedules,
  finishSchedule,
  leaseSchedule,
  type ScheduleKey,
} from '../../src/trails/schedules/schedule-store.ts';
import { scheduleAction } from '../../src/trails/schedules/schedules.ts';
import { getTrail } from '../../src/trails/trails.ts';
import { openTestDatabase } from '../support/database.ts';
import {
  byOf,
  create,
  join,
  newAccount,
  newCatalog,
  publish,
  readyDocument,
  rules,
  type TestCatalog,
} from './catalog.ts';

const NOW = Date.now() + 1_000;
const HOUR = 3_600_000;
const LEASE = newId();
const iso = (at: number): string => new Date(at).toISOString();

let database: Database;
let catalog: TestCatalog;
let changed: string[];
let reported: unknown[];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.rows(sql`delete from trail_schedules`);
  [changed, reported] = [[], []];
  catalog = await newCatalog(database);
});

const run = (now: number, over: Database = database) =>
  runSchedules(
    { database: over, rules, report: (thrown) => reported.push(thrown), onChange: (id) => changed.push(id) },
    now,
  );

async function scheduled(
  action: 'publish' | 'unpublish',
  at = NOW + HOUR,
  by = catalog.owner_id,
): Promise<ScheduleKey> {
  const trail = await create(database, catalog);
  if (action === 'unpublish') await publish(database, catalog, trail);
  const { trail_id } = trail;
  const wanted = { trail_id, action, at: iso(at), revision: trail.revision, note: 'at its time' };
  await database.inTransaction((tx) => scheduleAction(tx, catalog.catalog_id, wanted, byOf(by), rules, NOW));
  return { catalog_id: catalog.catalog_id, trail_id, action };
}

const rowOf = (key: ScheduleKey) =>
  database.row<{ state: string; outcome: string | null; attempts: number; lease: string | null }>(sql`
    select state, outcome, attempts, lease from trail_schedules
    where catalog_id = ${key.catalog_id} and trail_id = ${key.trail_id} and action = ${key.action}`);
const statusOf = async ({ catalog_id, trail_id }: ScheduleKey) =>
  (await getTrail(database, catalog_id, trail_id)).status;

test.each([
  ['publish', 'draft', 'live'],
  ['unpublish', 'live', 'draft'],
] as const)(
  'performs %s once at its time, and notifies clients that follow the catalog',
  async (action, before, after) => {
    const key = await scheduled(action);
    expect([await run(NOW + HOUR - 1), await statusOf(key), changed]).toEqual([0, before, []]);
    expect([await run(NOW + HOUR), await statusOf(key), changed]).toEqual([1, after, [key.catalog_id]]);
    expect(await rowOf(key)).toEqual({ state: 'done', outcome: null, attempts: 1, lease: null });
    expect([await run(NOW + 2 * HOUR), changed.length]).toEqual([0, 1]);
  },
);

test('gives the version the note of the schedule', async () => {
  const key = await scheduled('publish');
  await run(NOW + HOUR);
  const [version] = await database.rows(sql`
    select note from trail_versions where catalog_id = ${key.catalog_id} and trail_id = ${key.trail_id}`);
  expect(version).toMatchObject({ note: 'at its time' });
});

test('runs the oldest schedules first, at most fifty at once', async () => {
  const first = await scheduled('publish', NOW + HOUR);
  const ids = Array.from({ length: 50 }, () => newId());
  for (const trail_id of ids) {
    await database.rows(sql`
      insert into trails (catalog_id, trail_id, status, sort_order, document, title, target_role, description, tools,
        prompt_count, search_text)
      values (${catalog.catalog_id}, ${trail_id}, 'draft', 9, '{}', 'T', '', '', '[]', 0, '')`);
    await database.rows(sql`
      insert into trail_schedules (catalog_id, trail_id, action, run_at, scheduled_by)
      values (${catalog.catalog_id}, ${trail_id}, 'unpublish', ${iso(NOW + 2 * HOUR)}, ${catalog.owner_id})`);
  }
  expect(await dueSchedules(database, iso(NOW + HOUR), 50)).toEqual([first]);
  const due = await dueSchedules(database, iso(NOW + 3 * HOUR), 50);
  expect([due.length, due[0]]).toEqual([50, first]);
});

test("waits until another process's lease ends, after which that process can finish nothing", async () => {
  const key = await scheduled('publish');
  const at = NOW + HOUR;
  const lease = { id: newId(), now: iso(at), until: iso(at + 60_000) };
  expect(await leaseSchedule(database, key, { ...lease, now: iso(at - 1) })).toBeUndefined();
  expect(await leaseSchedule(database, key, lease)).toMatchObject({ ...key, revision: 1, attempts: 1 });
  expect(await leaseSchedule(database, key, { ...lease, id: newId() })).toBeUndefined();
  expect([await run(at), await run(at + 59_999), await statusOf(key)]).toEqual([0, 0, 'draft']);
  expect([await run(at + 60_000), await statusOf(key)]).toEqual([1, 'live']);
  const end = { state: 'failed', outcome: 'late', at: iso(at) } as const;
  expect(await database.inTransaction((tx) => finishSchedule(tx, key, lease.id, end))).toBe(false);
  expect(await rowOf(key)).toMatchObject({ state: 'done', attempts: 2 });
});

test('delays an unpublication while another process or a retry has yet to perform the earlier publication', async () => {
  const publication = await scheduled('publish');
  const { catalog_id, trail_id } = publication;
  const at = NOW + 2 * HOUR;
  const wanted = { trail_id, action: 'unpublish' as const, at: iso(at), revision: 1, note: null };
  await database.inTransaction((tx) => scheduleAction(tx, catalog_id, wanted, byOf(catalog.owner_id), rules, NOW));
  const unpublication: ScheduleKey = { ...publication, action: 'unpublish' };
  await leaseSchedule(database, publication, { id: newId(), now: iso(at), until: iso(at + 60_000) });
  expect(await run(at)).toBe(0);
  expect(await rowOf(unpublication)).toEqual({ state: 'waiting', outcome: null, attempts: 0, lease: null });
  expect([await run(at + 60_000), await statusOf(publication)]).toEqual([2, 'draft']);
  expect([(await rowOf(publication))?.state, (await rowOf(unpublication))?.state]).toEqual(['done', 'done']);
});

test.each<[string, (key: ScheduleKey) => Promise<unknown>]>([
  ['waits', async () => undefined],
  [
    'has failed',
    (key) =>
      database.rows(sql`
        update trail_schedules set state = 'failed', outcome = 'No.', finished_at = now(), attempts = 10
        where trail_id = ${key.trail_id}`),
  ],
  [
    'is running in a process that stopped responding',
    (key) => leaseSchedule(database, key, { id: LEASE, now: iso(NOW + HOUR), until: iso(NOW + 9 * HOUR) }),
  ],
])('completely replaces a schedule that %s by a new one with its own time', async (_, happens) => {
  const key = await scheduled('publish');
  await happens(key);
  const [was] = await findSchedules(database, key.catalog_id, key.trail_id);
  const other = await newAccount(database, `${newId()}@acme.test`, 'Otto');
  await join(database, catalog.catalog_id, other);
  await database.rows(sql`
    insert into member_roles (team_id, account_id, role) values (${catalog.catalog_id}, ${other}, 'publisher')`);
  const wanted = { trail_id: key.trail_id, action: key.action, at: iso(NOW + 2 * HOUR), revision: 1, note: 'later' };
  await database.inTransaction((tx) => scheduleAction(tx, key.catalog_id, wanted, byOf(other), rules, NOW));
  expect(await rowOf(key)).toEqual({ state: 'waiting', outcome: null, attempts: 0, lease: null });
  const [is] = await findSchedules(database, key.catalog_id, key.trail_id);
  expect(is).toMatchObject({ note: 'later', scheduled_by: other, scheduled_by_name: 'Otto', finished_at: null });
  expect(is?.scheduled_at).not.toBe(was?.scheduled_at);
  const end = { state: 'done', outcome: null, at: iso(NOW) } as const;
  expect(await database.inTransaction((tx) => finishSchedule(tx, key, LEASE, end))).toBe(false);
  expect([await run(NOW + HOUR), await statusOf(key)]).toEqual([0, 'draft']);
  expect([await run(NOW + 2 * HOUR), await statusOf(key)]).toEqual([1, 'live']);
});

test('finishes nothing under a lease that it does not hold, nor another action or trail', async () => {
  const key = await scheduled('publish');
  const other = await scheduled('publish');
  const until = iso(NOW + 2 * HOUR);
  const held = { id: newId(), now: iso(NOW + HOUR), until };
  await leaseSchedule(database, key, held);
  await leaseSchedule(database, other, { ...held, id: newId() });
  const end = { state: 'done', outcome: null, at: iso(NOW) } as const;
  const finish = (of: ScheduleKey, lease: string) => database.inTransaction((tx) => finishSchedule(tx, of, lease, end));
  expect(await finish(other, held.id)).toBe(false);
  expect(await finish({ ...key, action: 'unpublish' }, held.id)).toBe(false);
  expect(await finish(key, held.id)).toBe(true);
  expect([(await rowOf(key))?.state, (await rowOf(other))?.state]).toEqual(['done', 'waiting']);
  expect(await finish(key, held.id)).toBe(false);
});

test.each<[string, (author: string) => Promise<unknown>, string]>([
  [
    'is deactivated',
    (author) => database.rows(sql`update members set status = 'deactivated' where account_id = ${author}`),
    'Pia may no longer publish trails.',
  ],
  [
    'lost the role',
    (author) => database.rows(sql`delete from member_roles where account_id = ${author}`),
    'Pia may no longer publish trails.',
  ],
  [
    'has no name and lost the role',
    async (author) => {
      await database.rows(sql`update accounts set name = '' where account_id = ${author}`);
      await database.rows(sql`delete from member_roles where account_id = ${author}`);
    },
    'The person who scheduled this may no longer publish trails.',
  ],
  [
    'works where trails were switched off',
    () => database.rows(sql`update teams set trails_enabled = false where team_id = ${catalog.catalog_id}`),
    'Trails are turned off for this workspace.',
  ],
  [
    'scheduled a revision that is not the draft any more',
    () => database.rows(sql`update trails set revision = 2 where catalog_id = ${catalog.catalog_id}`),
    'The trail has changed and is now at revision 2. Review it, then publish again.',
  ],
])('fails once, with an explanation, if the person who scheduled it %s', async (_, happens, outcome) => {
  const author = await newAccount(database, `${newId()}@acme.test`, 'Pia');
  await join(database, catalog.catalog_id, author);
  await database.rows(sql`
    insert into member_roles (team_id, account_id, role) values (${catalog.catalog_id}, ${author}, 'publisher')`);
  const key = await scheduled('publish', NOW + HOUR, author);
  await happens(author);
  expect([await run(NOW + HOUR), await run(NOW + 2 * HOUR)]).toEqual([1, 0]);
  expect(await rowOf(key)).toEqual({ state: 'failed', outcome, attempts: 1, lease: null });
  expect([await statusOf(key), changed, reported]).toEqual(['draft', [], []]);
  const audited = await database.rows(sql`
    select actor, after from audit_entries where team_id = ${catalog.catalog_id} and kind = 'trail.schedule_failed'`);
  expect(audited).toEqual([
    { actor: { kind: 'system', id: null, name: 'Scheduled publishing' }, after: { action: 'publish', outcome } },
  ]);
});

test('requires in the service-wide catalog that the person who scheduled it is still an operator', async () => {
  const operator = await newAccount(database, `${newId()}@cairn.test`, 'Opal');
  await database.rows(sql`update accounts set is_operator = true where account_id = ${operator}`);
  const make = async () => {
    const trail = await database.inTransaction((tx) =>
      createTrail(tx, SVC_CATALOG_ID, readyDocument(), byOf(operator), rules),
    );
    const wanted = {
      trail_id: trail.trail_id,
      action: 'publish' as const,
      at: iso(NOW + HOUR),
      revision: 1,
      note: null,
    };
    await database.inTransaction((tx) => scheduleAction(tx, SVC_CATALOG_ID, wanted, byOf(operator), rules, NOW));
    return { catalog_id: SVC_CATALOG_ID, trail_id: trail.trail_id, action: 'publish' as const };
  };
  const good = await make();
  await run(NOW + HOUR);
  expect([await statusOf(good), (await rowOf(good))?.state]).toEqual(['live', 'done']);
  const late = await make();
  await database.rows(sql`update accounts set is_operator = false where account_id = ${operator}`);
  await run(NOW + HOUR);
  expect([await statusOf(late), (await rowOf(late))?.outcome]).toEqual(['draft', 'Opal may no longer publish trails.']);
});

test('reports an internal error and retries when the lease ends, up to ten times', async () => {
  const key = await scheduled('publish');
  const broken: Database = {
    ...database,
    inTransaction: (work, options) =>
      database.inTransaction(async (tx) => {
        const answer = await work(tx);
        if ((await getTrail(tx, key.catalog_id, key.trail_id)).status === 'live') throw new Error('the disk is full');
        return answer;
      }, options),
  };
  for (let attempt = 1; attempt <= 9; attempt += 1)
    expect(await run(NOW + HOUR + attempt * 60_000, broken), `attempt ${attempt}`).toBe(0);
  expect(await rowOf(key)).toMatchObject({ state: 'waiting', outcome: null, attempts: 9 });
  expect(await run(NOW + HOUR + 600_000, broken)).toBe(1);
  expect(await rowOf(key)).toMatchObject({
    ...{ state: 'failed', outcome: 'Something repeatedly went wrong on our side.', attempts: 10 },
  });
  expect(reported.map(String)).toEqual(Array(10).fill('Error: the disk is full'));
  expect(changed).toEqual([]);
});

test('reports a schedule that can neither run nor fail, and runs the others', async () => {
  const keys = [await scheduled('publish', NOW + 1_000), await scheduled('publish', NOW + 2_000)];
  const [stuck, good] = keys as [ScheduleKey, ScheduleKey];
  await database.rows(sql`update trail_schedules set attempts = 9 where trail_id = ${stuck.trail_id}`);
  const broken: Database = {
    ...database,
    inTransaction: (work, options) =>
      database.inTransaction(async (tx) => {
        const answer = await work(tx);
        const touched = await tx.row(sql`
          select 1 from trail_schedules where trail_id = ${stuck.trail_id} and state <> 'waiting'`);
        if (touched !== undefined) throw new Error('the disk is full');
        return answer;
      }, options),
  };
  expect([await run(NOW + HOUR, broken), await statusOf(good)]).toEqual([1, 'live']);
  expect(await rowOf(stuck)).toMatchObject({ state: 'waiting', attempts: 10 });
  expect(reported.map(String)).toEqual(Array(2).fill('Error: the disk is full'));
});

test('logs no failure if another process takes over the schedule while this one gives up', async () => {
  const key = await scheduled('publish');
  await database.rows(sql`update trail_schedules set attempts = 9 where trail_id = ${key.trail_id}`);
  const takenOver: Database = {
    ...database,
    inTransaction: (work, options) =>
      database.inTransaction(async (tx) => {
        if (reported.length === 0) throw new Error('the disk is full');
        await tx.rows(sql`update trail_schedules set lease = ${LEASE} where trail_id = ${key.trail_id}`);
        return work(tx);
      }, options),
  };
  await run(NOW + HOUR, takenOver);
  expect(await rowOf(key)).toEqual({ state: 'waiting', outcome: null, attempts: 10, lease: LEASE });
  const failures = await database.rows(sql`
    select 1 from audit_entries where team_id = ${key.catalog_id} and kind = 'trail.schedule_failed'`);
  expect(failures).toEqual([]);
});

test('waits for the end of the lease if the database is too busy', async () => {
  const key = await scheduled('publish');
  let asked = 0;
  const busyOnce: Database = {
    ...database,
    inTransaction: (work, options) =>
      asked++ === 0 ? Promise.reject(refuse('not-ready', 'Busy.')) : database.inTransaction(work, options),
  };
  expect(await run(NOW + HOUR, busyOnce)).toBe(0);
  expect(await rowOf(key)).toMatchObject({ state: 'waiting', outcome: null, attempts: 1 });
  expect([await run(NOW + HOUR + 60_000, busyOnce), await statusOf(key)]).toEqual([1, 'live']);
});

test('leaves no trace of a schedule for a deleted trail, or of a canceled one', async () => {
  const key = await scheduled('publish');
  const cancelling: Database = {
    ...database,
    inTransaction: (work, options) =>
      database.inTransaction(async (tx) => {
        await tx.rows(sql`delete from trail_schedules where trail_id = ${key.trail_id}`);
        return work(tx);
      }, options),
  };
  expect([await run(NOW + HOUR, cancelling), reported, changed]).toEqual([0, [], []]);
  expect(await statusOf(key)).toBe('draft');
});

test('reads a catalog completely if it has more live trails than one batch', async () => {
  const ids = Array.from({ length: 501 }, () => newId()).sort();
  await database.inTransaction(async (tx) => {
    await tx.rows(sql`
      insert into trails (catalog_id, trail_id, status, sort_order, document, title, target_role, description, tools,
        prompt_count, search_text, published_version, published_revision, last_version, published_at)
      select ${catalog.catalog_id}::uuid, id, 'live', 1, '{}', 'T', '', '', '[]', 0, '', 1, 1, 1, now()
      from unnest(${ids}::uuid[]) as given (id)`);
    await tx.rows(sql`
      insert into trail_versions (catalog_id, trail_id, version, revision, document)
      select ${catalog.catalog_id}::uuid, id, 1, 1, '{}' from unnest(${ids}::uuid[]) as given (id)`);
  });
  const read: string[] = [];
  for await (const batch of liveTrails(database, catalog.catalog_id)) read.push(...batch.map((row) => row.trail_id));
  expect(read).toEqual(ids);
});

test('adds an operator’s AI tool, or replaces a known one with the same id', () => {
  const own = { id: 'own', name: 'Own', vendor: 'Acme', url: 'https://own.test/' };
  const claude = { ...own, id: 'claude' };
  const all = withOperatorProviders([own, claude]);
  expect(all).toHaveLength(KNOWN_PROVIDERS.length + 1);
  expect(all.filter(({ id }) => id === 'own' || id === 'claude')).toEqual([claude, own]);
  expect(withOperatorProviders([])).toEqual(KNOWN_PROVIDERS);
});
