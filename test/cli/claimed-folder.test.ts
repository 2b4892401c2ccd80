// A folder belongs to the command that fills it. Another command that found it empty a moment ago must not remove
// anything.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BackupManifest } from '../../src/backup/backup-files.ts';
import { imagesOf, type RestoredImages } from '../../src/cli/restore-images.ts';
import { runHere } from '../support/command.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 240_000 });
const MANIFEST: BackupManifest = { cairn: 1, kind: 'postgres', images: true, release: 'x', made_at: 'x' };
const NAMES = Array.from({ length: 50 }, (_, at) => `${at}.png`).sort();
let backup: string;
let place: string;
beforeEach(() => {
  const folder = memoryFolder('restore-images');
  [backup, place] = [join(folder, 'backup'), join(folder, 'images')];
  mkdirSync(join(backup, 'assets'), { recursive: true });
  for (const name of NAMES) writeFileSync(join(backup, 'assets', name), name);
});

/** Cleans up after a failure as a restore does, and returns the error message. */
const restored = (images: RestoredImages): Promise<string> =>
  images.bring().then(
    () => 'done',
    async (thrown: Error) => {
      await images.takeBack();
      return thrown.message;
    },
  );

test.each(['absent', 'empty'])('gives the folder to one of two processes that found it %s', async (state) => {
  if (state === 'empty') mkdirSync(place);
  const [one, other] = [
    await imagesOf(MANIFEST, backup, { assets: place, outbound: {} }),
    await imagesOf(MANIFEST, backup, { assets: place, outbound: {} }),
  ];
  const told = await Promise.all([restored(one), restored(other)]);
  expect(told.sort()).toEqual([expect.stringContaining('is not empty'), 'done']);
  expect(readdirSync(place).sort()).toEqual(NAMES);
});

test('does not let a command use the folder of one that has already ended', async () => {
  const [one, other] = [
    await imagesOf(MANIFEST, backup, { assets: place, outbound: {} }),
    await imagesOf(MANIFEST, backup, { assets: place, outbound: {} }),
  ];
  expect([await restored(one), await restored(other)]).toEqual(['done', expect.stringContaining('is not empty')]);
  expect(readdirSync(place).sort()).toEqual(NAMES);
  await one.takeBack();
  expect(existsSync(place)).toBe(false);
});

test('makes one complete backup if two commands write to the same folder', async () => {
  const folder = memoryFolder('two-backups');
  const into = join(folder, 'backup');
  const env = {
    CAIRN_DATABASE_URL: `embedded:${join(folder, 'data')}`,
    CAIRN_ASSETS: join(folder, 'images'),
    CAIRN_DEMO: 'off',
  };
  expect(await runHere(['init', '--team', 'Acme', '--owner', 'olive@acme.test'], env)).toMatchObject({ code: 0 });
  const both = await Promise.all([runHere(['backup', into], env), runHere(['backup', into], env)]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(readdirSync(into).sort()).toEqual(['cairn-backup.json', 'postgres.tar']);
});
