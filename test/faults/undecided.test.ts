// A change loses its connection after it was sent. Its outcome is unknown, and the error says so. All other failures
// had no effect. Runs only with a PostgreSQL server.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { DEADLINES } from '../../src/storage/deadlines.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts';

vi.setConfig({ testTimeout: 120_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';

describe.skipIf(server === '')('a change', () => {
  let fresh: FreshDatabase;
  let proxy: TcpProxy;
  let database: Database;
  beforeEach(async () => {
    fresh = await freshDatabase(server);
    const { hostname, port } = new URL(fresh.url);
    proxy = await tcpProxy(hostname, Number(port || 5432));
    database = openPostgres({
      url: proxy.through(fresh.url),
      poolSize: 2,
      deadlines: { ...DEADLINES, connectMs: 2_000, poolWaitMs: 2_000, queryMs: 3_000 },
      onIdleFailure: () => undefined,
    });
    await database.script('create table made (id integer primary key)');
  });
  afterEach(async () => {
    await database.close();
    await proxy.close();
    await fresh.drop();
  });

  const failure = (work: Promise<unknown>): Promise<string> => work.then(() => 'done', String);
  const making = (id: number): Sql => sql`insert into made (id) values (${id})`;
  const UNDECIDED = 'did not confirm this change';
  const REFUSED = 'does not answer at the moment';

  test.each(['silence', 'cutWhenUsed'] as const)(
    'is reported as undecided if the connection fails during the commit: %s',
    async (fault) => {
      const work = database.inTransaction(async (tx) => {
        await tx.rows(making(1));
        if (fault === 'silence') proxy.silence('everything');
        else proxy.cutWhenUsed();
      });
      expect(await failure(work)).toContain(UNDECIDED);
    },
  );

  test('with one statement is also reported, unless it is a read', async () => {
    await database.rows(sql`select 1 as open`);
    proxy.silence('open connections');
    expect(await failure(database.rows(making(1)))).toContain(UNDECIDED);
    await database.rows(sql`select 1 as open`);
    proxy.silence('everything');
    expect(await failure(database.rows(sql`select 1 as read`))).toContain(REFUSED);
  });

  test('is known to have had no effect if it was not sent', async () => {
    const work = database.inTransaction(async (tx) => {
      await tx.rows(making(1));
      proxy.silence('everything');
      await tx.rows(making(2));
    });
    expect(await failure(work)).toContain(REFUSED);
    expect(await failure(database.rows(making(3)))).toContain(REFUSED);
  });

  test('is known to have had no effect if the server refuses it', async () => {
    await database.rows(sql`
      create function refused() returns trigger language plpgsql as $$ begin
        raise exception using errcode = 'admin_shutdown'; end $$`);
    await database.rows(sql`
      create constraint trigger refused after insert on made deferrable initially deferred
      for each row execute function refused()`);
    expect(await failure(database.inTransaction((tx) => tx.rows(making(1))))).toContain(REFUSED);
    expect(await failure(database.rows(making(2)))).toContain(REFUSED);
  });
});
