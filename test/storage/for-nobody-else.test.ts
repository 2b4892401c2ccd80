// Files on disk are readable only for the user who runs the service, and not for other users of the machine: folders
// with the whole database, however they are created, and the session of the command line.
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { expect, test } from 'vitest';
import { backupsIn } from '../../src/backup/backups.ts';
import { keepSession } from '../../src/cli/kept-session.ts';
import type { Database } from '../../src/storage/database.ts';
import { beginFromBlank } from '../../src/storage/embedded/blank-database.ts';
import { lockFolder } from '../../src/storage/embedded/folder-lock.ts';
import { unpackArchive } from '../../src/storage/embedded/unpack-archive.ts';
import { memoryFolder } from '../support/temporary-folder.ts';
import { BY_TEST } from '../support/test-team.ts';

/** The permissions of other users on this path and on everything in it that its folders do not protect. */
function openToOthers(path: string): string[] {
  const found = lstatSync(path);
  if ((found.mode & 0o077) === 0) return [];
  const inside = found.isDirectory() ? readdirSync(path).flatMap((name) => openToOthers(join(path, name))) : [];
  return [`${(found.mode & 0o777).toString(8)} ${path}`, ...inside];
}

test('creates the data folder with private permissions, including a missing parent', async () => {
  const folder = join(memoryFolder('closed'), 'missing');
  const lock = await lockFolder(join(folder, 'data'));
  try {
    expect([folder, join(folder, 'data')].flatMap(openToOthers)).toEqual([]);
  } finally {
    await lock.release();
  }
});

test('creates a database from a copy with private permissions, including its subfolders', async () => {
  const folder = memoryFolder('closed');
  expect(await beginFromBlank(folder)).toBe(true);
  const database = join(folder, 'postgres');
  expect([database, join(database, 'base'), join(database, 'global')].flatMap(openToOthers)).toEqual([]);
}, 120_000);

test('unpacks a database from a backup with private permissions, including its subfolders and files', async () => {
  const folder = memoryFolder('closed');
  mkdirSync(join(folder, 'open/base'), { recursive: true, mode: 0o777 });
  writeFileSync(join(folder, 'open/base/1'), 'row', { mode: 0o666 });
  await create({ cwd: join(folder, 'open'), file: join(folder, 'postgres.tar') }, ['base']);
  const place = join(folder, 'postgres');
  await unpackArchive(join(folder, 'postgres.tar'), place);
  expect([place, join(place, 'base'), join(place, 'base', '1')].flatMap(openToOthers)).toEqual([]);
});

test('creates a backup with private permissions, from its first byte on', async () => {
  const folder = join(memoryFolder('closed'), 'backups');
  const open: string[] = [];
  const dump = async (): Promise<Blob> => {
    open.push(
      ...readdirSync(folder).flatMap((name) => openToOthers(join(folder, name))),
      `asked ${openToOthers(folder)}`,
    );
    return new Blob(['rows']);
  };
  const source = {
    ...({
      silenceMs: 60_000,
      storage: { kind: 'embedded', folder },
      assets: join(folder, 'none'),
      release: '1',
    } as const),
    database: () => ({ dump, rows: async () => [], inTransaction: async () => undefined }) as unknown as Database,
  };
  const { name } = await backupsIn({ folder, everyMs: 1, keep: 1 }, source, Date.now).make(BY_TEST);
  expect([open, openToOthers(folder), openToOthers(join(folder, name))]).toEqual([['asked '], [], []]);
});

test('stores the session of the command line with private permissions', async () => {
  const file = await keepSession({ url: 'https://a.example', token: 't' }, { XDG_CONFIG_HOME: memoryFolder('closed') });
  expect([dirname(file), file].flatMap(openToOthers)).toEqual([]);
});
