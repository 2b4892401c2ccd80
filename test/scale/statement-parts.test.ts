// Runs changes in parts, as on an engine that distributes by tenant. On an ordinary server, an entry in the catalog of
// extensions makes the service believe that it uses one.
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { partsOf } from '../../src/storage/server/statement-parts.ts';
import { createCopy, reasonOf, releaseStatements } from '../../src/storage/tables/refused-statements.ts';
import { TABLES } from '../../src/storage/tables/table-kinds.ts';
import { type FreshDatabase, migratedDatabase } from '../support/database.ts';
import { recordStatements } from '../support/statement-recorder.ts';
import { world } from '../support/world.ts';
import { visitEveryDoor } from './every-door.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const server = process.env.CAIRN_TEST_DATABASE_URL;

test('gives an entry that only reads to the part that uses it', () => {
  const parts = partsOf(`with asked as (select $1::uuid as id), t as (
      update trails set title = ')' from asked where trail_id = asked.id returning trail_id
    ), kept as (insert into trail_revisions select trail_id from t)
    select trail_id from t`);
  expect(parts?.map(({ name, list, reads }) => [name, list.map((entry) => entry.name), reads])).toEqual([
    ['t', ['asked'], []],
    ['kept', [], ['t']],
    [undefined, [], ['t']],
  ]);
});

test('runs an entry with several readers once', () => {
  const parts = partsOf(`with event as materialized (select 1 as n), a as (insert into x select n from event),
    b as (insert into y select n from event) select 1`);
  expect(parts?.map(({ name, reads }) => [name, reads])).toEqual([
    ['event', []],
    ['a', ['event']],
    ['b', ['event']],
    [undefined, []],
  ]);
});

test.each([
  'select 1',
  'update members set status = $1 where team_id = $2',
  'with x as (select 1 as n) select n from x',
  'with x as (select 1 as n) delete from members m using x where m.team_id = $1',
  'with gone as (delete from members where team_id = $1 returning account_id) delete from accounts using gone',
])('leaves %s whole', (text) => {
  expect(partsOf(text)).toBeUndefined();
});

test('leaves only those changes of several tables whole that also change a replicated one', () => {
  const whole = releaseStatements()
    .map(({ statement }) => statement)
    .filter(
      (text) => /\bas (?:materialized )?\( ?(?:insert|update|delete)\b/.test(text) && partsOf(text) === undefined,
    );
  expect(whole.length).toBeGreaterThan(0);
  const changesReplicated = new RegExp(`(?:insert into|update|delete from) (?:${TABLES.replicated.join('|')})\\b`);
  expect(whole.filter((text) => !changesReplicated.test(text))).toEqual([]);
});

if (server !== undefined) {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await migratedDatabase(server);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('set allow_system_table_mods = on');
    await client.query(`
      insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      values (1, 'citus', 10, 'pg_catalog'::regnamespace, false, '13.2')`);
    await client.end();
  });
  afterAll(() => database.drop());

  test('serves every door with changes in parts', async () => {
    const recorded = recordStatements();
    const service = await world({ CAIRN_DATABASE_URL: database.url, CAIRN_PUBLIC_URL: 'http://localhost:8080' });
    expect(await visitEveryDoor(service)).toEqual([]);
    await service.close();
    const texts = [...recorded.keys()];
    expect(texts.filter((text) => partsOf(text) !== undefined)).toEqual([]);
    expect(texts.filter((text) => text.includes('::text[]) as x (')).length).toBeGreaterThan(20);
  });

  test('runs every statement of the release, including those that only sweeps send', async () => {
    const storage = openPostgres({ url: database.url, poolSize: 1, onIdleFailure: () => undefined });
    const undone = new Error('undone');
    const work = storage.inTransaction(async (tx) => {
      await createCopy(tx);
      for (const { place, statement } of releaseStatements())
        if (partsOf(statement) !== undefined)
          expect(await reasonOf(tx, statement), `${place}: ${statement}`).toBeUndefined();
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    await storage.close();
  });
}
