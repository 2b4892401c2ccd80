// A database falls silent instead of closing connections: a firewall that lost state, a host without power, a stopped
// backend. Runs only with a PostgreSQL server.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEADLINES } from '../../src/storage/deadlines.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { migratedDatabase } from '../support/database.ts';
import { type Speaker, slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts';

vi.setConfig({ testTimeout: 120_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL;

describe.skipIf(server === undefined)('a silent database', () => {
  let direct: pg.Client;
  let url: string;
  let drop: () => Promise<void>;
  let proxy: TcpProxy;
  let service: World;
  let author: Speaker;
  let trail: string;

  beforeAll(async () => {
    const fresh = await migratedDatabase(server ?? '');
    ({ url, drop } = fresh);
    direct = new pg.Client({ connectionString: fresh.url });
    await direct.connect();
    const { hostname, port } = new URL(fresh.url);
    proxy = await tcpProxy(hostname, Number(port || 5432));
    service = await world({
      CAIRN_DATABASE_URL: proxy.through(fresh.url),
      // Long enough even if the machine is busy with other tests.
      CAIRN_DATABASE_QUERY_SECONDS: '8',
      CAIRN_DATABASE_CONNECT_SECONDS: '5',
      CAIRN_DATABASE_POOL_SECONDS: '5',
      CAIRN_DATABASE_TRANSACTION_SECONDS: '10',
    });
    author = (await service.team()).author.speaks;
    const created = await author.post<{ id: string }>('/v1/trails', { title: 'Silence' });
    trail = `/v1/trails/${created.body.id}`;
  });
  afterAll(async () => {
    await service.close();
    await proxy.close();
    await direct.end();
    await drop();
  });

  const ready = async () => (await service.anyone.get('/health/ready')).status;
  const read = async () => {
    const answer = await author.get(trail);
    return answer.status === 200 ? '200' : `${answer.status} ${slugOf(answer)} ${answer.headers.get('retry-after')}`;
  };
  const until = async (look: () => Promise<boolean>): Promise<void> => {
    while (!(await look())) await wait(50);
  };

  test('loses its connections: readiness stays, and the next requests get new ones', async () => {
    // Several connections are open.
    await Promise.all(Array.from({ length: 12 }, (_, n) => author.post('/v1/trails', { title: `Open ${n}` })));
    proxy.silence('open connections');
    expect(await ready()).toBe(200);
    // Idle connections have been closed with it.
    const answers = await Promise.all(Array.from({ length: 10 }, read));
    expect(new Set(answers)).toEqual(new Set(['200']));
  });

  test('affects only the first caller of a silent connection, even without monitoring', async () => {
    const database = openPostgres({
      url: proxy.through(url),
      poolSize: 4,
      deadlines: { ...DEADLINES, queryMs: 4_000, transactionMs: 8_000 },
      onIdleFailure: () => undefined,
    });
    const ask = () => database.row<{ one: number }>(sql`select 1 as one from pg_sleep(0.1)`);
    await Promise.all([ask(), ask(), ask(), ask()]);
    expect(database.stats().connections).toMatchObject({ total: 4, idle: 4 });
    proxy.silence('open connections');
    await expect(ask()).rejects.toMatchObject({ slug: 'not-ready' });
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ one: 1 }, { one: 1 }, { one: 1 }]);
    await database.close();
    await until(async () => (await ready()) === 200);
    await until(async () => (await read()) === '200');
  });

  test('does not let a stuck read of a trail block the next shared one', async () => {
    expect(await read()).toBe('200');
    proxy.silence('open connections');
    const isSent = proxy.swallowed(trail.slice('/v1/trails/'.length));
    const stuck = read(); // Uses a silent connection.
    await isSent;
    expect(await ready()).toBe(200); // Another connection is ready for the next caller.
    expect(await Promise.all([read(), stuck])).toEqual(['200', '200']);
  });

  test('repeats reads once a new connection works, but no write, which may have been made', async () => {
    const database = openPostgres({
      url: proxy.through(url),
      poolSize: 4,
      // The test would fail if a read waited for its deadline.
      deadlines: { ...DEADLINES, queryMs: 15_000 },
      onIdleFailure: () => undefined,
    });
    await direct.query('create table silent_writes (id integer)');
    const ask = () => database.row<{ one: number }>(sql`select 1 as one from pg_sleep(0.1)`);
    await Promise.all([ask(), ask(), ask(), ask()]);
    await database.health();
    proxy.silence('open connections');
    const order: string[] = [];
    const write = database.rows(sql`insert into silent_writes values (1)`).finally(() => order.push('write'));
    const reads = Promise.all([ask(), ask(), ask()]).finally(() => order.push('reads'));
    const isRefused = expect(write).rejects.toMatchObject({
      slug: 'not-ready',
      message: expect.stringContaining('did not confirm this change'),
    });
    expect(await database.health()).toMatchObject({ reached: true });
    expect(await reads).toEqual([{ one: 1 }, { one: 1 }, { one: 1 }]);
    await isRefused;
    expect(order).toEqual(['reads', 'write']);
    expect((await direct.query('select from silent_writes')).rowCount).toBe(0);
    await database.close();
  });

  test('without any traffic is reported by readiness before any timeout, returns 503 with Retry-After, and recovers', async () => {
    expect(await read()).toBe('200');
    proxy.silence('everything');
    const order: string[] = [];
    const stuck = read().finally(() => order.push('request'));
    expect(await ready()).toBe(503);
    order.push('readiness');
    expect(await stuck).toBe('503 not-ready 2');
    expect(order).toEqual(['readiness', 'request']);
    expect(slugOf(await author.post('/v1/trails', { title: 'No' }))).toBe('not-ready');
    expect((await service.anyone.get('/health')).status).toBe(200);
    proxy.heal();
    await until(async () => (await ready()) === 200);
    await until(async () => (await read()) === '200');
  });

  test('with a stopped backend delays one caller, at most by the timeout', async () => {
    const backends = async () => {
      const { rows } = await direct.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and application_name = 'cairn' and pid <> pg_backend_pid()",
      );
      return rows.map(({ pid }) => pid);
    };
    const pids = await backends();
    const stopped = pids.filter((pid) => signal(pid, 'SIGSTOP'));
    try {
      expect(['200', '503 not-ready 2']).toContain(await read());
      await until(async () => (await read()) === '200');
      expect(await ready()).toBe(200);
    } finally {
      for (const pid of stopped) signal(pid, 'SIGCONT');
    }
  });
});

/** False if the server's processes are not on this machine or may not be signaled. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
