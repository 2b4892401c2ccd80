import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import type { Database } from '../../src/storage/database.ts';
import { violatedConstraint } from '../../src/storage/database.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { migrate, schemaState, waitingMigrations } from '../../src/storage/migrations/migrate.ts';
import { migrationOf, migrations } from '../../src/storage/migrations/migration-files.ts';
import { sql } from '../../src/storage/sql.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

let database: Database;
beforeAll(async () => {
  database = await openEmbedded(IN_MEMORY);
});
afterAll(() => database.close());

test('migrates an empty database once, and has nothing to do on a second run', async () => {
  await database.script('drop schema public cascade; create schema public');
  expect(await schemaState(database)).toBe('empty');
  const applied = await migrate(database);
  expect(applied).toHaveLength(migrations().length);
  expect(await schemaState(database)).toBe('current');
  expect(await migrate(database)).toEqual([]);
});

test("refuses a newer release's database, and leaves it alone", async () => {
  await database.rows(
    sql`insert into schema_migrations (version, name, checksum, serves_from) values (9999, 'future', '', 9999)`,
  );
  expect(await schemaState(database)).toBe('newer');
  await expect(migrate(database)).rejects.toThrow(/newer release/);
  await database.rows(sql`delete from schema_migrations where version = 9999`);
});

const nextRelease = (text: string) => [...migrations(), migrationOf('0999_next_release.sql', text)];

test('keeps serving after a newer release has added something, and stops once it has removed something', async () => {
  // The state that a failed attempt may have left.
  await database.script(`
    delete from schema_migrations where version >= 999;
    alter table teams drop column if exists next_release`);
  const expanded = nextRelease('alter table teams add column next_release text;\n');
  expect(await migrate(database, { known: expanded })).toEqual(['0999_next_release']);
  expect([await schemaState(database), await schemaState(database, expanded)]).toEqual(['current', 'current']);
  expect(await migrate(database)).toEqual([]);

  const text = '-- serves from 0999\nalter table teams drop column next_release;\n';
  const contracted = [...expanded, migrationOf('1000_last_release.sql', text)];
  expect(await migrate(database, { known: contracted })).toEqual([]);
  expect((await waitingMigrations(database, contracted)).map(({ version }) => version)).toEqual([1000]);
  expect(await schemaState(database, contracted)).toBe('current');
  expect(await migrate(database, { known: contracted, isAlone: true })).toEqual(['1000_last_release']);
  expect([await schemaState(database), await schemaState(database, contracted)]).toEqual(['newer', 'current']);
  await expect(migrate(database)).rejects.toThrow(/newer release/);
  await database.rows(sql`delete from schema_migrations where version >= 999`);
});

test('refuses to run if an applied migration was edited', async () => {
  const edited = migrations().map((migration, index) =>
    index === 0 ? { ...migration, checksum: 'other' } : migration,
  );
  expect(await schemaState(database, edited)).toBe('changed');
  await expect(migrate(database, { known: edited })).rejects.toThrow(/differs/);
});

test('refuses a second process on the same folder, and says what to do', async () => {
  const folder = memoryFolder('migrate');
  const first = await openEmbedded(folder);
  await expect(openEmbedded(folder)).rejects.toThrow(/in use by another Cairn process/);
  await first.close();
});

test('rolls back everything if the work in a transaction throws, and keeps the connection', async () => {
  const id = newId();
  const work = database.inTransaction(async (tx) => {
    await tx.rows(sql`insert into catalogs (catalog_id, kind) values (${id}, 'team')`);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await database.rows(sql`select kind from catalogs where catalog_id = ${id}`)).toEqual([]);
});

test('names a violated constraint without affecting the statements around it', async () => {
  const id = newId();
  const add = () => database.rows(sql`insert into catalogs (catalog_id, kind) values (${id}, 'team')`);
  const outcomes = await Promise.allSettled([add(), add(), database.row(sql`select 1 as one`)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]?.status === 'rejected' && violatedConstraint(outcomes[1].reason)).toBe('catalogs_pkey');
});

test('returns timestamps as RFC 3339 in UTC with microseconds, and JSON as text', async () => {
  const row = await database.row(
    sql`select '2026-11-20 21:16:41.123456+02'::timestamptz as at, '{"b": 1,  "a":2}'::json as document, 9007199254740991::int8 as big`,
  );
  expect(row).toEqual({ at: '2026-11-20T19:16:41.123456Z', document: '{"b": 1,  "a":2}', big: 9007199254740991 });
});
