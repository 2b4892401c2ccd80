// A reachable database that refuses work: read-only, too slow, locked, backends terminated, one of several servers
// gone.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { migratedDatabase } from '../support/database.ts';
import { type Speaker, slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts';

vi.setConfig({ testTimeout: 60_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL;

describe.skipIf(server === undefined)('a refusing database', () => {
  let direct: pg.Client;
  let url: string;
  let drop: () => Promise<void>;
  let proxies: [TcpProxy, TcpProxy];
  let service: World;
  let author: Speaker;
  let trail: string;

  beforeAll(async () => {
    ({ url, drop } = await migratedDatabase(server ?? ''));
    direct = new pg.Client({ connectionString: url });
    await direct.connect();
    const { hostname, port } = new URL(url);
    const open = () => tcpProxy(hostname, Number(port || 5432));
    proxies = [await open(), await open()];
    service = await world({
      CAIRN_DATABASE_URL: severalServers(url, proxies),
      // Long enough even if the machine is busy with other tests.
      CAIRN_DATABASE_QUERY_SECONDS: '4',
      CAIRN_DATABASE_TRANSACTION_SECONDS: '8',
    });
    author = (await service.team()).author.speaks;
    const created = await author.post<{ id: string }>('/v1/trails', { title: 'Refusals' });
    trail = `/v1/trails/${created.body.id}`;
  });
  afterAll(async () => {
    await service.close();
    await direct.end();
    for (const proxy of proxies) await proxy.close();
    await drop();
  });

  const ready = async () => {
    const { status, body } = await service.anyone.get<{ status: string }>('/health/ready');
    return `${status} ${body.status}`;
  };
  const create = async () => {
    const answer = await author.post('/v1/trails', { title: 'Another' });
    return answer.status === 201 ? '201' : `${answer.status} ${slugOf(answer)} ${answer.headers.get('retry-after')}`;
  };
  const endBackends = () =>
    direct.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);

  test('with a full disk leads to a clear error for changes, which are counted, while reads continue', async () => {
    const full = "raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'";
    await direct.query(`
      create function no_room() returns trigger language plpgsql as $$ begin ${full}; end $$;
      create trigger no_room before insert on trails execute function no_room();`);
    try {
      const before = service.app.database.stats().diskFull;
      const refused = await author.post('/v1/trails', { title: 'Another' });
      const detail = 'The disk of the database is full. Try again later.';
      expect(refused).toMatchObject({ status: 503, body: { detail } });
      expect(refused.headers.get('retry-after')).toBe('10');
      expect(service.app.database.stats().diskFull).toBeGreaterThan(before);
      expect([(await author.get(trail)).status, await ready()]).toEqual([200, '200 ready']);
    } finally {
      await direct.query('drop function no_room cascade');
    }
    expect(await create()).toBe('201');
  });

  test('with terminated backends gets new connections, and retries of reads and uncommitted writes', async () => {
    for (let round = 0; round < 5; round += 1) {
      await endBackends();
      expect((await author.get(trail)).status).toBe(200);
      await endBackends();
      expect(await create()).toBe('201');
    }
  });

  test('with lost connections detects the loss once, so that a retry gets a new connection', async () => {
    const options = { url: proxies[0].through(url), poolSize: 4, onIdleFailure: () => undefined };
    const database = openPostgres(options);
    const openAll = () => Promise.all(Array.from({ length: 4 }, () => database.rows(sql`select pg_sleep(0.1)`)));
    await openAll();
    proxies[0].cutWhenUsed();
    expect(await database.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await openAll();
    proxies[0].cutWhenUsed();
    expect(await database.inTransaction((tx) => tx.rows(sql`select 2 as two`))).toEqual([{ two: 2 }]);
    await database.close();
  });

  test('that is read-only returns 503 with Retry-After for writes and 200 for reads, is not ready, and recovers', async () => {
    const database = new URL(url).pathname.slice(1);
    await direct.query(`alter database ${database} set default_transaction_read_only = on`);
    await endBackends();
    expect((await author.get(trail)).status).toBe(200);
    expect(await create()).toBe('503 not-ready 2');
    expect(await ready()).toBe('503 database takes no changes');
    await direct.query(
      `set default_transaction_read_only = off; alter database ${database} reset default_transaction_read_only`,
    );
    await endBackends();
    expect(await create()).toBe('201');
    expect(await ready()).toBe('200 ready');
  });

  test('with a lock beyond the timeout returns 503 with Retry-After, and keeps the connection', async () => {
    await direct.query('begin; lock table trails in access exclusive mode');
    try {
      const answer = await author.get(trail);
      expect([answer.status, slugOf(answer), answer.headers.get('retry-after')]).toEqual([503, 'not-ready', '2']);
      // Readiness uses a separate connection and does not wait for another one.
      expect(await ready()).toBe('200 ready');
    } finally {
      await direct.query('rollback');
    }
    expect((await author.get(trail)).status).toBe(200);
  });

  test('with deadlocks or canceled statements returns 503, not an internal error', async () => {
    const database = openPostgres({ url, poolSize: 2, onIdleFailure: () => undefined });
    await direct.query('begin; lock table trails in access exclusive mode');
    const work = database.inTransaction(async (tx) => {
      await tx.rows(sql`set local lock_timeout = 100`);
      await tx.rows(sql`select 1 from trails`);
    });
    await expect(work).rejects.toMatchObject({ slug: 'not-ready', extras: { retry_after: 2 } });
    await direct.query('rollback');
    expect(await database.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await database.close();
  });

  test('cancels a slow statement itself, and keeps its connection and idle ones', async () => {
    const bounds = { connectMs: 8_000, queryMs: 8_000, transactionMs: 15_000, poolWaitMs: 8_000, silenceMs: 15_000 };
    const database = openPostgres({ url, poolSize: 2, deadlines: bounds, onIdleFailure: () => undefined });
    const both = async () => {
      const pid = () => database.row<{ pid: number }>(sql`select pg_backend_pid() as pid from pg_sleep(0.2)`);
      return (await Promise.all([pid(), pid()])).map((row) => row?.pid ?? 0).sort();
    };
    const before = await both();
    // The server's timeout for a statement is shorter than the service's. Otherwise the service would treat the server
    // as silent.
    const told = await database.row<{ ms: number }>(sql`
      select setting::integer as ms from pg_settings where name = 'statement_timeout'`);
    expect(told).toEqual({ ms: 7_200 });
    await expect(database.rows(sql`select pg_sleep(60)`)).rejects.toThrow('could not do this in time');
    expect(await both()).toEqual(before);
    await database.close();
  });

  test('is replaced by the next of several servers', async () => {
    proxies[0].refuse();
    expect((await author.get(trail)).status).toBe(200);
    expect(await create()).toBe('201');
    expect(await ready()).toBe('200 ready');
    proxies[0].heal();
    proxies[1].refuse();
    expect(await create()).toBe('201');
    proxies[1].heal();
  });

  test("with all connections busy leads to a timeout within the pool's limit", async () => {
    const waits = { connectMs: 5_000, queryMs: 15_000, transactionMs: 15_000, poolWaitMs: 1_500, silenceMs: 15_000 };
    const database = openPostgres({ url, poolSize: 1, deadlines: waits, onIdleFailure: () => undefined });
    const long = database.rows(sql`select pg_sleep(5)`);
    await expect(database.rows(sql`select 1`)).rejects.toThrow(/All connections .* are busy/);
    await long;
    expect(await database.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await database.close();
  });
});

/** The URL with both proxies as hosts, which asks for a writable one. */
function severalServers(url: string, proxies: readonly TcpProxy[]): string {
  const { username, password, pathname } = new URL(url);
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const user = username === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
  return `postgres://${user}${hosts}${pathname}?target_session_attrs=any`;
}
