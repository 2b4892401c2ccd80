// Checks whether the server's database can hold the tables before the first one is created, and says what to do if it
// cannot.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lackOf, refuseUnfit } from '../../src/storage/migrations/database-fitness.ts';
import { migrate, schemaState } from '../../src/storage/migrations/migrate.ts';
import { migrationOf, migrations } from '../../src/storage/migrations/migration-files.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql, trusted } from '../../src/storage/sql.ts';

/** This does not depend on the defaults for new databases. */
const UTF8 = `encoding 'UTF8' template template0`;

/** The facts of a suitable database. */
const FACTS = {
  database: 'cairn',
  user: 'otto',
  version: 150_004,
  encoding: 'UTF8',
  folds_letters: true,
  schema: 'public',
  may_make_tables: true,
  may_make_extensions: true,
};

test.each([
  [{}, undefined],
  [{ version: 180_001 }, undefined],
  [{ version: 140_011 }, 'The server is PostgreSQL 14.'],
  [{ encoding: 'SQL_ASCII' }, 'Create one in UTF8'],
  [{ folds_letters: false }, 'the lowercase of I is not i'],
  [{ schema: null }, 'search_path'],
  [{ may_make_tables: false }, 'alter database "cairn" owner to "otto"'],
  [{ may_make_extensions: false }, 'may not create tables and extensions'],
])('checks a database with %j: %s', (other, sentence) => {
  const lack = lackOf({ ...FACTS, ...other });
  if (sentence === undefined) expect(lack).toBeUndefined();
  else expect(lack).toContain(sentence);
});

const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';

describe.skipIf(server === '')('a database server', () => {
  const name = `unfit_${process.pid}`;
  const urlAs = (user: string): string => {
    const url = new URL(server);
    url.pathname = name;
    url.username = user;
    return url.href;
  };
  const open = (url: string) => openPostgres({ url, poolSize: 2, onIdleFailure: () => undefined });
  const admin = open(server);
  const inDatabase = async (kind: string, check: () => Promise<void>): Promise<void> => {
    await admin.rows(trusted(`create database ${name} ${kind}`));
    try {
      await check();
    } finally {
      await admin.rows(trusted(`drop database ${name} with (force)`));
    }
  };
  const migratedAs = async (user: string, known = migrations()): Promise<string[]> => {
    const database = open(urlAs(user));
    return migrate(database, { known }).finally(() => database.close());
  };
  const letAllRead = async (): Promise<void> => {
    const database = open(urlAs(owner));
    await database.rows(sql`grant select on all tables in schema public to public`);
    await database.close();
  };
  const owner = decodeURIComponent(new URL(server || 'a:').username);

  beforeAll(() => admin.rows(trusted(`create role ${name} login`)));
  afterAll(async () => {
    await admin.rows(trusted(`drop role ${name}`));
    await admin.close();
  });

  test('refuses another encoding before it creates anything', async () => {
    const kind = `encoding 'SQL_ASCII' template template0 locale_provider libc lc_collate 'C' lc_ctype 'C'`;
    await inDatabase(kind, async () => {
      await expect(migratedAs(owner)).rejects.toThrow(`${name} uses SQL_ASCII. Create one in UTF8`);
      const database = open(urlAs(owner));
      expect(await schemaState(database)).toBe('empty');
      await database.close();
    });
  });

  test('refuses a locale with a different lowercase I, unless the database is already in use', async () => {
    const kind = `${UTF8} locale_provider icu icu_locale 'tr' lc_collate 'C' lc_ctype 'C'`;
    await inDatabase(kind, async () => {
      await expect(migratedAs(owner)).rejects.toThrow('the lowercase of I is not i');
      const database = open(urlAs(owner));
      expect(await schemaState(database)).toBe('empty');
      // The state that an earlier release has left behind.
      await database.script('create table schema_migrations (version integer, checksum text, serves_from integer)');
      await expect(refuseUnfit(database)).resolves.toBeUndefined();
      await database.close();
    });
  });

  test('refuses a database without permission to create tables, and works once another user has migrated it', async () => {
    await inDatabase(UTF8, async () => {
      await expect(migratedAs(name)).rejects.toThrow(`alter database "${name}" owner to "${name}"`);
      await migratedAs(owner);
      await letAllRead();
      expect(await migratedAs(name)).toEqual([]);
    });
  });

  test("names the migration that failed because of another user's table", async () => {
    await inDatabase(`${UTF8} owner ${name}`, async () => {
      await migratedAs(owner);
      const known = [...migrations(), migrationOf('0999_next.sql', 'alter table teams add column next text;\n')];
      await letAllRead();
      await expect(migratedAs(name, known)).rejects.toThrow(/^Migration 0999_next was not applied.*must be owner/);
    });
  });
});
