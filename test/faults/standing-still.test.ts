// A process pauses inside a transaction, as on a machine that is suspended or migrated. Other processes wait for its
// locks only until their timeout, and the paused work is retried when the process continues.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database, Tx } from '../../src/storage/database.ts';
import { DEADLINES } from '../../src/storage/deadlines.ts';
import { changeTables } from '../../src/storage/migrations/change-tables.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { type FreshDatabase, freshDatabase, POOLER } from '../support/database.ts';

vi.setConfig({ testTimeout: 120_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL;

describe.skipIf(server === undefined)('a paused transaction', () => {
  let fresh: FreshDatabase;
  const open: Database[] = [];
  const opened = (): Database => {
    const deadlines = { ...DEADLINES, transactionMs: 15_000, queryMs: 15_000 };
    const prepareStatements = POOLER === undefined;
    const options = { url: fresh.url, poolSize: 2, deadlines, prepareStatements, onIdleFailure: () => undefined };
    const database = openPostgres(options);
    open.push(database);
    return database;
  };
  beforeAll(async () => {
    fresh = await freshDatabase(server ?? '');
  });
  afterAll(async () => {
    await Promise.all(open.map((database) => database.close()));
    await fresh.drop();
  });

  test.each<[string, (database: Database, work: (tx: Tx) => Promise<void>) => Promise<void>]>([
    ['of a request', (database, work) => database.inTransaction(work)],
    ['without a deadline', (database, work) => database.inTransaction(work, { isPatient: true })],
    ['with schema changes', changeTables],
  ])('%s is ended by the server and retried by its process', async (_, begin) => {
    const [still, other] = [opened(), opened()];
    await still.script('drop table if exists counters; create table counters (id integer, count integer not null);');
    await still.rows(sql`insert into counters values (1, 0)`);
    const add = (by: number) => sql`update counters set count = count + ${by} where id = 1`;
    let times = 0;
    let lock = (): void => undefined;
    const locked = new Promise<void>((done) => {
      lock = done;
    });
    let goOn = (): void => undefined;
    const standing = new Promise<void>((done) => {
      goOn = done;
    });
    const begun = begin(still, async (tx) => {
      times += 1;
      await tx.rows(add(1));
      lock();
      await standing;
      await tx.rows(add(10));
    });
    await locked;
    await other.rows(add(100));
    goOn();
    await begun;
    expect(times).toBe(2);
    expect(await other.row(sql`select count from counters`)).toEqual({ count: 111 });
  });
});
