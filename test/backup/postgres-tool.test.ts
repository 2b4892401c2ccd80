// PostgreSQL's tools run on the service's database. They parse the address like the service, whatever characters are in
// user, password and database name, and the password never appears in a process list.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPostgresTool, type ToolRun } from '../../src/backup/postgres-tool.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { type Cluster, canMakeClusters, clusters } from '../faults/own-cluster.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
/** Names are limited to 63 bytes. */
const NAMES = [0, 1, 2].map((part) => `n${PRINTABLE.slice(part * 32, (part + 1) * 32).join('')}ü`);
const SIGNS = PRINTABLE.filter((one) => !/[a-z\d]/i.test(one)).join('');
const ODD = ['%', '100%', '%zz', '%2', '%C3', 'ü€😀'];
const PASSWORDS = [SIGNS.slice(0, 17), SIGNS.slice(17), '%41', '?password=x', ...ODD];
/** Not encoded, as people write them, except for characters that would end this part of an address. */
const UNENCODED = [SIGNS.slice(0, 17).replace(/[/?#]/g, ''), SIGNS.slice(17).replace(/[/?#]/g, ''), ...ODD];

/** For tests that do not depend on the server's state. */
const run = (url: string): ToolRun => ({
  url,
  database: { rows: async () => [], row: async () => undefined },
  silenceMs: 60_000,
});

const hasTools = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'pg_dump')));

describe.runIf(canMakeClusters && hasTools)('a server with password authentication', () => {
  const own = clusters();
  let cluster: Cluster;
  beforeAll(() => {
    cluster = own.primary(20_000 + (process.pid % 10_000), true);
  });
  afterAll(() => own.remove());

  async function asSuperuser(statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ host: '127.0.0.1', port: cluster.port, user: 'postgres', database: 'postgres' });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  /** The user and database of the service's connection, as the tool parses them from the address. */
  async function reached(url: string): Promise<unknown> {
    const database = openPostgres({ url, poolSize: 1, onIdleFailure: () => undefined });
    try {
      await runPostgresTool('pg_dump', ['--schema-only', '--file=/dev/null'], { ...run(url), database });
      return await database.row(sql`select current_user::text as name, current_database()::text as database`);
    } catch (thrown) {
      return String(thrown);
    } finally {
      await database.close();
    }
  }
  const address = (user: string, password: string, database: string): string =>
    `postgres://${user}:${password}@127.0.0.1:${cluster.port}/${database}`;
  const identifier = (name: string): string => pg.escapeIdentifier(name);
  const setPassword = (name: string, password: string): string =>
    `alter role ${identifier(name)} password ${pg.escapeLiteral(password)}`;

  test.each(NAMES)('accepts %j for a database with this name', async (name) => {
    await asSuperuser([
      `create role ${identifier(name)} login`,
      setPassword(name, name),
      `create database ${identifier(name)} owner ${identifier(name)}`,
    ]);
    const encoded = encodeURIComponent(name);
    expect(await reached(address(encoded, encoded, encoded))).toEqual({ name, database: name });
    const inQuery = `postgres://127.0.0.1:${cluster.port}/${encoded}?password=${encoded}&user=${encoded}`;
    expect(await reached(inQuery)).toEqual({ name, database: name });
  });

  test('accepts every password, encoded or raw, unless it ends a part of the address', async () => {
    await asSuperuser(['create role someone login']);
    const wrong: unknown[] = [];
    const written = [
      ...PASSWORDS.map((password) => [password, encodeURIComponent(password)] as const),
      ...UNENCODED.map((password) => [password, password] as const),
    ];
    for (const [password, one] of written) {
      await asSuperuser([setPassword('someone', password)]);
      const who = await reached(address('someone', one, 'postgres'));
      if (typeof who === 'string') wrong.push([one, who]);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a PostgreSQL tool', () => {
  const folder = temporaryFolder('tool');
  const { PATH } = process.env;
  beforeAll(() => {
    const program = join(folder, 'pg_dump');
    writeFileSync(
      program,
      `#!/bin/sh\nprintf '%s' "$*" > ${folder}/args\nprintf '%s' "$PGPASSWORD" > ${folder}/secret\n`,
    );
    chmodSync(program, 0o755);
    process.env.PATH = `${folder}${delimiter}${PATH}`;
  });
  afterAll(() => {
    process.env.PATH = PATH;
  });

  test.each([
    ['postgres://u:s3cret@h/d', 's3cret', 'postgres://u@h/d'],
    ['postgresql://u:s3%40cret@h:1,i:2/d?sslmode=require', 's3@cret', 'postgresql://u@h:1,i:2/d'],
    ['postgres://u:s3@cret@h/d', 's3@cret', 'postgres://u@h/d'],
    ['postgres://u:s3%cret@h/d', 's3%cret', 'postgres://u@h/d'],
    ['postgres://u:s3:cret@h/', 's3:cret', 'postgres://u@h/'],
    ['postgres://h/d?user=u&password=s3%25cret&sslmode=disable', 's3%cret', 'postgres://h/d?user=u'],
    ['postgres://u:other@h/d?password=s3cret', 's3cret', 'postgres://u@h/d'],
    ['postgres://:s3cret@h/d', 's3cret', 'postgres://h/d'],
    ['postgres://u@h/d', '', 'postgres://u@h/d'],
    ['postgres://h/d', '', 'postgres://h/d'],
    ['postgres://h/d?application_name=x&sslmode=disable', '', 'postgres://h/d'],
  ])('for %s gets the password %j separately from the address %s', async (url, password, told) => {
    await runPostgresTool('pg_dump', [], run(url));
    expect([readFileSync(join(folder, 'secret'), 'utf8'), readFileSync(join(folder, 'args'), 'utf8')]).toEqual([
      password,
      `--dbname=${told}`,
    ]);
  });

  test('is reported if it is missing, fails or was terminated by the service', async () => {
    const url = 'postgres://u@h/d';
    await expect(
      runPostgresTool('pg_restore', ['--no-such'], { ...run(url), signal: AbortSignal.abort() }),
    ).rejects.toThrow('abort');
    writeFileSync(join(folder, 'pg_restore'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    await expect(runPostgresTool('pg_restore', [], run(url))).rejects.toThrow('ended with exit code 3');
    process.env.PATH = join(folder, 'nowhere');
    const thrown = await runPostgresTool('pg_dump', [], run(url)).catch((failure: unknown) => failure);
    expect([isRefusal(thrown, 'not-found'), String(thrown)]).toEqual([true, expect.stringContaining('not installed')]);
  });
});
