// The content of a backup field by field, invalid backups, and the remains of failed attempts.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { checksumOf, holdsSomething, readManifest } from '../../src/backup/backup-files.ts';
import { backupsIn } from '../../src/backup/backups.ts';
import { type BackupSource, writeBackup } from '../../src/backup/write-backup.ts';
import { isRefusal, type Slug } from '../../src/base/refusal.ts';
import type { Database } from '../../src/storage/database.ts';
import { memoryFolder } from '../support/temporary-folder.ts';
import { BY_TEST } from '../support/test-team.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;
/** Two chunks, as a file is read. */
const DUMP = Buffer.alloc(100_000, 'dump');
const SHA256 = createHash('sha256').update(DUMP).digest('hex');

let root: string;
beforeEach(() => {
  root = memoryFolder('written-backup');
});

/** A service that is empty except for its database. */
const source = (assets: string, dump: Database['dump'] = async () => new Blob([DUMP])): BackupSource => ({
  silenceMs: 60_000,
  storage: { kind: 'embedded', folder: root },
  database: () => ({ dump, rows: async () => [], inTransaction: async () => undefined }) as unknown as Database,
  assets,
  release: '1.2.3',
});
const folder = async (name: string): Promise<string> => {
  await mkdir(join(root, name));
  return join(root, name);
};
const slugOf = (reading: Promise<unknown>, slug: Slug): Promise<string> =>
  reading.then(
    () => 'read',
    (thrown: unknown) => (isRefusal(thrown, slug) ? thrown.message : Promise.reject(thrown)),
  );

describe('a backup', () => {
  test('consists of the database, its checksum and its metadata', async () => {
    const into = await folder('backup');
    const manifest = await writeBackup(source(join(root, 'none')), into, NOW);
    expect(manifest).toEqual({
      ...{ cairn: 1, kind: 'embedded', release: '1.2.3', made_at: NOW.toISOString() },
      ...{ images: false, bytes: DUMP.length, sha256: SHA256 },
    });
    expect(await readManifest(into)).toEqual(manifest);
    expect((await readdir(into)).sort()).toEqual(['cairn-backup.json', 'postgres.tar']);
    expect((await readFile(join(into, 'postgres.tar'))).equals(DUMP)).toBe(true);
    expect(await checksumOf(join(into, 'postgres.tar'))).toBe(SHA256);
  });
  test('includes images if a local folder has any', async () => {
    const [assets, into] = [await folder('assets'), await folder('backup')];
    expect((await writeBackup(source(assets), into, NOW)).images).toBe(false);
    await mkdir(join(assets, '9f'));
    await writeFile(join(assets, '9f', 'image'), 'bytes');
    await writeFile(join(assets, 'more'), '');
    const { images, images_sha256 } = await writeBackup(source(assets), into, NOW);
    expect(images).toBe(true);
    // (cd assets && find * -type f | LC_ALL=C sort | xargs sha256sum | sha256sum)
    const sums = [['bytes', '9f/image'] as const, ['', 'more'] as const];
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(images_sha256).toBe(sha256(sums.map(([bytes, path]) => `${sha256(bytes)}  ${path}\n`).join('')));
    expect(await readFile(join(into, 'assets', '9f', 'image'), 'utf8')).toBe('bytes');
    const of_a_bucket = await folder('of-a-bucket');
    expect((await writeBackup(source('s3://images'), of_a_bucket, NOW)).images).toBe(false);
  });
  test('contains the images that existed when the database was dumped, regardless of later changes', async () => {
    const [assets, into] = [await folder('assets'), await folder('backup')];
    for (const name of ['kept', 'removed']) await writeFile(join(assets, name), 'bytes');
    const dump = async (): Promise<Blob> => {
      await writeFile(join(assets, 'just-uploaded'), 'bytes');
      await rm(join(assets, 'removed'));
      return new Blob([DUMP]);
    };
    await writeBackup(source(assets, dump), into, NOW);
    expect((await readdir(join(into, 'assets'))).sort()).toEqual(['just-uploaded', 'kept', 'removed']);
  });
  test('cannot be made if the storage does not support dumps', async () => {
    const into = await folder('backup');
    const none = { ...source(join(root, 'none')), database: () => ({}) as Database };
    expect(await slugOf(writeBackup(none, into, NOW), 'unprocessable')).toContain('with its own tools');
  });
});

describe('a valid manifest', () => {
  const GOOD = { cairn: 1, kind: 'embedded', release: '1', made_at: NOW.toISOString(), images: true };
  const reading = async (text: string) => {
    const at = await folder('read');
    await writeFile(join(at, 'cairn-backup.json'), text);
    return readManifest(at);
  };
  test.each([{}, { kind: 'postgres' }, { images: false }, { sha256: SHA256, images_sha256: SHA256 }])(
    'is %o',
    async (change) => {
      expect(await reading(JSON.stringify({ ...GOOD, ...change }))).toEqual({ ...GOOD, ...change });
    },
  );
  test.each([
    { cairn: 2 },
    { cairn: '1' },
    { cairn: undefined },
    { kind: 'mysql' },
    { kind: undefined },
    { images: 'yes' },
    { images: undefined },
  ])('is not %o', async (change) => {
    expect(await slugOf(reading(JSON.stringify({ ...GOOD, ...change })), 'conflict')).toContain('is damaged');
  });
  test.each(['', 'null', '[]', '{"cairn": 1'])('is not %j', async (text) => {
    expect(await slugOf(reading(text), 'conflict')).toContain('is damaged');
  });
  test('cannot be read from a missing folder or a folder without a manifest', async () => {
    for (const at of [await folder('empty'), join(root, 'nowhere')])
      expect(await slugOf(readManifest(at), 'not-found')).toBe(`${at} is not a backup: it has no cairn-backup.json.`);
  });
});

test.each(['postgres.tar', 'postgres.dump'])('reports the remains of a killed backup as such (%s)', async (file) => {
  const at = await folder(`killed-${file}`);
  await writeFile(join(at, file), 'half of it');
  await mkdir(join(at, 'assets'));
  expect(await slugOf(readManifest(at), 'conflict')).toBe(
    `${at} contains an interrupted backup: it has no cairn-backup.json, which is written last. Remove it and ` +
      'make another backup.',
  );
});

test('treats a folder that contains a file as non-empty, and also a path that is a file', async () => {
  const at = await folder('full');
  expect([await holdsSomething(join(root, 'nowhere')), await holdsSomething(at)]).toEqual([false, false]);
  await writeFile(join(at, 'file'), '');
  expect([await holdsSomething(at), await holdsSomething(join(at, 'file'))]).toEqual([true, true]);
});

test('removes only the unfinished backups of dead processes, after a day', async () => {
  const kept = await folder('kept');
  const aged = async (name: string, milliseconds: number): Promise<void> => {
    const at = new Date(NOW.getTime() - milliseconds);
    await mkdir(join(kept, name));
    await utimes(join(kept, name), at, at);
  };
  await aged('.2026-03-08T00-00-00Z.partial', DAY_MS + 1_000);
  await aged('.2026-03-09T00-00-00Z.partial', DAY_MS);
  await aged('.2026-03-08T00-00-00Z.partials', 2 * DAY_MS);
  await aged('mine.partial', 2 * DAY_MS);
  const setting = { folder: kept, everyMs: 1, keep: 1 };
  const { name } = await backupsIn(setting, source(join(root, 'none')), () => NOW.getTime()).make(BY_TEST);
  expect(name).toBe('2026-03-10T12-00-00Z');
  expect((await readdir(kept)).sort()).toEqual(
    ['.2026-03-08T00-00-00Z.partials', '.2026-03-09T00-00-00Z.partial', '2026-03-10T12-00-00Z', 'mine.partial'].sort(),
  );
});

test('removes everything after a failed attempt, and can be repeated', async () => {
  const kept = join(root, 'not', 'yet', 'there');
  const failing = source(join(root, 'none'), () => Promise.reject(new Error('no space left on device')));
  const setting = { folder: kept, everyMs: 1, keep: 1 };
  expect(await slugOf(backupsIn(setting, failing, () => NOW.getTime()).make(BY_TEST), 'unprocessable')).toContain(
    `to ${kept}: no space left on device.`,
  );
  expect(await readdir(kept)).toEqual([]);
  const backups = backupsIn(setting, source(join(root, 'none')), () => NOW.getTime());
  const made = await backups.make(BY_TEST);
  expect(made).toEqual({
    ...{ name: '2026-03-10T12-00-00Z', made_at: NOW.toISOString(), kind: 'embedded', release: '1.2.3', images: false },
    bytes: DUMP.length,
    verification: null,
  });
  expect(await backups.list()).toEqual([made]);
  expect(await slugOf(backups.make(BY_TEST), 'conflict')).toContain('already exists');
  expect(await readdir(kept)).toEqual([made.name]);
});

test('keeps a backup made after the clock was set back, and first removes those with future dates', async () => {
  const kept = join(root, 'kept-by-the-clock');
  const madeAt = async (moment: string, keep: number): Promise<string[]> => {
    const setting = { folder: kept, everyMs: 1, keep };
    await backupsIn(setting, source(join(root, 'none')), () => Date.parse(moment)).make(BY_TEST);
    return (await readdir(kept)).sort();
  };
  await madeAt('2026-03-10T12:00:00Z', 2);
  expect(await madeAt('2199-01-01T00:00:00Z', 2)).toEqual(['2026-03-10T12-00-00Z', '2199-01-01T00-00-00Z']);
  expect(await madeAt('2026-03-10T13:00:00Z', 2)).toEqual(['2026-03-10T12-00-00Z', '2026-03-10T13-00-00Z']);
  expect(await madeAt('2026-03-10T11:00:00Z', 2)).toEqual(['2026-03-10T11-00-00Z', '2026-03-10T13-00-00Z']);
  expect(await madeAt('2026-03-10T10:00:00Z', 1)).toEqual(['2026-03-10T10-00-00Z']);
});
