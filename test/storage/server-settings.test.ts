// Statements mean the same and results have the same format whatever the settings of a server, a database or a user
// are.
import { expect, test } from 'vitest';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { freshDatabase, onServer } from '../support/database.ts';

const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';

const SETTINGS = [
  `datestyle = 'German, DMY'`,
  `timezone = 'Asia/Kathmandu'`,
  'standard_conforming_strings = off',
  `intervalstyle = 'iso_8601'`,
  `bytea_output = 'escape'`,
  `client_encoding = 'LATIN1'`,
  'extra_float_digits = -5',
  `default_transaction_isolation = 'serializable'`,
  'array_nulls = off',
  'quote_all_identifiers = on',
  'transform_null_equals = on',
  'gin_fuzzy_search_limit = 1',
  'lock_timeout = 1',
  'idle_session_timeout = 60000',
];

/** Session settings that a pooler does not keep and transactions cannot set. The pooler controls its own sessions. */
const OF_SESSIONS = ['client_encoding', 'idle_session_timeout'];

const READ = sql`
  select '2026-02-03T04:05:06.789Z'::timestamptz::text as moment, '2026-02-03'::date::text as day,
    to_json('2026-02-03T04:05:06Z'::timestamptz) #>> '{}' as told, 'a\\b' as backslash, 'ß€🗿' as text,
    ${[null, 'x']}::text[] as list, current_setting('transaction_isolation') as isolation,
    0.1234567890123::double precision::text as number, interval '1 day'::text as span, U&'\\0069\\0307' as folded,
    '\\x00ff'::bytea as bytes, ${'03.02.2026\\n'} as given, 'groups'::regclass::text as name,
    (select count(*) from (values (null)) given (value) where value = null) as nulls,
    current_setting('gin_fuzzy_search_limit') as found, current_setting('lock_timeout') as locks,
    current_setting('idle_session_timeout') as idle`;
const AS_MEANT = {
  moment: '2026-02-03 04:05:06.789+00',
  day: '2026-02-03',
  told: '2026-02-03T04:05:06+00:00',
  backslash: 'a\\b',
  text: 'ß€🗿',
  list: [null, 'x'],
  isolation: 'read committed',
  number: '0.1234567890123',
  span: '1 day',
  folded: 'i\u0307',
  bytes: Buffer.from([0, 255]),
  given: '03.02.2026\\n',
  name: 'groups',
  nulls: 0,
  found: '0',
  locks: '0',
  idle: '0',
};

async function withSettings(settings: readonly string[], work: (url: string) => Promise<void>): Promise<void> {
  const fresh = await freshDatabase(server);
  const name = new URL(fresh.url).pathname.slice(1);
  for (const setting of settings) await onServer(server, `alter database "${name}" set ${setting}`);
  await work(fresh.url).finally(fresh.drop);
}

test.skipIf(server === '')("keeps migrations and results independent of the database's settings", () =>
  withSettings(SETTINGS, async (url) => {
    const database = openPostgres({ url, poolSize: 1, onIdleFailure: () => undefined });
    try {
      expect(await migrate(database)).toContain('0001_base');
      expect(await database.row(READ)).toEqual(AS_MEANT);
    } finally {
      await database.close();
    }
  }),
);

test.skipIf(server === '')('keeps them independent of these settings behind a pooler too', () =>
  withSettings(
    SETTINGS.filter((setting) => !OF_SESSIONS.some((name) => setting.startsWith(name))),
    async (url) => {
      const database = openPostgres({ url, poolSize: 1, prepareStatements: false, onIdleFailure: () => undefined });
      try {
        expect(await migrate(database)).toContain('0001_base');
        for (const isPatient of [false, true])
          expect(await database.inTransaction((tx) => tx.row(READ), { isPatient })).toEqual(AS_MEANT);
      } finally {
        await database.close();
      }
    },
  ),
);
