// Backups that the running service makes, on request and on schedule.

import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backUpWhenDue } from '../../src/background/scheduled-backups.ts';
import { type Backup, backupsIn, listBackups } from '../../src/backup/backups.ts';
import { drill } from '../../src/cli/restore.ts';
import type { Database } from '../../src/storage/database.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { sql } from '../../src/storage/sql.ts';
import { operatorAt } from '../doors/manage/support.ts';
import { slugOf } from '../support/speaker.ts';
import { memoryFolder } from '../support/temporary-folder.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const HOUR = 3_600_000;

let service: World;
let folder: string;
beforeAll(async () => {
  folder = join(memoryFolder('backups'), 'kept');
  service = await world({ CAIRN_BACKUP_FOLDER: folder, CAIRN_BACKUP_KEEP: '2', CAIRN_BACKUP_HOURS: '1' });
});
beforeEach(() => rm(folder, { recursive: true, force: true }));
afterAll(async () => {
  await service.close();
});

const database = () => service.app.database;

/** The backups in this folder, made from the service's data. */
const backups = (at = folder, database: () => Database = () => service.app.database) =>
  backupsIn(
    { folder: at, everyMs: HOUR, keep: 2 },
    { storage: service.config.database, silenceMs: 60_000, database, assets: service.config.assets, release: '0' },
    () => service.clock(),
  );

/** Like the above, but writes a backup with an invented database, for tests about timing. */
const noted = () => ({ ...backups(), make: () => note(service.clock()) });
async function note(at: number): Promise<Backup> {
  const made_at = new Date(at).toISOString();
  const name = `${made_at.slice(0, 19).replaceAll(':', '-')}Z`;
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'postgres.tar'), 'data');
  const sha256 = createHash('sha256').update('data').digest('hex');
  const manifest = { cairn: 1, kind: 'embedded', images: false, release: '0', bytes: 4, sha256, made_at };
  await writeFile(join(folder, name, 'cairn-backup.json'), JSON.stringify(manifest));
  const [newest] = await listBackups(folder);
  if (newest === undefined) throw new Error('There is no backup.');
  return newest;
}

async function titlesIn(name: string): Promise<string[]> {
  const database = await openEmbedded(IN_MEMORY, { dump: await openAsBlob(join(folder, name, 'postgres.tar')) });
  try {
    return (await database.rows<{ title: string }>(sql`select title from trails`)).map(({ title }) => title);
  } finally {
    await database.close();
  }
}

test('lets an operator make a backup with all acknowledged writes while the service keeps accepting requests', async () => {
  const { speaks } = await operatorAt(service);
  const { publisher } = await service.team();
  let isOver = false;
  const before = await publisher.speaks.post('/v1/trails', { title: 'Before the backup' });
  expect(before.status).toBe(201);
  const writing = (async () => {
    const statuses: number[] = [];
    for (let count = 0; !isOver; count += 1)
      statuses.push((await publisher.speaks.post('/v1/trails', { title: `Beside ${count}` })).status);
    return statuses;
  })();
  const made = await speaks.post<{ name: string; bytes: number }>('/manage/v1/backups', undefined);
  isOver = true;
  expect(made.status).toBe(201);
  expect(new Set(await writing)).toEqual(new Set([201]));
  expect((await speaks.get('/manage/v1/backups')).body).toEqual({
    is_kept: true,
    storage: service.config.database.kind,
    schedule: { folder, every_hours: 1, keep: 2 },
    under_way: null,
    trouble: null,
    items: [made.body],
  });
  const { kind } = service.config.database;
  if (kind === 'embedded') expect(await titlesIn(made.body.name)).toContain('Before the backup');
  else expect(await drill(service.config, join(folder, made.body.name))).toMatchObject({ checked: true, migrated: [] });
  const audited = await service.app.database.row(sql`
    select subject ->> 'name' as name from audit_entries where kind = 'service.backup.made'`);
  expect(audited).toEqual({ name: made.body.name });
}, 120_000);

test('refuses backups to non-operators, and names the variable to set if there is no folder', async () => {
  const { owner } = await service.team();
  for (const method of ['GET', 'POST'])
    expect((await owner.speaks.send(method, '/manage/v1/backups')).status).not.toBeLessThan(401);
  const other = await world();
  try {
    const { speaks } = await operatorAt(other);
    const storage = other.config.database.kind;
    const none = { is_kept: false, storage, schedule: null, under_way: null, trouble: null, items: [] };
    expect((await speaks.get('/manage/v1/backups')).body).toEqual(none);
    const refused = await speaks.post<{ detail: string }>('/manage/v1/backups', undefined);
    expect([slugOf(refused), refused.body.detail]).toEqual([
      'unprocessable',
      expect.stringContaining('CAIRN_BACKUP_FOLDER'),
    ]);
  } finally {
    await other.close();
  }
});

test('keeps a limited number of backups, and leaves other files in the folder alone', async () => {
  await mkdir(join(folder, '2020-01-01T00-00-00Z'), { recursive: true });
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const names: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    names.push((await backups().make(BY_TEST)).name);
    service.clock.advance(1_000);
  }
  expect((await backups().list()).map(({ name }) => name)).toEqual(names.slice(1).reverse());
  expect((await readdir(folder)).sort()).toEqual(['2020-01-01T00-00-00Z', ...names.slice(1), 'notes.txt'].sort());
}, 120_000);

test('reports an old backup that cannot be removed, but keeps the new one', async () => {
  const left: string[] = [];
  const making = backupsIn(
    { folder, everyMs: HOUR, keep: 1 },
    {
      ...{ storage: service.config.database, silenceMs: 60_000, assets: service.config.assets, release: '0' },
      database,
    },
    () => service.clock(),
    (name) => left.push(name),
  );
  const names: string[] = [];
  for (const _ of [1, 2]) {
    service.clock.advance(1_000);
    names.push((await making.make(BY_TEST)).name);
    // A file at the target of the rename prevents the removal.
    await mkdir(join(folder, `.${names[0]}.partial`, 'in use'), { recursive: true });
  }
  expect(left).toEqual([names[0]]);
  expect((await making.list()).map(({ name }) => name)).toEqual(names.toReversed());
  const told = await database().rows(sql`
    select 1 from audit_entries where kind = 'service.backup.made' and subject ->> 'id' = any(${names}::text[])`);
  expect(told).toHaveLength(2);
  // The remains of an interrupted removal are deleted a day later.
  service.clock.advance(25 * HOUR);
  await making.make(BY_TEST);
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('refuses a concurrent backup, and removes all files of an interrupted one', async () => {
  const kept = backups();
  expect(await kept.underWay()).toBeUndefined();
  const first = kept.make(BY_TEST);
  const since = new Date(service.clock()).toISOString();
  expect(await kept.underWay()).toEqual({ since, bytes: expect.any(Number) });
  await expect(kept.make(BY_TEST)).rejects.toThrow('already in progress');
  await first;
  expect(await kept.underWay()).toBeUndefined();
  service.clock.advance(1_000);
  const cut = (): Database => {
    throw new Error('no space left on device');
  };
  await expect(backups(folder, cut).make(BY_TEST)).rejects.toThrow(/no space left|exit code|CAIRN_BACKUP_FOLDER/);
  expect(await readdir(folder)).toHaveLength(1);
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  await expect(backups(file).make(BY_TEST)).rejects.toThrow('CAIRN_BACKUP_FOLDER must be a folder');
}, 120_000);

test('runs on schedule in a single process, and retries half an hour after a failure', async () => {
  const attempts: string[] = [];
  const deps = {
    database: service.app.database,
    clock: () => service.clock(),
    logger: pino({ level: 'silent' }),
    everyMs: HOUR,
    renewEveryMs: HOUR,
    onAttempt: (outcome: string) => void attempts.push(outcome),
  };
  service.clock.advance(2 * HOUR);
  const file = join(folder, '..', 'no-folder');
  await writeFile(file, '');
  expect(await backUpWhenDue({ ...deps, backups: backups(file) })).toBe(true);
  expect(await backUpWhenDue({ ...deps, backups: noted() })).toBe(false);
  service.clock.advance(HOUR / 2);
  const both = [backups(), backups()].map((each) => backUpWhenDue({ ...deps, backups: each }));
  expect((await Promise.all(both)).sort()).toEqual([false, true]);
  service.clock.advance(HOUR / 2);
  expect(await backUpWhenDue({ ...deps, backups: noted() })).toBe(false);
  service.clock.advance(HOUR / 2);
  expect(await backUpWhenDue({ ...deps, backups: noted() })).toBe(true);
  expect(attempts).toEqual(['failed', 'made', 'made']);
}, 120_000);

test('ignores a backup whose timestamp is wrong by years', async () => {
  const { database } = service.app;
  await note(service.clock() + 10 * 365 * 24 * HOUR);
  service.clock.advance(2 * HOUR);
  const deps = {
    database,
    clock: () => service.clock(),
    logger: pino({ level: 'silent' }),
    onAttempt: () => {},
    renewEveryMs: HOUR,
  };
  expect(await backUpWhenDue({ ...deps, everyMs: HOUR, backups: noted() })).toBe(true);
});

test.each([
  [HOUR, true],
  [HOUR - 1, false],
  [1 - 24 * HOUR, false],
  [-24 * HOUR, true],
])('decides after %i ms whether the next backup is due: %s', async (age, isDue) => {
  service.clock.advance(2 * HOUR);
  const { database } = service.app;
  await note(service.clock() - age);
  const deps = {
    database,
    clock: () => service.clock(),
    logger: pino({ level: 'silent' }),
    onAttempt: () => {},
    renewEveryMs: HOUR,
  };
  expect(await backUpWhenDue({ ...deps, everyMs: HOUR, backups: noted() })).toBe(isDue);
});

test('keeps other processes from starting a backup while one runs for hours', async () => {
  const { database } = service.app;
  service.clock.advance(2 * HOUR);
  const logger = pino({ level: 'silent' });
  const deps = {
    database,
    clock: () => service.clock(),
    logger,
    everyMs: HOUR,
    onAttempt: () => {},
    renewEveryMs: HOUR,
  };
  const turn = () => database.row(sql`select value from service_settings where name = 'turn:backup'`);
  const others: boolean[] = [];
  const slow = {
    ...backups(),
    async make() {
      for (let look = 0; look < 4; look += 1) {
        service.clock.advance(HOUR / 3);
        const now = new Date(service.clock()).toISOString();
        await expect.poll(() => turn()).toEqual({ value: now });
        others.push(await backUpWhenDue({ ...deps, backups: noted() }));
      }
      throw new Error('The disk is full.');
    },
  };
  expect(await backUpWhenDue({ ...deps, backups: slow, renewEveryMs: 10 })).toBe(true);
  expect(others).toEqual([false, false, false, false]);
  service.clock.advance(HOUR / 2);
  expect(await backUpWhenDue({ ...deps, backups: noted() })).toBe(true);
}, 120_000);

test.each(['made', 'failed'])(
  'releases its claim after a backup is %s, so that the next one becomes due',
  async (outcome) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { database } = service.app;
    const logger = pino({ level: 'silent' });
    const deps = {
      database,
      clock: () => service.clock(),
      logger,
      everyMs: HOUR,
      onAttempt: () => {},
      renewEveryMs: HOUR,
    };
    const make =
      outcome === 'made' ? () => note(service.clock()) : () => Promise.reject(new Error('The disk is full.'));
    for (let interval = 0; interval < 2; interval += 1) {
      service.clock.advance(2 * HOUR);
      expect(await backUpWhenDue({ ...deps, backups: { ...backups(), make } })).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    }
  },
);
