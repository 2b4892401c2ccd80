// The process that restores a backup on the side, as a running service starts it.
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { RestoreAside } from '../../src/backup/verification.ts';
import { runCairn } from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const never = new AbortController().signal;
let restoreAside: RestoreAside;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = temporaryFolder('restore-aside');
  env = { CAIRN_DATABASE_URL: `embedded:${folder}/data`, CAIRN_ASSETS: `${folder}/assets`, CAIRN_DEMO: 'off' };
  ({ restoreAside } = await import(resolve('dist/backup/restore-aside.js')));
  mkdirSync(join(folder, 'temporary'));
  vi.stubEnv('TMPDIR', join(folder, 'temporary'));
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  expect((await runCairn(['init', '--team', 'A', '--owner', 'a@acme.example'], env)).code).toBe(0);
});

test('restores a backup within its memory, and leaves nothing behind', async () => {
  const backup = join(folder, 'whole');
  await runCairn(['backup', backup], env);
  const { tables, rows, seconds } = await restoreAside(backup, never);
  expect([tables > 70, rows > 10, seconds > 0]).toEqual([true, true, true]);
  expect(readdirSync(join(folder, 'temporary'))).toEqual([]);
}, 60_000);

test('fails with the sentence of the command', async () => {
  const backup = join(folder, 'cut');
  await runCairn(['backup', backup], env);
  truncateSync(join(backup, 'postgres.tar'), 100_000);
  await expect(restoreAside(backup, never)).rejects.toThrow('The backup is damaged');
  writeFileSync(join(backup, 'cairn-backup.json'), '{');
  await expect(restoreAside(backup, never)).rejects.toThrow('is damaged or from another release');
}, 60_000);

test('ends when the service stops', async () => {
  const backup = join(folder, 'stopped');
  await runCairn(['backup', backup], env);
  const stop = new AbortController();
  const restoring = restoreAside(backup, stop.signal);
  stop.abort();
  await expect(restoring).rejects.toThrow();
}, 60_000);
