// The command as a process with its own database: it opens, locks and restores it, and returns its exit code.
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { hasRestore } from '../../src/storage/last-restore.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { runHere } from '../support/command.ts';
import { freshDatabase, onServer } from '../support/database.ts';
import { endOf, runCairn, startCairn, startProcess } from '../support/service-process.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

// Starts separate processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const server = process.env.CAIRN_TEST_DATABASE_URL;
const folder = memoryFolder('command');
/** Created in the third test, with an image. */
const backup = join(folder, 'backup');
let env: Record<string, string>;
let drop = async (): Promise<void> => {};
beforeAll(async () => {
  const fresh = server === undefined ? undefined : await freshDatabase(server);
  drop = fresh?.drop ?? drop;
  env = {
    CAIRN_DATABASE_URL: fresh?.url ?? `embedded:${join(folder, 'data')}`,
    CAIRN_ASSETS: join(folder, 'assets'),
    CAIRN_DEMO: 'off',
  };
});
afterAll(async () => {
  await drop();
});

const postgresAt = (url: string) => openPostgres({ url, poolSize: 1, onIdleFailure: () => undefined });

let keys: { api_key: string; svc_api_key: string };

test('leaves an empty folder empty with every command except init, which creates the first workspace', async () => {
  const { code, stderr } = await runHere(['teams', 'list'], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('cairn init')]);
  const missing = JSON.parse((await runHere(['migrate', '--check', '--json'], env)).stdout).missing as string[];
  expect(missing).toEqual(expect.arrayContaining([expect.stringMatching(/^0001_/)]));
  const findings = JSON.parse((await runHere(['doctor', '--json'], env)).stdout) as { check: string }[];
  if (server === undefined)
    expect(findings).toContainEqual({
      check: 'database',
      state: 'warning',
      detail: `${join(folder, 'data')} has none yet: "cairn init" or the first start creates it`,
    });
  expect(findings.some(({ check }) => check === 'images')).toBe(true);
  if (server === undefined) expect((await runHere(['backup', join(folder, 'of-nothing')], env)).code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  const init = await runCairn(['init', '--team', 'Acme', '--owner', 'olive@acme.test', '--json'], env);
  expect([init.code, init.stderr]).toEqual([0, '']);
  keys = JSON.parse(init.stdout) as typeof keys;
});

test('accepts its keys, refuses a revoked one, and reports that an embedded folder is in use', async () => {
  const wanted = ['--team', 'svc', '--user', 'olive@acme.test', '--scopes', 'trails:read', '--name', 'svc'];
  const made = JSON.parse((await runHere(['keys', 'create', ...wanted, '--json'], env)).stdout);
  expect((await runHere(['keys', 'revoke', made.id], env)).code).toBe(0);
  const service = await startProcess(env);
  try {
    await service.until(200);
    const me = async (token: string) =>
      fetch(`${service.address}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await (await me(keys.api_key)).json()).toMatchObject({ catalog: { kind: 'team', team_name: 'Acme' } });
    expect(await (await me(keys.svc_api_key)).json()).toMatchObject({ catalog: { kind: 'svc', team_id: null } });
    expect((await me(made.key)).status).toBe(401);
    const beside = await runCairn(['teams', 'list'], env);
    if (server === undefined)
      expect([beside.code, beside.stderr]).toEqual([1, expect.stringContaining('in use by another Cairn process')]);
    else expect(beside.code).toBe(0);
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
  }
});

test('restores a backup only to an empty place', async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets/kept.png'), 'an image');
  // As on Citus: an extension that the release does not need, and a trigger that "cairn distribute" removes.
  if (server !== undefined)
    await onServer(env.CAIRN_DATABASE_URL ?? '', 'create extension citext; drop trigger trails_moves on trails');
  const made = await runHere(['backup', backup, '--json'], env);
  if (server !== undefined) await onServer(env.CAIRN_DATABASE_URL ?? '', 'select record_moves()');
  expect([made.code, made.stderr]).toEqual([0, '']);
  const { kind } = JSON.parse(made.stdout) as { kind: string };
  const target = server === undefined ? undefined : await freshDatabase(server);
  const into = {
    ...env,
    CAIRN_DATABASE_URL: target?.url ?? `embedded:${join(folder, 'restored')}`,
    CAIRN_ASSETS: join(folder, 'restored-assets'),
  };
  const drill = await runHere(['restore', '--check', backup, '--json'], into);
  expect([drill.code, drill.stderr]).toEqual([0, '']);
  expect(JSON.parse(drill.stdout)).toMatchObject({ kind, checked: true, migrated: [] });
  expect(JSON.parse(drill.stdout).rows).toBeGreaterThan(0);
  const [attempt, place] = [join(folder, 'restored/restore.partial/postgres'), join(folder, 'restored/postgres')];
  if (server === undefined) mkdirSync(attempt, { recursive: true });
  let isSeen = false;
  const watch = setInterval(() => {
    isSeen ||= existsSync(join(attempt, 'PG_VERSION')) && !existsSync(place);
  }, 1);
  const restored = await runHere(['restore', backup, '--json'], into);
  clearInterval(watch);
  // Until it is complete it is built next to its destination, so that an interrupted restore is never mistaken for a
  // database.
  if (server === undefined) expect([isSeen, readdirSync(join(folder, 'restored'))]).toEqual([true, ['postgres']]);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(JSON.parse(restored.stdout)).toMatchObject({ kind, restored: true, migrated: [] });
  const database = target === undefined ? await openEmbedded(join(folder, 'restored')) : postgresAt(target.url);
  expect(await hasRestore(database)).toBe(true);
  const extensions = await database.rows(sql`
    select extname::text as name from pg_extension where extname <> 'plpgsql' order by extname`);
  expect(extensions).toEqual([{ name: 'btree_gin' }, { name: 'pg_trgm' }]);
  expect(await database.rows(sql`select 1 as one from pg_trigger where tgname = 'trails_moves'`)).toHaveLength(1);
  await database.close();
  const teams = await runHere(['teams', 'list', '--json'], into);
  expect((JSON.parse(teams.stdout) as { name: string }[]).map(({ name }) => name)).toEqual(['Acme']);
  const damaged = join(folder, 'damaged');
  cpSync(backup, damaged, { recursive: true });
  const file = readdirSync(damaged).find((name) => name.startsWith('postgres.')) as string;
  truncateSync(join(damaged, file), statSync(join(damaged, file)).size - 1);
  const elsewhere = { ...into, CAIRN_ASSETS: join(folder, 'elsewhere') };
  if (server === undefined) elsewhere.CAIRN_DATABASE_URL = `embedded:${join(folder, 'elsewhere')}`;
  for (const [spoil, sentence] of [
    [() => undefined, /is damaged: .* has changed since "cairn backup" wrote it/],
    [() => rmSync(join(damaged, file)), /is missing/],
    [() => writeFileSync(join(damaged, 'cairn-backup.json'), '{'), /is damaged or from another release/],
    [() => rmSync(join(damaged, 'cairn-backup.json')), /is not a backup/],
  ] as const) {
    spoil();
    const refused = await runHere(['restore', damaged], elsewhere);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(sentence)]);
  }
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  const twice = await runHere(['restore', backup], { ...into, CAIRN_ASSETS: join(folder, 'others') });
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringMatching(/already/)]);
  const over = await runHere(['backup', backup], env);
  expect([over.code, over.stderr]).toEqual([1, expect.stringContaining('not empty')]);
  await target?.drop();
});

test('leaves no database behind after a restore without space for images, and can be run again', async () => {
  const target = server === undefined ? undefined : await freshDatabase(server);
  const into = { ...env, CAIRN_DATABASE_URL: target?.url ?? `embedded:${join(folder, 'later')}` };
  const nowhere = await runHere(['restore', backup], { ...into, CAIRN_ASSETS: '/proc/none/assets' });
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('/proc/none')]);
  const broken = join(folder, 'broken');
  cpSync(backup, broken, { recursive: true });
  const database = join(broken, readdirSync(broken).find((name) => name.startsWith('postgres.')) as string);
  writeFileSync(database, 'no database');
  const manifest = JSON.parse(readFileSync(join(broken, 'cairn-backup.json'), 'utf8'));
  writeFileSync(
    join(broken, 'cairn-backup.json'),
    JSON.stringify({ ...manifest, sha256: undefined, bytes: undefined }),
  );
  const places = { ...into, CAIRN_ASSETS: join(folder, 'later-assets') };
  expect((await runHere(['restore', broken], places)).code).toBe(1);
  const restored = await runHere(['restore', backup], places);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(readFileSync(join(places.CAIRN_ASSETS, 'kept.png'), 'utf8')).toBe('an image');
  await target?.drop();
});

/** Runs the command with its standard output at `output`: a pipe whose reader has gone, or a device. */
async function outputTo(output: 'gone' | number): Promise<{ code: number; stderr: string }> {
  const child = startCairn(['help'], ['ignore', output === 'gone' ? 'pipe' : output, 'pipe']);
  child.stdout?.destroy();
  const { code, stderr } = await endOf(child);
  return { code, stderr };
}

test('treats a closed pipe as success and a full disk as an error', async () => {
  expect(await outputTo('gone')).toEqual({ code: 0, stderr: '' });
  if (!existsSync('/dev/full')) return;
  const full = openSync('/dev/full', 'w');
  const { code, stderr } = await outputTo(full);
  closeSync(full);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Standard output cannot be written: ENOSPC/)]);
});
