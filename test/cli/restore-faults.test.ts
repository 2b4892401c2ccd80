// A restore to embedded storage fails at its end. It reports that and leaves its destination as empty as before.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { runHere } from '../support/command.ts';
import { inPlaceOf } from '../support/in-place-of.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

/** The operation that fails, and its path. */
const fault = { act: '', path: '' };
const fails = (act: string, path: string): boolean => act === fault.act && path === fault.path;
const full = (act: string): Error =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${act}`), { code: 'ENOSPC' });

const { open, rename } = promises;
const { query } = pg.Client.prototype;
const putBack = [
  inPlaceOf(promises, 'rename', async (from, to) => {
    if (fails('rename', String(to))) throw full('rename');
    await rename(from, to);
  }),
  inPlaceOf(promises, 'open', async (path, ...rest) => {
    const file = await open(path, ...rest);
    if (fails('fsync', String(path))) file.sync = () => Promise.reject(full('fsync'));
    return file;
  }),
  inPlaceOf(pg.Client.prototype, 'query', function (this: pg.Client, ...asked: unknown[]) {
    if (fails(String(asked[0]), '')) return Promise.reject(full('fsync'));
    return Reflect.apply(query, this, asked);
  } as typeof query),
];
afterAll(() => {
  for (const back of putBack) back();
});

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const folder = memoryFolder('restore-faults');
const backup = join(folder, 'backup');
const [data, assets] = [join(folder, 'restored/data'), join(folder, 'restored/assets')];
const into = { CAIRN_DATABASE_URL: `embedded:${data}`, CAIRN_ASSETS: assets, CAIRN_DEMO: 'off' };

beforeAll(async () => {
  const env = {
    CAIRN_DATABASE_URL: `embedded:${join(folder, 'd')}`,
    CAIRN_ASSETS: join(folder, 'a'),
    CAIRN_DEMO: 'off',
  };
  mkdirSync(join(folder, 'a'));
  writeFileSync(join(folder, 'a/kept.png'), 'an image');
  await runHere(['init', '--team', 'Acme', '--owner', 'olive@acme.test'], env);
  expect(await runHere(['backup', backup, '--json'], env)).toMatchObject({ code: 0, stderr: '' });
});

// Each case starts as if the destination were empty.
test.each([
  ['the last image is not flushed to disk', 'fsync', join(assets, 'kept.png')],
  ['the folder of images is not flushed', 'fsync', assets],
  ['the database is not flushed to disk', 'checkpoint', ''],
  ['the database cannot be moved into place', 'rename', join(data, 'postgres')],
  ['its parent folder is not flushed', 'fsync', data],
])('leaves nothing behind after a failed restore: %s', async (_, act, path) => {
  Object.assign(fault, { act, path });
  const failed = await runHere(['restore', backup, '--json'], into);
  expect([failed.code, failed.stdout, failed.stderr]).toEqual([1, '', expect.stringContaining('the disk is full')]);
  expect([existsSync(assets), existsSync(join(data, 'postgres')), existsSync(join(data, 'restore.partial'))]).toEqual([
    false,
    false,
    false,
  ]);
});

test.each<[string, (image: string) => void]>([
  ['is missing', (image) => rmSync(image)],
  ['was truncated', (image) => truncateSync(image, 4)],
  ['has a changed byte', (image) => writeFileSync(image, 'an imago')],
])('refuses a backup with an image that %s, and leaves nothing behind', async (_, harm) => {
  Object.assign(fault, { act: '', path: '' });
  const harmed = join(folder, 'harmed');
  cpSync(backup, harmed, { recursive: true });
  harm(join(harmed, 'assets/kept.png'));
  for (const options of [[], ['--check']]) {
    const refused = await runHere(['restore', harmed, ...options], into);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`${harmed}/assets has changed`)]);
  }
  expect([existsSync(assets), existsSync(join(data, 'postgres'))]).toEqual([false, false]);
  rmSync(harmed, { recursive: true });
});

test('explains that an archive without a checksum was truncated, and removes everything that it has written', async () => {
  Object.assign(fault, { act: '', path: '' });
  const cut = join(folder, 'cut');
  cpSync(backup, cut, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(cut, 'cairn-backup.json'), 'utf8'));
  writeFileSync(join(cut, 'cairn-backup.json'), JSON.stringify({ ...manifest, sha256: undefined, bytes: undefined }));
  truncateSync(join(cut, 'postgres.tar'), 1_000_000);
  for (const options of [[], ['--check']]) {
    const refused = await runHere(['restore', cut, ...options], into);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is not a complete database archive')]);
  }
  expect([existsSync(join(data, 'postgres')), existsSync(join(data, 'restore.partial'))]).toEqual([false, false]);
});

test('can be run again after all of these failures', async () => {
  Object.assign(fault, { act: '', path: '' });
  expect(await runHere(['restore', backup, '--json'], into)).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(assets, 'kept.png'), 'utf8')).toBe('an image');
  expect((await runHere(['teams', 'list', '--json'], into)).stdout).toContain('Acme');
  rmSync(dirname(data), { recursive: true });
});

test("refuses a newer release's backup, and writes nothing", async () => {
  const newer = join(folder, 'newer');
  const database = await openEmbedded(join(folder, 'd'));
  await database.script(
    "insert into schema_migrations (version, name, checksum, serves_from) values (9999, 'newer', 'x', 9999)",
  );
  cpSync(backup, newer, { recursive: true });
  writeFileSync(join(newer, 'postgres.tar'), Buffer.from(await (await database.dump()).arrayBuffer()));
  await database.close();
  const manifest = JSON.parse(readFileSync(join(newer, 'cairn-backup.json'), 'utf8'));
  writeFileSync(join(newer, 'cairn-backup.json'), JSON.stringify({ ...manifest, sha256: undefined, bytes: undefined }));
  const refused = await runHere(['restore', newer], into);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('a newer release')]);
  expect([existsSync(assets), existsSync(join(data, 'postgres'))]).toEqual([false, false]);
});
