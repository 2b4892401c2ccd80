// Backups prove themselves: the folder decides what exists, and each backup is restored on the side.
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { backUpWhenDue, newestBackupAt } from '../../src/background/scheduled-backups.ts';
import { verifyWhenDue } from '../../src/background/verified-backups.ts';
import { backupsIn } from '../../src/backup/backups.ts';
import type { RestoreAside } from '../../src/backup/verification.ts';
import { backupTrouble } from '../../src/storage/backup-trouble.ts';
import { operatorAt } from '../doors/manage/support.ts';
import { memoryFolder } from '../support/temporary-folder.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const RESTORED = { tables: 78, rows: 265, seconds: 10 };

let service: World;
let folder: string;
beforeAll(async () => {
  folder = join(memoryFolder('verified-backups'), 'kept');
  service = await world({ CAIRN_BACKUP_FOLDER: folder, CAIRN_BACKUP_KEEP: '2', CAIRN_BACKUP_HOURS: '1' });
});
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  service.clock.advance(48 * HOUR);
});
afterAll(() => service.close());

const backups = (at = folder) =>
  backupsIn(
    { folder: at, everyMs: HOUR, keep: 2 },
    {
      ...{ storage: service.config.database, silenceMs: 60_000, assets: service.config.assets, release: '0' },
      database: () => service.app.database,
    },
    () => service.clock(),
  );

const deps = (at = folder) => ({
  backups: backups(at),
  database: service.app.database,
  clock: () => service.clock(),
  logger: pino({ level: 'silent' }),
  ...{ everyMs: HOUR, renewEveryMs: HOUR, onAttempt: () => undefined },
});
const restores: RestoreAside = async () => RESTORED;
const fails: RestoreAside = async () => {
  throw new Error('permission denied to create database');
};
const verified = (restore: RestoreAside) => verifyWhenDue({ ...deps(), restore });
const states = async () => (await backups().list()).map(({ verification }) => verification?.state);

/** A backup whose database is the text `data`. */
async function put(hoursAgo: number): Promise<string> {
  const made_at = new Date(service.clock() - hoursAgo * HOUR).toISOString();
  const place = join(folder, `${made_at.slice(0, 19).replaceAll(':', '-')}Z`);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'postgres.tar'), 'data');
  const sha256 = createHash('sha256').update('data').digest('hex');
  const manifest = { cairn: 1, kind: 'embedded', images: false, release: '0', bytes: 4, sha256, made_at };
  await writeFile(join(place, 'cairn-backup.json'), JSON.stringify(manifest));
  return place;
}

test('makes a backup if the folder was emptied, whatever was made before', async () => {
  expect(await backUpWhenDue(deps())).toBe(true);
  service.clock.advance(31 * MINUTE);
  expect(await backUpWhenDue(deps())).toBe(false);
  await rm(folder, { recursive: true });
  expect(await backUpWhenDue(deps())).toBe(true);
  expect(await readdir(folder)).toHaveLength(1);
});

test('makes a backup if the newest one is truncated', async () => {
  const place = await put(0.1);
  expect(await backUpWhenDue(deps())).toBe(false);
  await appendFile(join(place, 'postgres.tar'), 'more');
  expect(await states()).toEqual(['damaged']);
  expect(await newestBackupAt(backups(), service.clock())).toBeUndefined();
  expect(await backUpWhenDue(deps())).toBe(true);
});

test('restores a new backup once, and compares the checksums of old ones once per interval', async () => {
  const place = await put(0.5);
  let count = 0;
  const counting: RestoreAside = async () => {
    count += 1;
    return RESTORED;
  };
  expect(await verified(counting)).toBe(true);
  expect((await backups().list())[0]?.verification).toEqual({
    ...{ checked_at: new Date(service.clock()).toISOString(), state: 'restorable', restored: RESTORED, reason: null },
  });
  service.clock.advance(59 * MINUTE);
  expect(await verified(counting)).toBe(false);
  service.clock.advance(MINUTE);
  expect(await verified(counting)).toBe(true);
  expect([count, await states()]).toEqual([1, ['restorable']]);
  await writeFile(join(place, 'postgres.tar'), 'dada');
  service.clock.advance(HOUR);
  await verified(counting);
  expect([count, await states()]).toEqual([1, ['damaged']]);
});

test('repeats a restore that failed, and shows the operator the reason', async () => {
  await put(0.5);
  await verified(fails);
  expect(await states()).toEqual(['failed']);
  // It is whole, so it still counts as made.
  expect(await newestBackupAt(backups(), service.clock())).toBeDefined();
  expect(await newestBackupAt(backups(), service.clock(), (state) => state === 'restorable')).toBeUndefined();
  const { speaks } = await operatorAt(service);
  const { body } = await speaks.get<{ items: { verification: object }[] }>('/manage/v1/backups');
  expect(body.items[0]?.verification).toMatchObject({
    state: 'failed',
    reason: 'permission denied to create database',
  });
  service.clock.advance(10 * MINUTE);
  expect(await verified(restores)).toBe(true);
  expect(await states()).toEqual(['restorable']);
});

test('lets one process check at a time', async () => {
  await put(0.5);
  expect((await Promise.all([verified(restores), verified(restores)])).sort()).toEqual([false, true]);
});

test('notes nothing if the service stops during a restore', async () => {
  await put(0.5);
  const own = deps();
  const restore: RestoreAside = async (_, signal) => {
    void own.backups.stop();
    signal.throwIfAborted();
    return RESTORED;
  };
  await verifyWhenDue({ ...own, restore });
  expect(await states()).toEqual([undefined]);
});

test('keeps the newest backup that was restored, even if newer ones are damaged', async () => {
  const proven = await put(3);
  await verified(restores);
  for (const hours of [2, 1]) await writeFile(join(await put(hours), 'postgres.tar'), 'x');
  await backups().make(BY_TEST);
  expect(await readdir(folder)).toContain(proven.slice(folder.length + 1));
});

test('reports why the last scheduled backup failed, until one succeeds', async () => {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const { speaks } = await operatorAt(service);
  const troubleShown = async () => (await speaks.get<{ trouble: unknown }>('/manage/v1/backups')).body.trouble;
  await backUpWhenDue(deps(file));
  expect(await backupTrouble(service.app.database)).toMatchObject({ reason: expect.stringContaining('a-file') });
  expect(await troubleShown()).toMatchObject({ reason: expect.stringContaining('a-file') });
  service.clock.advance(31 * MINUTE);
  await backUpWhenDue(deps());
  expect(await troubleShown()).toBeNull();
});
