// A database that release 1.0.0 (commit a2b687d) made and filled with its demo opens with this release, keeps what it
// held, and takes what is written now. The fixtures are what that release left behind, packed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../../src/start/app.ts';
import { readConfig } from '../../src/start/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { migrate, schemaState } from '../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { freshDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 240_000 });
const fixture = (name: string): Buffer => readFileSync(resolve('test/fixtures', name));
const server = process.env.CAIRN_TEST_DATABASE_URL;

async function expectWhole(database: Database): Promise<void> {
  expect(await schemaState(database)).toBe('behind');
  expect((await migrate(database)).length).toBeGreaterThan(0);
  expect(await schemaState(database)).toBe('current');
  // All that release 1.0.0 looks at while it serves: a row more, and its processes would stop.
  const seen = await database.rows<{ version: number }>(sql`select version from schema_migrations order by version`);
  expect(seen.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const counts = await database.row<{ trails: number; live: number; versions: number; accounts: number }>(sql`
    select (select count(*) from trails) as trails, (select count(*) from trails where status = 'live') as live,
      (select count(*) from trail_versions) as versions, (select count(*) from accounts) as accounts`);
  expect(counts?.trails).toBeGreaterThan(0);
  expect(counts?.live).toBeGreaterThan(0);
  expect(counts?.versions).toBeGreaterThanOrEqual(counts?.live ?? 0);
  expect(counts?.accounts).toBeGreaterThan(0);
  const read = readConfig({
    CAIRN_LOG_LEVEL: 'silent',
    CAIRN_METRICS_PORT: 'off',
    CAIRN_ASSETS: temporaryFolder('none'),
  });
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  const app = await buildApp(read.config, { database });
  await app.preparation.done;
  const ready = await database.health();
  expect([ready.reached, ready.writable]).toEqual([true, true]);
  await app.close();
}

if (server === undefined)
  test('an embedded database of release 1.0.0 opens, migrates and serves', async () => {
    const tar = brotliDecompressSync(fixture('release-1.0.0-embedded.tar.br'));
    await expectWhole(await openEmbedded(IN_MEMORY, { dump: new Blob([tar]) }));
  });
else
  test('a PostgreSQL database of release 1.0.0 migrates and serves', async () => {
    const { url, drop } = await freshDatabase(server);
    const script = gunzipSync(fixture('release-1.0.0-postgres.sql.gz'));
    const psql = spawn('psql', ['--quiet', '--set=ON_ERROR_STOP=1', url], { stdio: ['pipe', 'ignore', 'inherit'] });
    psql.stdin.end(script);
    expect(await once(psql, 'exit')).toEqual([0, null]);
    await expectWhole(openPostgres({ url, poolSize: 4, onIdleFailure: () => undefined }));
    await drop();
  });
