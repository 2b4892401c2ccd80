// The first start uses a copy of the database that was built with the release.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { beginFromBlank, blankFolder, schemaDigest, stateFile } from '../../src/storage/embedded/blank-database.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { migrations } from '../../src/storage/migrations/migration-files.ts';
import { sql } from '../../src/storage/sql.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = memoryFolder('blank');
});

test('has all migrations and no rows at the first start, and finds its data at the second', async () => {
  const place = join(folder, 'data');
  const first = await openEmbedded(place);
  expect(await migrate(first)).toEqual([]);
  expect(await first.row(sql`select count(*)::integer as count from accounts`)).toEqual({ count: 0 });
  await first.rows(sql`insert into service_settings (name, value) values ('mine', 'kept')`);
  await first.close();
  const second = await openEmbedded(place);
  expect(await second.row(sql`select value from service_settings where name = 'mine'`)).toEqual({ value: 'kept' });
  await second.close();
}, 120_000);

test('contains a single database, because no other is created', async () => {
  expect(await readdir(join(blankFolder(), 'base'))).toHaveLength(1);
});

test('leaves an existing database alone, and also an empty folder if the build has other migrations', async () => {
  const taken = join(folder, 'taken');
  await mkdir(join(taken, 'postgres'), { recursive: true });
  expect(await beginFromBlank(taken)).toBe(false);
  const older = join(folder, 'older-build');
  await cp(blankFolder(), blankFolder(older), { recursive: true });
  await writeFile(stateFile(older), schemaDigest(migrations().slice(1)));
  const empty = join(folder, 'empty');
  await mkdir(empty);
  expect(await beginFromBlank(empty, older)).toBe(false);
  expect(existsSync(join(empty, 'postgres'))).toBe(false);
}, 120_000);

test('replaces the remains of an interrupted copy', async () => {
  const place = join(folder, 'cut');
  await mkdir(join(place, 'postgres.partial', 'base'), { recursive: true });
  await writeFile(join(place, 'postgres.partial', 'base', 'half'), 'half');
  expect(await beginFromBlank(place)).toBe(true);
  expect(existsSync(join(place, 'postgres.partial'))).toBe(false);
  expect(existsSync(join(place, 'postgres', 'base', 'half'))).toBe(false);
}, 120_000);
