// A restore that fails at its end, on embedded storage: it says so, and the place is as empty as it was.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runHere } from '../support/command.ts';
import { memoryFolder } from '../support/memory-folder.ts';

/** What fails at this moment, and at which path. */
const fault = vi.hoisted(() => ({ act: '', path: '' }));
const fails = (act: string, path: unknown): void => {
  if (act !== fault.act || String(path) !== fault.path) return;
  throw Object.assign(new Error(`ENOSPC: no space left on device, ${act}`), { code: 'ENOSPC' });
};
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    rename: async (from: string, to: string) => {
      fails('rename', to);
      await real.rename(from, to);
    },
  };
});
vi.mock('../../src/storage/reach-disk.ts', async (original) => {
  const real = await original<typeof import('../../src/storage/reach-disk.ts')>();
  return {
    reachDisk: async (path: string) => {
      await real.reachDisk(path);
      fails('fsync', path);
    },
  };
});
vi.mock('../../src/storage/embedded.ts', async (original) => {
  const real = await original<typeof import('../../src/storage/embedded.ts')>();
  return {
    ...real,
    openEmbedded: async (folder: string, dump?: Blob) => {
      const database = await real.openEmbedded(folder, dump);
      const script = async (text: string) => {
        fails(text, folder);
        await database.script(text);
      };
      return { ...database, script };
    },
  };
});
vi.mock('../../src/storage/migrate.ts', async (original) => {
  const real = await original<typeof import('../../src/storage/migrate.ts')>();
  return {
    ...real,
    migrate: async (...given: Parameters<typeof real.migrate>) => {
      const applied = await real.migrate(...given);
      fails('migrate', '');
      return applied;
    },
  };
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
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['the last image does not reach the disk', 'fsync', join(assets, 'kept.png')],
  ['the folder of images does not', 'fsync', assets],
  ['the database has no room at the end of its migration', 'migrate', ''],
  ['the database does not reach the disk', 'checkpoint', join(data, 'restore.partial')],
  ['the database cannot be put in its place', 'rename', join(data, 'postgres')],
  ['its place does not reach the disk', 'fsync', data],
])('%s: the restore fails, leaves nothing, and can be run again', async (_, act, path) => {
  Object.assign(fault, { act, path });
  const failed = await runHere(['restore', backup, '--json'], into);
  expect([failed.code, failed.stdout, failed.stderr]).toEqual([1, '', expect.stringContaining('the disk is full')]);
  expect([existsSync(assets), existsSync(join(data, 'postgres')), existsSync(join(data, 'restore.partial'))]).toEqual([
    false,
    false,
    false,
  ]);
  Object.assign(fault, { act: '', path: '' });
  expect(await runHere(['restore', backup, '--json'], into)).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(assets, 'kept.png'), 'utf8')).toBe('an image');
  expect((await runHere(['teams', 'list', '--json'], into)).stdout).toContain('Acme');
  rmSync(dirname(data), { recursive: true });
});

test('a backup of a newer release is refused, and leaves nothing', async () => {
  const newer = join(folder, 'newer');
  const copy = { ...into, CAIRN_DATABASE_URL: `embedded:${join(folder, 'n')}`, CAIRN_ASSETS: join(folder, 'none') };
  expect(await runHere(['restore', backup], copy)).toMatchObject({ code: 0 });
  rmSync(join(folder, 'none'), { recursive: true });
  const { openEmbedded } = await import('../../src/storage/embedded.ts');
  const database = await openEmbedded(join(folder, 'n'));
  await database.script("insert into schema_migrations (version, name, checksum) values (9999, 'newer', 'x')");
  cpSync(backup, newer, { recursive: true });
  writeFileSync(join(newer, 'postgres.tar'), Buffer.from(await (await database.dump()).arrayBuffer()));
  await database.close();
  const manifest = JSON.parse(readFileSync(join(newer, 'cairn-backup.json'), 'utf8'));
  writeFileSync(join(newer, 'cairn-backup.json'), JSON.stringify({ ...manifest, sha256: undefined }));
  const refused = await runHere(['restore', newer], into);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('a newer release')]);
  expect([existsSync(assets), existsSync(join(data, 'postgres'))]).toEqual([false, false]);
});
