// Resets the embedded database of the tests between two files (test/support/as-new.sql). It is in its initial state
// afterwards, or the reset reports that it is not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmbeddedDatabase } from '../../src/storage/embedded/embedded.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { openUnused } from '../support/database.ts';
import { speaker } from '../support/speaker.ts';
import { makeOperator, makeTeam } from '../support/test-team.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openUnused();
});
afterAll(() => database.close());

const restored = () => database.inTransaction((tx) => tx.row(sql`select as_new.restore() as restored`));
/** All rows and pages of the service's tables, and the positions of its sequences. */
async function state(): Promise<unknown> {
  const tables = await database.rows<{ name: string }>(sql`
    select relname as name, pg_relation_size(oid) as bytes, reltuples, relhastriggers
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`);
  const rows = await database.rows(sql`
    select relname, query_to_xml(format('table public.%I', relname), false, false, '')::text as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`);
  const statistics = await database.rows(sql`
    select count(*) from pg_statistic s join pg_class c on c.oid = s.starelid
    where relnamespace = 'public'::regnamespace`);
  return { tables, rows, statistics };
}

test('removes new data, and restores the initial data, sequences and statistics', async () => {
  const first = await state();
  expect(await restored()).toEqual({ restored: true });
  expect(await state()).toEqual(first);
  const nobody = speaker('', { check: () => {} });
  const deps = { database, now: Date.now, speakerOf: () => nobody };
  await makeTeam(deps);
  await makeOperator(deps);
  await database.script(`update schema_migrations set name = 'other' where version = 1`);
  await database.script('analyze');
  expect(await state()).not.toEqual(first);
  expect(await restored()).toEqual({ restored: true });
  expect(await state()).toEqual(first);
});

test.each([
  'alter table accounts add column other text',
  'alter table accounts drop column name cascade',
  'alter table accounts alter column name drop not null',
  'alter table accounts alter column name set default null',
  'alter table accounts alter column name set statistics 10',
  'alter table accounts rename to others',
  'alter table accounts disable trigger all',
  'alter table members drop constraint members_pkey cascade',
  'alter table members add constraint others check (true)',
  'create table others (name text)',
  'create index others on accounts (name)',
  'create function others() returns integer language sql as $$ select 1 $$',
])('detects %s', async (definition) => {
  const seen = database.inTransaction(async (tx) => {
    await tx.rows(trusted(definition));
    throw await tx.row(sql`select as_new.restore() as restored`);
  });
  await expect(seen).rejects.toEqual({ restored: false });
  expect(await restored()).toEqual({ restored: true });
});
