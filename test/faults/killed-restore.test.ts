// `cairn restore` of a server's backup is killed while PostgreSQL's tools run. The tools do not continue alone, and
// leave either nothing or everything with the restore marker. Runs only with a server and its tools.
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MIGRATION_LOCK } from '../../src/storage/migrations/migrate.ts';
import { runHere } from '../support/command.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { runs } from '../support/runs.ts';
import { endOf, startCairn } from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const KILLS = runs(2);
vi.setConfig({ testTimeout: 240_000 + KILLS * 20_000, hookTimeout: 240_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';
const tools = (process.env.PATH ?? '').split(delimiter).find((folder) => existsSync(join(folder, 'pg_restore')));
/** So many rows that the tools are busy for a while. */
const ROWS = 50_000;
const NOTHING = { tables: 0, rows: 0, alike: 0 };

describe.runIf(server !== '' && tools !== undefined)('a restore of a server', () => {
  const folder = temporaryFolder('killed-restore');
  const backup = join(folder, 'backup');
  const settings = { CAIRN_ASSETS: join(folder, 'none'), CAIRN_DEMO: 'off' };
  let source: FreshDatabase;
  beforeAll(async () => {
    source = await freshDatabase(server);
    const env = { ...settings, CAIRN_DATABASE_URL: source.url };
    await runHere(['init', '--team', 'Acme', '--owner', 'olive@acme.test'], env);
    await ask(source.url, `insert into service_settings select 'row ' || n, n from generate_series(1, ${ROWS}) n`);
    expect(await runHere(['backup', backup, '--json'], env)).toMatchObject({ code: 0, stderr: '' });
  });
  afterAll(() => source?.drop());

  /** Restores into an empty database, and returns what is left once the process and its tools have ended. */
  async function restored(until: (process: ReturnType<typeof startCairn>) => Promise<unknown>): Promise<object> {
    const target = await freshDatabase(server);
    const env = { ...settings, CAIRN_DATABASE_URL: target.url };
    try {
      const child = startCairn(['restore', backup], 'ignore', env);
      const over = once(child, 'exit');
      await vi.waitUntil(async () => (await toolsAt(target.url)) > 0, { timeout: 60_000, interval: 1 });
      await until(child);
      await over;
      await vi.waitUntil(async () => (await toolsAt(target.url)) === 0, { timeout: 60_000, interval: 50 });
      return await leftAt(target.url);
    } finally {
      await target.drop();
    }
  }

  test(`leaves nothing or everything in one commit if it is killed at any moment, ${KILLS} times`, async () => {
    let took = 0;
    const whole = await restored(async (child) => {
      const begun = performance.now();
      await once(child, 'exit');
      took = performance.now() - begun;
    });
    expect(whole).toEqual({ tables: expect.any(Number), rows: ROWS, alike: 1 });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const left = await restored(async (child) => {
        await new Promise((go) => setTimeout(go, Math.random() * took));
        child.kill('SIGKILL');
      });
      expect([NOTHING, whole]).toContainEqual(left);
    }
  });

  test.each([
    ['is complete if everything was committed without a response', 'cat | PSQL; exit 2', 0, 1],
    ['has not happened if nothing was committed', "sed '$d' | PSQL; exit 2", 1, 0],
  ])('%s', async (_, script, code, alike) => {
    const folderOfTools = temporaryFolder('tools');
    writeFileSync(join(folderOfTools, 'psql'), `#!/bin/sh\n${script.replace('PSQL', `${tools}/psql "$@"`)}\n`, {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${folderOfTools}${delimiter}${process.env.PATH}`);
    const target = await freshDatabase(server);
    const answer = await runHere(['restore', backup], { ...settings, CAIRN_DATABASE_URL: target.url });
    vi.unstubAllEnvs();
    expect([answer.code, (await leftAt(target.url)).alike]).toEqual([code, alike]);
    await target.drop();
  });

  test('refuses to run during another restore or a migration', async () => {
    const target = await freshDatabase(server);
    const env = { ...settings, CAIRN_DATABASE_URL: target.url };
    const client = new pg.Client({ connectionString: target.url });
    await client.connect();
    await client.query(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const beside = await endOf(startCairn(['restore', backup], undefined, env));
    expect([beside.code, beside.stderr]).toEqual([
      1,
      expect.stringContaining('Another restore or migration is creating tables'),
    ]);
    await client.query('rollback');
    await client.end();
    expect(await leftAt(target.url)).toEqual(NOTHING);
    await target.drop();
  });
});

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

/** The number of PostgreSQL tools that are connected to it. */
const toolsAt = async (url: string): Promise<number> =>
  (
    await ask(
      url,
      `select from pg_stat_activity
       where datname = current_database() and application_name ~ '^cairn (pg_restore|psql) '`,
    )
  ).length;

/** `alike` counts the workspaces from the same commit as the marker. */
async function leftAt(url: string): Promise<typeof NOTHING> {
  const [there] = await ask<{ tables: number }>(
    url,
    `select count(*)::integer as tables from pg_class where relnamespace = 'public'::regnamespace`,
  );
  if (there === undefined || there.tables === 0) return NOTHING;
  const [left] = await ask<typeof NOTHING>(
    url,
    `select ${there.tables} as tables, count(*) filter (where s.name like 'row %')::integer as rows,
       count(*) filter (where s.name = 'restored' and s.xmin = t.xmin)::integer as alike
     from service_settings s cross join teams t`,
  );
  return left ?? NOTHING;
}
