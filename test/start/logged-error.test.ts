// Logs are kept longer and read by more people than a database, so they contain failures without values.
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogger } from '../../src/start/log.ts';
import { loggedError } from '../../src/start/logged-error.ts';
import type { Database } from '../../src/storage/database.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The output of the process's logger for the error that the statement throws. */
async function logged(statement: Sql): Promise<Record<string, unknown>> {
  const serializers = Reflect.get(openLogger('silent'), pino.symbols.serializersSym) as {
    err(thrown: unknown): object;
  };
  const thrown: unknown = await database.rows(statement).catch((failure: unknown) => failure);
  return serializers.err(thrown) as Record<string, unknown>;
}

test.each<[string, Sql, object]>([
  [
    'a row that violates a constraint',
    sql`insert into accounts (account_id, email, name) values (null, 'ana@private.test', 'Ana Private')`,
    { code: '23502', table: 'accounts', column: 'account_id' },
  ],
  [
    'a duplicate key',
    sql`insert into accounts (account_id, email, name) select gen_random_uuid(), 'ana@private.test', 'Ana Private'
      from generate_series(1, 2)`,
    { code: '23505', constraint: 'accounts_email' },
  ],
  [
    'an unreadable value',
    sql`select ${'ana@private.test'}::integer`,
    { code: '22P02', message: 'invalid input syntax for type integer' },
  ],
])('logs no value of %s', async (_what, statement, told) => {
  const line = await logged(statement);
  expect(line).toMatchObject({ type: 'DatabaseError', stack: expect.stringMatching(/\n +at /), ...told });
  expect(JSON.stringify(line)).not.toMatch(/private/i);
});

test('logs no fields added by libraries, in causes and AggregateErrors', () => {
  const sent = Object.assign(new TypeError('It failed.'), { requestBodyValues: { prompt: 'private' }, code: 7 });
  const line = loggedError(new AggregateError([sent], 'Both failed.', { cause: sent }));
  const told = { type: 'TypeError', message: 'It failed.', code: 7 };
  expect(line).toMatchObject({ type: 'AggregateError', message: 'Both failed.', cause: told, errors: [told] });
  expect(JSON.stringify(line)).not.toContain('private');
});

test('logs the type of a value that is not an error, and cuts off an endless chain of causes', () => {
  expect([loggedError('private'), loggedError(undefined)]).toEqual([{ type: 'string' }, { type: 'undefined' }]);
  const endless = new Error('Again.');
  endless.cause = endless;
  expect(JSON.stringify(loggedError(endless)).match(/"message":"Again\."/g)).toHaveLength(6);
  const among = new AggregateError([], 'Again.');
  among.errors.push(among);
  expect(JSON.stringify(loggedError(among)).match(/"message":"Again\."/g)).toHaveLength(6);
});
