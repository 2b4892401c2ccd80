// Work without a timeout (a move, migrations, PostgreSQL's tools) on a server that falls silent. It ends, says where
// and what to do, and leaves nothing that blocks the next attempt. If the server is merely busy, it waits. Runs only
// with a PostgreSQL server.
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runPostgresTool } from '../../src/backup/postgres-tool.ts';
import { withCause } from '../../src/base/refusal.ts';
import type { Database } from '../../src/storage/database.ts';
import { DEADLINES } from '../../src/storage/deadlines.ts';
import { migrate, schemaState } from '../../src/storage/migrations/migrate.ts';
import { migrationOf, migrations } from '../../src/storage/migrations/migration-files.ts';
import { moveDatabase } from '../../src/storage/move/move-database.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { type FreshDatabase, freshDatabase, openUnused } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts';

vi.setConfig({ testTimeout: 120_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';
const SILENCE_MS = 1_500;

describe.skipIf(server === '')('a server that falls silent', () => {
  let fresh: FreshDatabase;
  let direct: pg.Client;
  let proxy: TcpProxy;
  let database: Database;
  beforeEach(async () => {
    fresh = await freshDatabase(server);
    direct = new pg.Client({ connectionString: fresh.url });
    await direct.connect();
    const { hostname, port } = new URL(fresh.url);
    proxy = await tcpProxy(hostname, Number(port || 5432));
    database = openPostgres({
      url: proxy.through(fresh.url),
      poolSize: 2,
      deadlines: { ...DEADLINES, connectMs: 1_000, silenceMs: SILENCE_MS },
      onIdleFailure: () => undefined,
    });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await database.close();
    await proxy.close();
    await direct.end();
    await fresh.drop();
  });

  const failure = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (thrown: unknown) => (thrown instanceof Error ? withCause(thrown) : 'no failure'),
    );
  /** Other active sessions whose statement matches. */
  const others = async (statement = '%'): Promise<number> => {
    const { rows } = await direct.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and state <> 'idle' and query like $1`,
      [statement],
    );
    return rows.length;
  };
  /** Runs outside a transaction, because inside one PostgreSQL would repeat the first result. */
  const waiting = async (): Promise<number> => {
    const rows = await database.rows(sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    return rows.length;
  };
  /** A move whose connection falls silent when the rows start to arrive. */
  const moveUntil = async (extent: 'open connections' | 'everything'): Promise<string> => {
    const from = await openUnused();
    await from.script('drop schema as_new cascade');
    try {
      return await failure(moveDatabase(from, database, () => proxy.silence(extent)));
    } finally {
      await from.close();
    }
  };

  test('is distinguished from one with a slow statement and one that waits for a lock', async () => {
    await direct.query('begin');
    await direct.query('create table held (id integer)');
    await direct.query('commit');
    await direct.query('begin; lock table held in access exclusive mode');
    const slept = database.inTransaction(
      (tx) => tx.row(sql`select 1 as one from pg_sleep(${(SILENCE_MS * 3) / 1_000})`),
      {
        isPatient: true,
      },
    );
    const waited = database.inTransaction((tx) => tx.rows(sql`select from held`), { isPatient: true });
    expect(await slept).toEqual({ one: 1 });
    await direct.query('commit');
    expect(await waited).toEqual([]);
  });

  test('ends a move, reports where it failed, and drops its session immediately', async () => {
    const told = await moveUntil('open connections');
    expect(told).toMatch(/^The move failed at .+\. Nothing was kept.+Run the command again\./);
    expect(told).toContain('nothing showed that the server is at work');
    await vi.waitUntil(async () => (await others()) === 0, { timeout: 30_000 });
    expect(await schemaState(database)).toBe('empty');
  });

  test('ends a move even if no other client reaches the server', async () => {
    expect(await moveUntil('everything')).toContain('Nothing was kept');
  });

  test('ends a migration, and names it', async () => {
    const known = [...migrations(), migrationOf('9000_slow.sql', 'select pg_sleep(600);\n')];
    await migrate(database);
    const migrating = failure(migrate(database, { known }));
    await vi.waitUntil(async () => (await others('%pg_sleep(600)%')) > 0, { timeout: 30_000 });
    proxy.silence('everything');
    expect(await migrating).toContain('Migration 9000_slow was not applied, nor any after it. Migrate again.');
  });

  test('ends an idle PostgreSQL tool, but none for which the server is working', async () => {
    const folder = temporaryFolder('silent-tool');
    const tool = (name: string, line: string): void => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
      chmodSync(join(folder, name), 0o755);
    };
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
    tool('pg_restore', `exec psql -qc 'select pg_sleep(${(SILENCE_MS * 3) / 1_000})' "$1" >/dev/null`);
    tool('pg_dump', 'exec sleep 600');
    const run = { url: fresh.url, database, silenceMs: SILENCE_MS };
    await runPostgresTool('pg_restore', [], run);
    expect(await failure(runPostgresTool('pg_dump', [], run))).toContain('pg_dump was ended before it had finished');
    proxy.silence('everything');
    expect(await failure(runPostgresTool('pg_dump', [], run))).toContain('pg_dump was ended before it had finished');
  });

  test('is distinguished from one whose tool waits for a lock', async () => {
    await direct.query('create table held (id integer)');
    await direct.query('begin; lock table held in access exclusive mode');
    const folder = temporaryFolder('waiting-tool');
    writeFileSync(join(folder, 'pg_dump'), `#!/bin/sh\nexec psql -qc 'select from held' "$1" >/dev/null\n`);
    chmodSync(join(folder, 'pg_dump'), 0o755);
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
    const dumped = failure(runPostgresTool('pg_dump', [], { url: fresh.url, database, silenceMs: SILENCE_MS }));
    await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 30_000 });
    await direct.query(`select pg_sleep(${(SILENCE_MS * 3) / 1_000})`);
    await direct.query('commit');
    expect(await dumped).toBe('done');
  });
});
