import { openAsBlob } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BEFORE_MIGRATION, backUpBeforeMigration } from '../../src/backup/before-migration.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { schemaState } from '../../src/storage/migrations/migrate.ts';
import { migrationOf, migrations } from '../../src/storage/migrations/migration-files.ts';
import { openMigrated } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NEXT = migrationOf('9999_next.sql', 'select 1;');
const later = [...migrations(), NEXT];
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 31, 12, 0, seconds));

test('backs up embedded storage before each migration, keeps two, and the backup has the old schema', async () => {
  const database = await openMigrated();
  const folder = temporaryFolder('before-migration');
  const options = { storage: { kind: 'embedded' as const, folder }, database, release: '2' };
  expect(await backUpBeforeMigration({ ...options, known: migrations(), now: at(0) })).toBeUndefined();
  const made: (string | undefined)[] = [];
  for (const seconds of [1, 2, 3])
    made.push(await backUpBeforeMigration({ ...options, known: later, now: at(seconds) }));
  expect((await readdir(join(folder, BEFORE_MIGRATION))).map((name) => join(folder, BEFORE_MIGRATION, name))).toEqual(
    made.slice(1),
  );
  const copy = await openEmbedded(IN_MEMORY, { dump: await openAsBlob(join(made[2] ?? '', 'postgres.tar')) });
  expect(await schemaState(copy, migrations())).toBe('current');
  expect(await schemaState(copy, later)).toBe('behind');
  await copy.close();
  await database.close();
}, 60_000);

test('does not migrate if there is no room for the backup', async () => {
  const database = await openMigrated();
  const folder = temporaryFolder('no-room');
  await writeFile(join(folder, BEFORE_MIGRATION), 'a file in its place');
  const options = { storage: { kind: 'embedded' as const, folder }, database, release: '2', known: later, now: at(0) };
  await expect(backUpBeforeMigration(options)).rejects.toThrow(
    /^The database was not migrated, because it could not be backed up before: .*Free space/,
  );
  await database.close();
});

test('leaves servers and empty databases alone', async () => {
  const database = await openEmbedded(IN_MEMORY);
  const common = { database, release: '2', known: later, now: at(0) };
  const folder = temporaryFolder('left-alone');
  expect(await backUpBeforeMigration({ ...common, storage: { kind: 'embedded', folder } })).toBeUndefined();
  expect(
    await backUpBeforeMigration({ ...common, storage: { kind: 'postgres', url: 'postgres://x' } }),
  ).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  await database.close();
});
