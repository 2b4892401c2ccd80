import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';

describe.skipIf(server === '')('a prepared statement on a server', () => {
  let fresh: FreshDatabase;
  /** Uses a single connection. */
  let database: Database;
  beforeAll(async () => {
    fresh = await freshDatabase(server);
    database = openPostgres({ url: fresh.url, poolSize: 1, onIdleFailure: () => undefined });
    await database.script('create table things (id integer primary key, name text)');
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  const backend = async () => (await database.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid;
  const twice = async (statement: Sql) => [await database.rows(statement), await database.rows(statement)];

  test('returns the same result on each execution, for any columns', async () => {
    const row = {
      bytes: Buffer.from([0, 255]),
      list: ['a"b', null],
      nothing: null,
      number: 4_000_000_000,
      stored: '{"a": 1}',
      parsed: { a: [1] },
      moment: '2026-02-03T04:05:06.700000Z',
      isTrue: true,
    };
    const statement = sql`
      select ${row.bytes}::bytea as bytes, ${row.list}::text[] as list, ${null}::text as nothing,
        ${row.number}::bigint as number, ${row.stored}::json as stored, ${row.parsed}::jsonb as parsed,
        ${row.moment}::timestamptz as moment, ${true}::boolean as "isTrue"`;
    expect(await twice(statement)).toEqual([[row], [row]]);
    expect(await twice(sql`select n from generate_series(1, ${2}::integer) n`)).toEqual([
      [{ n: 1 }, { n: 2 }],
      [{ n: 1 }, { n: 2 }],
    ]);
    expect(await twice(sql`update things set name = ${'x'} where id = ${0}`)).toEqual([[], []]);
  });

  test('works on the same connection after its first execution failed', async () => {
    const before = await backend();
    const insert = (id: number) => database.rows(sql`insert into things values (${id}, 'x')`);
    const quotient = (by: number) => database.rows(sql`select 12 / ${by}::integer as quotient`);
    await database.script(`insert into things values (1, 'x')`);
    await expect(insert(1)).rejects.toMatchObject({ code: '23505' });
    expect([await insert(2), await insert(3)]).toEqual([[], []]);
    await expect(insert(3)).rejects.toMatchObject({ code: '23505' });
    await expect(quotient(0)).rejects.toMatchObject({ code: '22012' });
    expect([await quotient(3), await quotient(4)]).toEqual([[{ quotient: 4 }], [{ quotient: 3 }]]);
    expect(await backend()).toBe(before);
  });

  test('fails if a value cannot be sent, without affecting later statements on the connection', async () => {
    const before = await backend();
    const circular: Record<string, unknown> = {};
    circular.itself = circular;
    await expect(database.rows(sql`select ${circular}::text as value`)).rejects.toThrow('circular');
    expect(await database.rows(sql`select ${'x'}::text as value`)).toEqual([{ value: 'x' }]);
    expect(await backend()).toBe(before);
  });

  test('returns the current columns after they have changed', async () => {
    const all = sql`select * from things where id = ${1}`;
    expect(await twice(all)).toEqual([[{ id: 1, name: 'x' }], [{ id: 1, name: 'x' }]]);
    await database.script('alter table things rename name to title');
    expect(await twice(all)).toEqual([[{ id: 1, title: 'x' }], [{ id: 1, title: 'x' }]]);
  });
});
