// Moves all data from the embedded database to a server: requirements of the server, data of a newer release, large and
// unusual values, and failures. Needs a PostgreSQL server, except for the first test.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import type { EmbeddedDatabase } from '../../src/storage/embedded/embedded.ts';
import { migrate, schemaState } from '../../src/storage/migrations/migrate.ts';
import { requireEmpty } from '../../src/storage/move/empty-database.ts';
import { moveDatabase } from '../../src/storage/move/move-database.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { tableCounts } from '../../src/storage/tables/table-sizes.ts';
import { type FreshDatabase, freshDatabase, onServer, openUnused } from '../support/database.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';

describe.skipIf(server === '')('moving to a server', () => {
  let from: EmbeddedDatabase;
  let fresh: FreshDatabase;
  let to: Database;
  const opened: Database[] = [];
  const open = (url: string): Database => {
    const database = openPostgres({ url, poolSize: 2, onIdleFailure: () => undefined });
    opened.push(database);
    return database;
  };
  const move = (onto = to) => moveDatabase(from, onto, () => undefined);
  const isEmpty = () => requireEmpty(to).then(() => true);
  beforeEach(async () => {
    from = await openUnused();
    await from.script('drop schema as_new cascade');
    fresh = await freshDatabase(server);
    to = open(fresh.url);
  });
  afterEach(async () => {
    await from.close();
    for (const database of opened.splice(0)) await database.close();
    await fresh.drop();
  });

  test('copies rows of five megabytes and unusual values exactly, and counts them', async () => {
    const hostile = ['\\N', '\\.', '', '"', '{}', '{"a",null}', 'a\tb\r\nc\\', '\u2028\u{1F5FF}', '\\u0000', "'"];
    for (const [index, value] of [...hostile, 'x'.repeat(5_000_000), ...hostile.map((each) => each + each)].entries())
      await from.rows(
        sql`insert into service_settings (name, value) values (${`${index} ${value.slice(0, 9)}`}, ${value})`,
      );
    await from.rows(sql`insert into service_settings (name, value)
      select 'many ' || n, repeat('y', n % 50) from generate_series(1, 5000) n`);
    await move();
    const read = (db: Database) => db.rows(sql`select name, md5(value) as value from service_settings order by 1`);
    const arrived = await read(to);
    expect(arrived).toHaveLength(5_021);
    expect(arrived).toEqual(await read(from));
    const row = await to.row<{ rows: number }>(sql`
      select reltuples::bigint as rows from pg_class where relname = 'service_settings'`);
    expect(row?.rows).toBe(5_021);
  });

  test("refuses a newer release's data, even if this release can serve it", async () => {
    await from.script(
      `insert into schema_migrations (version, name, checksum, serves_from) values (9999, 'n', 'x', 1)`,
    );
    await expect(move()).rejects.toThrow('newer release');
    expect(await isEmpty()).toBe(true);
  });

  test('refuses to drop an unknown table silently', async () => {
    await from.script('create table of_somebody (id integer); insert into of_somebody values (1)');
    await expect(move()).rejects.toThrow('of_somebody');
    expect(await isEmpty()).toBe(true);
  });

  test('refuses contradictory rows, and leaves the destination empty', async () => {
    await from.script(`set session_replication_role = replica;
      insert into sessions (session_id, account_id, token_hash, kind, created_at, last_seen_at, expires_at)
      values (gen_random_uuid(), gen_random_uuid(), 'x', 'cli', now(), now(), now())`);
    await expect(move()).rejects.toThrow('contradicts itself (sessions_account_id_fkey of sessions)');
    expect(await isEmpty()).toBe(true);
  });

  test('names two rows that the server considers equal, says what to do, and leaves the destination empty', async () => {
    // Simulates a Turkish locale on the server, in which I is the uppercase of ı. Unlike the server, the embedded
    // database considers these addresses different.
    await from.script(`alter table accounts drop constraint if exists accounts_email; drop index if exists accounts_email;
      insert into accounts (account_id, email, name)
      values (gen_random_uuid(), 'ute@acme.test', 'Ute'), (gen_random_uuid(), 'ute@acme.test', 'Ute')`);
    await expect(move()).rejects.toThrow(
      /^Two rows of accounts have the same key on the server \(.*ute@acme\.test.*\), so nothing was kept\..*C\.UTF-8/,
    );
    expect(await isEmpty()).toBe(true);
  });

  test('completes one of two concurrent moves to the same destination, and refuses the other', async () => {
    const other = await openUnused();
    await other.script('drop schema as_new cascade');
    const both = await Promise.allSettled([move(), moveDatabase(other, open(fresh.url), () => undefined)]);
    await other.close();
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))).toEqual([
      expect.stringContaining('is not empty'),
    ]);
    expect(await tableCounts(to)).toEqual(await tableCounts(from));
  });

  test('refuses a destination that a service has initialized or that contains a table', async () => {
    await to.script('create table of_somebody (id integer)');
    await expect(move()).rejects.toThrow('is not empty');
    await to.script('drop table of_somebody; create extension pg_trgm');
    await migrate(to);
    await expect(move()).rejects.toThrow('is not empty');
  });

  test('works for an ordinary owner of a database, and reports users who must not create tables', async () => {
    const name = `cairn_mover_${process.pid}`;
    const url = new URL(fresh.url);
    url.username = name;
    url.password = 'p';
    await onServer(server, `create role ${name} login password 'p'`);
    try {
      await expect(move(open(url.href))).rejects.toThrow(`owner to "${name}"`);
      await onServer(server, `alter database ${url.pathname.slice(1)} owner to ${name}`);
      await move(open(url.href));
      expect(await schemaState(to)).toBe('current');
    } finally {
      for (const database of opened.splice(0)) await database.close();
      await onServer(server, `alter database ${url.pathname.slice(1)} owner to current_user`);
      await onServer(fresh.url, `drop owned by ${name}`);
      await onServer(server, `drop role ${name}`);
    }
  });

  test('leaves the destination empty if the connection breaks halfway', async () => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    const cut = moveDatabase(
      from,
      { ...to, inTransaction: (work) => to.inTransaction(work, { isPatient: true }) },
      () =>
        void client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${new URL(fresh.url).pathname.slice(1)}'`),
    );
    await expect(cut).rejects.toThrow();
    await client.end();
    expect(await isEmpty()).toBe(true);
  });
});
