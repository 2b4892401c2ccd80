// Tests `cairn distribute` on a PostgreSQL server with a stand-in for the engine's functions (support/engine.sql).
// Compares the kinds of tables with the schema and docs/scale.md.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { type DistributionStep, distribute, distributionPlan } from '../../src/storage/tables/distribution.ts';
import {
  engineVersion,
  foreignKeys,
  keysWithoutTenant,
  misplacedTables,
  requireDistributable,
} from '../../src/storage/tables/distribution-state.ts';
import {
  checkStatements,
  createCopy,
  reasonOf,
  releaseStatements,
} from '../../src/storage/tables/refused-statements.ts';
import { TABLE_KINDS, TABLES } from '../../src/storage/tables/table-kinds.ts';
import { migratedDatabase, openTestDatabase } from '../support/database.ts';

const server = process.env.CAIRN_TEST_DATABASE_URL;
let database: Database;
let operator: pg.Client;
let url = '';
let drop = async (): Promise<void> => undefined;

beforeAll(async () => {
  if (server === undefined) {
    database = await openTestDatabase();
    return;
  }
  const fresh = await migratedDatabase(server);
  ({ url, drop } = fresh);
  operator = new pg.Client({ connectionString: url });
  await operator.connect();
  const name = new URL(url).pathname.slice(1);
  await operator.query(`alter database ${name} set search_path = public, engine`);
  database = openPostgres({ url, poolSize: 1, connectionName: 'cairn command', onIdleFailure: () => undefined });
});

afterAll(async () => {
  await database.close();
  if (server === undefined) return;
  await operator.end();
  await drop();
});

test('assigns exactly one kind to every table, as docs/scale.md says', async () => {
  const tables = await database.rows<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`);
  const named = Object.values(TABLES).flat<readonly (readonly string[])[]>();
  expect(new Set(named).size).toBe(named.length);
  expect([...named].sort()).toEqual(tables.map(({ name }) => name).sort());
  const rows = readFileSync(resolve('docs/scale.md'), 'utf8').matchAll(
    /^\| (?:distributed by `(\w+)`|(replicated|local))[^|]*\| (.*) \|$/gm,
  );
  const documented = Object.fromEntries([...rows].map(([, by, kind, list]) => [by ?? kind, list?.split(', ')]));
  expect(documented).toEqual(TABLES);
});

test('includes the tenant in every unique key of a distributed table', async () => {
  expect(await keysWithoutTenant(database)).toEqual([]);
});

test('keeps every foreign key within a tenant, or points it to a replicated table', async () => {
  const offending = (await foreignKeys(database)).filter(({ table, target, definition }) => {
    const [from, to] = [TABLE_KINDS.get(table), TABLE_KINDS.get(target)];
    if (to?.kind === 'replicated') return false;
    if (from?.kind !== 'distributed' || to?.kind !== 'distributed')
      return from?.kind !== 'local' || to?.kind !== 'local';
    const [, own = '', theirs = ''] = /FOREIGN KEY \(([^)]*)\) REFERENCES \w+\(([^)]*)\)/.exec(definition) ?? [];
    return own.split(', ').indexOf(from.by) !== theirs.split(', ').indexOf(to.by) || !own.includes(from.by);
  });
  expect(offending).toEqual([]);
});

const calls = async (): Promise<string[]> =>
  (await operator.query<{ call: string }>('select call from engine.calls order by n')).rows.map(({ call }) => call);

const count = (steps: readonly DistributionStep[], step: DistributionStep['step']): number =>
  steps.filter((one) => one.step === step).length;

if (server !== undefined) {
  test('says what to do if the extension is missing, or the coordinator is not among the nodes', async () => {
    await expect(requireDistributable(database)).rejects.toThrow(/no Citus extension.*create extension citus/);
    await operator.query(readFileSync(resolve('test/support/engine.sql'), 'utf8'));
    await operator.query('set allow_system_table_mods = on');
    await operator.query(`
      insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      values (1, 'citus', 10, 'pg_catalog'::regnamespace, false, '13.2')`);
    await expect(requireDistributable(database)).rejects.toThrow(/citus_set_coordinator_host/);
    await operator.query('insert into engine.pg_dist_node values (0)');
    await requireDistributable(database);
  });

  test('refuses to run while a process of the service is connected', async () => {
    const service = openPostgres({ url, poolSize: 1, onIdleFailure: () => undefined });
    expect((await service.health()).reached).toBe(true);
    await expect(requireDistributable(database)).rejects.toThrow(/running processes are open/);
    await service.close();
    await expect.poll(() => requireDistributable(database).then(() => 'ready')).toBe('ready');
  });

  test('does not count the connections of the command itself', async () => {
    expect((await database.health()).reached).toBe(true);
    await requireDistributable(database);
  });

  test('runs every statement of the release with values that a server accepts', async () => {
    const statements = releaseStatements();
    expect(statements.length).toBeGreaterThan(400);
    const undone = new Error('undone');
    const work = database.inTransaction(async (tx) => {
      await createCopy(tx);
      for (const { place, statement } of statements)
        expect(await reasonOf(tx, statement), `${place}: ${statement}`).toBeUndefined();
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });

  test('names a refused statement with its place, and undoes everything that the check did', async () => {
    const statements = [
      { place: 'src/one-store.ts', statement: 'select 1 from trails where catalog_id = $1' },
      { place: 'src/other-store.ts', statement: 'select missing from trails where catalog_id = $1' },
      { place: 'src/third-store.ts', statement: 'insert into trails (catalog_id) values ($1)' },
    ];
    const before = await foreignKeys(database);
    expect(await checkStatements(database, statements)).toEqual({
      checked: 3,
      refused: [{ ...statements[1], reason: 'column "missing" does not exist' }],
    });
    expect(await foreignKeys(database)).toEqual(before);
    expect(await calls()).toEqual([]);
    expect((await operator.query("select 1 from pg_namespace where nspname = 'cairn_check'")).rows).toEqual([]);
  });

  test('names every table in the plan and changes nothing', async () => {
    expect(await engineVersion(database)).toBe('13.2');
    expect(await misplacedTables(database)).toHaveLength(
      TABLES.replicated.length + TABLES.team_id.length + TABLES.catalog_id.length,
    );
    const before = await foreignKeys(database);
    const plan = await distributionPlan(database);
    expect(count(plan, 'replicate')).toBe(TABLES.replicated.length);
    expect(count(plan, 'distribute')).toBe(TABLES.team_id.length + TABLES.catalog_id.length);
    expect(count(plan, 'add foreign key')).toBe(before.length);
    expect(await calls()).toEqual([]);
    expect(await foreignKeys(database)).toEqual(before);
  });

  test('resumes an interrupted run, and finds nothing to do when it runs again', async () => {
    const before = await foreignKeys(database);
    await operator.query(`insert into engine.failing values ('trails')`);
    await expect(distribute(database)).rejects.toThrow('a worker is away');
    const soFar = (await calls()).length;
    expect(soFar).toBeGreaterThan(TABLES.replicated.length);
    expect(await foreignKeys(database)).toEqual([]);
    await operator.query('delete from engine.failing');
    const rest = await distribute(database);
    expect(count(rest, 'replicate')).toBe(0);
    expect(await foreignKeys(database)).toEqual(before);
    const all = await calls();
    expect(new Set(all).size).toBe(all.length);
    const groups = await operator.query(
      `select distinct colocation_id from engine.placed where citus_table_type = 'distributed'`,
    );
    expect(groups.rows).toHaveLength(1);
    expect(await distributionPlan(database)).toEqual([]);
    expect(await misplacedTables(database)).toEqual([]);
    expect(await distribute(database)).toEqual([]);
    expect(await calls()).toEqual(all);
  });

  test("distributes a later release's table with the others, and removes only its foreign keys", async () => {
    await operator.query(`delete from engine.placed where table_name = 'trail_care'::regclass`);
    expect(await misplacedTables(database)).toEqual(['trail_care']);
    const plan = await distributionPlan(database);
    expect(plan.map(({ step, table }) => `${step} ${table}`)).toEqual([
      'drop foreign key trail_care',
      'distribute trail_care',
      'add foreign key trail_care',
    ]);
    await distribute(database);
    expect(await distributionPlan(database)).toEqual([]);
  });

  test('leaves tables with another distribution and unknown tables to the operator', async () => {
    await operator.query(
      `update engine.placed set distribution_column = 'trail_id' where table_name = 'trails'::regclass`,
    );
    await expect(distributionPlan(database)).rejects.toThrow(/another way: trails\. .*undistribute_table/);
    await operator.query(
      `update engine.placed set distribution_column = 'catalog_id' where table_name = 'trails'::regclass`,
    );
    await operator.query('create table strangers (id integer)');
    await expect(distributionPlan(database)).rejects.toThrow(/unknown tables.*strangers/);
    await operator.query('drop table strangers');
  });
}
