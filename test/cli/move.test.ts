// Restores a backup of embedded storage to a server, with real processes: killed halfway, with images for a bucket,
// damaged, and in the other direction. test/storage/move-database.test.ts tests the move itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { create } from 'tar';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inDatabase } from '../../src/cli/scratch-url.ts';
import { lockFolder } from '../../src/storage/embedded/folder-lock.ts';
import { unpackArchive } from '../../src/storage/embedded/unpack-archive.ts';
import { scratchName } from '../../src/storage/server/scratch-databases.ts';
import { runHere } from '../support/command.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { startS3Stub } from '../support/s3-stub.ts';
import { memoryFolder, temporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';
const folder = memoryFolder('move-command');
const backup = join(folder, 'backup');
const image = `${'ab'.repeat(32)}.png`;
const onServer = test.skipIf(server === '');
let target: FreshDatabase | undefined;
let into: Record<string, string>;
beforeAll(async () => {
  const assets = join(folder, 'assets');
  const env = { CAIRN_DATABASE_URL: `embedded:${join(folder, 'data')}`, CAIRN_ASSETS: assets, CAIRN_DEMO: 'off' };
  mkdirSync(join(assets, 'ab/ab'), { recursive: true });
  writeFileSync(join(assets, 'ab/ab', image), 'an image');
  await runHere(['init', '--team', 'Acme', '--owner', 'olive@acme.test'], env);
  expect(await runHere(['backup', backup, '--json'], env)).toMatchObject({ code: 0, stderr: '' });
  if (server === '') return;
  target = await freshDatabase(server);
  into = { ...env, CAIRN_DATABASE_URL: target.url, CAIRN_ASSETS: join(folder, 'images') };
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(async () => {
  await target?.drop();
});

const tables = async (): Promise<number> => {
  const client = new pg.Client({ connectionString: target?.url ?? '' });
  await client.connect();
  const { rows } = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
  await client.end();
  return rows.length;
};

/** The commits that created the rows of a workspace and the marker of a complete restore. */
const commits = async (): Promise<string[]> => {
  const client = new pg.Client({ connectionString: target?.url ?? '' });
  await client.connect();
  const { rows } = await client.query<{ commit: string }>(`
    select xmin::text as commit from teams union select xmin::text from service_settings where name = 'restored'`);
  await client.end();
  return rows.map(({ commit }) => commit);
};

onServer('leaves the server empty if killed halfway, and removes the temporary copy on the next run', async () => {
  const temporary = temporaryFolder('tmp', folder);
  const held = join(temporary, 'cairn-move-held');
  const lock = await lockFolder(held);
  const env = { PATH: process.env.PATH, TMPDIR: temporary, ...into };
  const child = spawn(process.execPath, ['dist/cli/cairn.js', 'restore', backup], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(child.stderr, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readdirSync(temporary)).toHaveLength(2);
  vi.stubEnv('TMPDIR', temporary);
  const failed = await runHere(['restore', backup, '--json'], { ...into, CAIRN_ASSETS: '/proc/none' });
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('/proc/none')]);
  expect(await tables()).toBe(0);
  rmSync(join(folder, 'images'), { recursive: true, force: true });
  const restored = await runHere(['restore', backup, '--json'], into);
  expect([restored.code, JSON.parse(restored.stdout)]).toMatchObject([0, { moved_to: 'postgres', images: true }]);
  expect(readdirSync(temporary)).toEqual(['cairn-move-held']);
  await lock.release();
  expect(readFileSync(join(folder, 'images/ab/ab', image), 'utf8')).toBe('an image');
  expect((await runHere(['teams', 'list', '--json'], into)).stdout).toContain('Acme');
  expect(await commits()).toHaveLength(1);
});

onServer('removes the scratch databases of killed drills, and no others', async () => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const hour = 3_600_000;
  const now = Date.now();
  const [forgotten, used, young] = [now - 25 * hour, now - 26 * hour, now - 23 * hour].map(scratchName);
  const others = [`${forgotten}_kept`, `my_${forgotten}`];
  const made = [forgotten, used, young, ...others];
  for (const name of made) await client.query(`create database ${name}`);
  const user = new pg.Client({ connectionString: inDatabase(server, used ?? '') });
  await user.connect();
  try {
    expect(await runHere(['restore', '--check', backup], into)).toMatchObject({ code: 0 });
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const there = new Set(rows.map(({ datname }) => datname));
    expect(made.filter((name) => !there.has(name ?? ''))).toEqual([forgotten]);
  } finally {
    await user.end();
    for (const name of made) await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
});

onServer('refuses an incomplete archive, and leaves nothing behind', async () => {
  const other = await freshDatabase(server);
  const damaged = join(folder, 'damaged');
  cpSync(backup, damaged, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(damaged, 'cairn-backup.json'), 'utf8'));
  writeFileSync(
    join(damaged, 'cairn-backup.json'),
    JSON.stringify({ ...manifest, sha256: undefined, bytes: undefined }),
  );
  truncateSync(join(damaged, 'postgres.tar'), 1_000_000);
  const places = { ...into, CAIRN_DATABASE_URL: other.url, CAIRN_ASSETS: join(folder, 'none') };
  const refused = await runHere(['restore', damaged], places);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is not a complete database archive')]);
  expect(existsSync(join(folder, 'none'))).toBe(false);
  await other.drop();
});

test('refuses an archive with names that lead out of the folder, and anything that is not an archive', async () => {
  const archive = readFileSync(join(backup, 'postgres.tar'));
  mkdirSync(join(folder, 'in'));
  writeFileSync(join(folder, 'x'), 'escaped');
  await create({ cwd: join(folder, 'in'), file: join(folder, 'escaping.tar'), preservePaths: true }, ['../x']);
  for (const [name, bytes] of [
    ['escaping.tar', readFileSync(join(folder, 'escaping.tar'))],
    ['without-end.tar', archive.subarray(0, 1_024)],
    ['text.tar', Buffer.from('no database '.repeat(500))],
    ['empty.tar', Buffer.alloc(0)],
    ['cut.tar', archive.subarray(0, 700_000)],
  ] as const) {
    writeFileSync(join(folder, name), bytes);
    await expect(unpackArchive(join(folder, name), join(folder, 'out', name))).rejects.toThrow('The backup is damaged');
  }
  expect(existsSync(join(folder, 'out', 'x'))).toBe(false);
});

test('restores images from a folder to a bucket if the configuration names one', async () => {
  const bucket = await startS3Stub();
  vi.stubEnv('AWS_ENDPOINT_URL', bucket.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'stub');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', bucket.secret);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  const places = {
    CAIRN_DATABASE_URL: `embedded:${join(folder, 'into')}`,
    CAIRN_ASSETS: 's3://pictures/cairn',
    CAIRN_DEMO: 'off',
  };
  const restored = await runHere(['restore', backup, '--json'], places);
  expect([restored.code, restored.stderr, bucket.refusals]).toEqual([0, '', []]);
  const stored = bucket.objects.get(`pictures/cairn/${image}`);
  expect([stored?.bytes.toString(), stored?.contentType]).toEqual(['an image', 'image/png']);
  await bucket.close();
});

test("refuses to restore a server's backup to embedded storage", async () => {
  const dump = join(folder, 'dump');
  mkdirSync(dump);
  writeFileSync(
    join(dump, 'cairn-backup.json'),
    JSON.stringify({ cairn: 1, kind: 'postgres', images: false, release: 'x', made_at: '2026-11-20T00:00:00.000Z' }),
  );
  const places = { CAIRN_DATABASE_URL: `embedded:${join(folder, 'back')}`, CAIRN_ASSETS: join(folder, 'back/assets') };
  for (const options of [[], ['--check']]) {
    const refused = await runHere(['restore', dump, ...options], places);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('which embedded storage cannot load')]);
  }
  expect(existsSync(join(folder, 'back'))).toBe(false);
});
