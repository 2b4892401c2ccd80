// PgBouncer in front of PostgreSQL: session mode with its default configuration, and transaction mode with
// CAIRN_DATABASE_PREPARE=off. Runs only with a PostgreSQL server and the program pgbouncer.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { DEADLINES } from '../../src/storage/deadlines.ts';
import { moveDatabase } from '../../src/storage/move/move-database.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { tableCounts } from '../../src/storage/tables/table-sizes.ts';
import { freshDatabase, migratedDatabase, openUnused } from '../support/database.ts';
import { freePort } from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { world } from '../support/world.ts';

vi.setConfig({ testTimeout: 120_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL;
const isThere = spawnSync('pgbouncer', ['--version']).status === 0;

describe.skipIf(server === undefined || !isThere)('behind PgBouncer', () => {
  for (const [mode, env] of [
    ['session', {}],
    ['transaction', { CAIRN_DATABASE_PREPARE: 'off' }],
  ] as const)
    test(`serves reads, saves, keys and transactions in ${mode} mode`, async () => {
      const { url, drop } = await migratedDatabase(server ?? '');
      const bouncer = await startBouncer(url, mode);
      const service = await world({ CAIRN_DATABASE_URL: bouncer.url, ...env });
      try {
        const [one, other] = [await service.team(), await service.team()];
        const made = await Promise.all(
          Array.from({ length: 24 }, (_, n) =>
            (n % 2 === 0 ? one : other).author.speaks.post<{ id: string }>(
              '/v1/trails',
              { title: `Trail ${n}` },
              { 'Idempotency-Key': `key-${n}` },
            ),
          ),
        );
        expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
        const reads = await Promise.all(
          made.map(({ body }, n) => (n % 2 === 0 ? one : other).author.speaks.get(`/v1/trails/${body.id}`)),
        );
        expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
        const list = await one.author.speaks.get<{ items: unknown[] }>('/v1/trails?limit=100');
        expect(list.body.items).toHaveLength(12);
        const saved = await one.author.speaks.put(
          `/v1/trails/${made[0]?.body.id}/document`,
          { title: 'Saved', prompts: [] },
          { 'If-Match': '*' },
        );
        expect(saved.status).toBe(200);
        expect((await service.anyone.get('/health/ready')).status).toBe(200);
      } finally {
        await service.close();
        await bouncer.stop();
        await drop();
      }
    });

  for (const mode of ['session', 'transaction'] as const)
    test(`moves an embedded database in ${mode} mode, and detects long work in progress`, async () => {
      const { url, drop } = await freshDatabase(server ?? '');
      const bouncer = await startBouncer(url, mode);
      const from = await openUnused();
      await from.script('drop schema as_new cascade');
      const to = openPostgres({
        url: bouncer.url,
        poolSize: 2,
        prepareStatements: mode === 'session',
        deadlines: { ...DEADLINES, silenceMs: 1_500 },
        onIdleFailure: () => undefined,
      });
      try {
        await moveDatabase(from, to, () => undefined);
        expect(await tableCounts(to)).toEqual(await tableCounts(from));
        const slept = to.inTransaction((tx) => tx.row(sql`select 1 as one from pg_sleep(5)`), { isPatient: true });
        expect(await slept).toEqual({ one: 1 });
      } finally {
        await to.close();
        await from.close();
        await bouncer.stop();
        await drop();
      }
    });
});

/** Starts it with only the required settings, and defaults for the rest. */
async function startBouncer(url: string, mode: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, pathname, username, password } = new URL(url);
  const folder = temporaryFolder('bouncer');
  chmodSync(folder, 0o755);
  const own = await freePort();
  const secret = password === '' ? '' : ` password=${password}`;
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port || 5432} user=${username}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
auth_type = any
unix_socket_dir =
pool_mode = ${mode}
`,
  );
  chmodSync(join(folder, 'pgbouncer.ini'), 0o644);
  // It refuses to run as root.
  const asOther = userInfo().uid === 0 ? ['--user', 'nobody'] : [];
  const child = spawn('pgbouncer', [...asOther, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  await listening(own, child);
  return {
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answers = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        done(true);
      });
      socket.once('error', () => done(false));
    });
    if (answers) return;
    await wait(50);
  }
  throw new Error('pgbouncer ended at once');
}
