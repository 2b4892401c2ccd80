// A company moves all its data from the embedded database to a PostgreSQL server and continues there. Needs a
// PostgreSQL server.
import { existsSync, openAsBlob, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import { createSession } from '../../src/identity/sessions.ts';
import type { Db } from '../../src/storage/database.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { hasRestore } from '../../src/storage/last-restore.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sharedSecret } from '../../src/storage/shared-secret.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { TABLE_KINDS } from '../../src/storage/tables/table-kinds.ts';
import { tableCounts } from '../../src/storage/tables/table-sizes.ts';
import { browser } from '../doors/sign-in/browser.ts';
import { runHere } from '../support/command.ts';
import { type FreshDatabase, freshDatabase, POOLER } from '../support/database.ts';
import { OWN_MACHINE } from '../support/own-machine.ts';
import { memoryFolder } from '../support/temporary-folder.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';
import { type Everything, oneOfEverything, PASSWORD } from './one-of-everything.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';
const folder = memoryFolder('move');
const backup = join(folder, 'backup');
const prepareStatements = POOLER === undefined;
const common = {
  CAIRN_PUBLIC_URL: 'http://localhost:8080',
  CAIRN_EGRESS_ALLOW: OWN_MACHINE,
  CAIRN_DEMO: 'off',
  CAIRN_DATABASE_PREPARE: prepareStatements ? 'on' : 'off',
};
const before = {
  ...common,
  CAIRN_DATABASE_URL: `embedded:${join(folder, 'data')}`,
  CAIRN_ASSETS: join(folder, 'assets'),
};

/** Every row of every table and the position of every sequence, as text. */
async function contents(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = new Map<string, readonly string[]>();
  for (const { table } of await tableCounts(db)) {
    const rows = await db.rows<{ row: string }>(sql`select t::text as row from ${trusted(table)} t`);
    all.set(table, rows.map(({ row }) => row).sort());
  }
  for (const sequence of ['stamps', 'audit_outbox_seq_seq'])
    all.set(sequence, [JSON.stringify(await db.row(sql`select last_value, is_called from ${trusted(sequence)}`))]);
  return all;
}

interface Seen {
  readonly everything: Everything;
  /** The Owner's session on the command line. */
  readonly session: string;
  readonly cookie: string;
  readonly revision: number;
  readonly audit: readonly unknown[];
  /** The cursor after the first page of trails, and the next page. */
  readonly cursor: string;
  readonly second: unknown;
}

async function runOnEmbedded(): Promise<Seen> {
  const service = await world(before);
  const everything = await oneOfEverything(service);
  const { team_id, owner, publisher, trail, visitor } = everything;
  const { token: session } = await service.app.database.inTransaction((tx) =>
    createSession(tx, { team_id, account_id: owner.id, kind: 'cli' }, service.clock()),
  );
  const first = await publisher.speaks.get<{ next_cursor: string }>('/v1/trails?limit=1');
  const cursor = first.body.next_cursor;
  const second = (await publisher.speaks.get(`/v1/trails?limit=1&cursor=${cursor}`)).body;
  const { revision } = (await publisher.speaks.get<{ revision: number }>(`/v1/trails/${trail}`)).body;
  const audit = (await service.bearer(session).get<{ items: unknown[] }>('/manage/v1/audit?limit=100')).body.items;
  await service.close();
  return { everything, session, cookie: visitor.cookie('cairn_session') ?? '', revision, audit, cursor, second };
}

let seen: Seen;
let target: FreshDatabase;
let after: Record<string, string>;
let left: ReadonlyMap<string, readonly string[]>;
let here: World | undefined;
beforeAll(async () => {
  if (server === '') return;
  seen = await runOnEmbedded();
  target = await freshDatabase(server);
  after = { ...common, CAIRN_DATABASE_URL: target.url, CAIRN_ASSETS: join(folder, 'images') };
  expect(await runHere(['backup', backup, '--json'], before)).toMatchObject({ code: 0, stderr: '' });
  const copy = await openEmbedded(IN_MEMORY, { dump: await openAsBlob(join(backup, 'postgres.tar')) });
  left = await contents(copy);
  await copy.close();
});
afterAll(async () => {
  await here?.close();
  await target?.drop();
});

const copies = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('cairn-move-'));

describe.skipIf(server === '')('the move', () => {
  test('starts with a company that has at least one of everything', () => {
    expect([...left.keys()].filter((name) => left.get(name)?.length === 0)).toEqual([]);
    expect([...TABLE_KINDS.keys()].filter((table) => !left.has(table))).toEqual([]);
  });

  test('moves the company into a scratch database for the drill, and leaves the destination empty', async () => {
    const drill = await runHere(['restore', '--check', backup, '--json'], after);
    expect([drill.code, drill.stderr]).toEqual([0, '']);
    const rows = [...left].reduce((sum, [name, { length }]) => sum + (TABLE_KINDS.has(name) ? length : 0), 0);
    // One of the rows records the restore.
    expect(JSON.parse(drill.stdout)).toMatchObject({ kind: 'embedded', checked: true, migrated: [], rows: rows + 1 });
    expect(existsSync(after.CAIRN_ASSETS ?? '')).toBe(false);
  });

  test('copies every row of every table and the position of every sequence unchanged', async () => {
    const earlier = copies();
    const moved = await runHere(['restore', backup, '--json'], after);
    expect([moved.code, moved.stderr]).toEqual([0, expect.stringMatching(/^\d+ rows of \d+ tables\n$/)]);
    expect(JSON.parse(moved.stdout)).toMatchObject({ kind: 'embedded', restored: true, moved_to: 'postgres' });
    const database = openPostgres({ url: target.url, poolSize: 1, prepareStatements, onIdleFailure: () => undefined });
    // The source may have been used after the backup, so the service skips numbers at its next start.
    expect(await hasRestore(database)).toBe(true);
    const arrived = new Map(await contents(database));
    const settings = arrived.get('service_settings') ?? [];
    arrived.set(
      'service_settings',
      settings.filter((row) => !row.startsWith('(restored,')),
    );
    expect(arrived).toEqual(left);
    await database.close();
    expect(copies()).toEqual(earlier);
  });

  test('has the same schema as a new server database', async () => {
    here = await world(after);
    const other = await freshDatabase(server);
    const env = { ...after, CAIRN_DATABASE_URL: other.url };
    expect((await runHere(['migrate', '--json'], env)).code).toBe(0);
    const fresh = await world(env);
    expect(await schemaOf(here)).toEqual(await schemaOf(fresh));
    await fresh.close();
    await other.drop();
  });

  test('keeps keys, sessions, passwords, cursors, encrypted secrets and images valid', async () => {
    const there = here as World;
    const { publisher, owner, team_id, image } = seen.everything;
    const key = there.bearer(publisher.key);
    expect((await key.get('/v1/me')).body).toMatchObject({ catalog: { team_id } });
    expect((await key.get(`/v1/trails?limit=1&cursor=${seen.cursor}`)).body).toEqual(seen.second);
    const cookie = { Cookie: `cairn_session=${seen.cookie}`, 'X-Cairn-Console': '1' };
    expect((await there.anyone.send('GET', '/manage/v1/session', undefined, cookie)).status).toBe(200);
    const visitor = browser(there);
    const signIn = await visitor.send('POST', '/sign-in/password', { email: owner.email, password: PASSWORD });
    expect(signIn.status).toBe(200);
    // Newest first, after the sign-in above.
    const audit = await there.bearer(seen.session).get<{ items: unknown[] }>('/manage/v1/audit?limit=100');
    expect(audit.body.items.slice(1)).toEqual(seen.audit.slice(0, 99));
    const { database } = there.app;
    const row = await database.row<{ sealed_secret: string }>(sql`select sealed_secret from single_sign_on`);
    const secret = await sharedSecret(database, 'sealed-secrets');
    expect(sealerOf(() => [secret]).open(row?.sealed_secret ?? '', team_id)).toBe('a client secret');
    expect((await there.anyone.send('GET', image)).status).toBe(200);
  });

  test('saves a trail after its earlier revision, and continues the sequences', async () => {
    const there = here as World;
    const { publisher, trail, team_id } = seen.everything;
    const key = there.bearer(publisher.key);
    const save = (title: string) =>
      key.put(`/v1/trails/${trail}/document`, { ...readyDocument(), title }, { 'If-Match': `"${seen.revision}"` });
    const saved = await save('Saved on the server');
    expect([saved.status, saved.headers.get('etag')]).toEqual([200, `"${seen.revision + 10_001}"`]);
    expect((await save('Too late')).status).toBe(412);
    const greatest = async (column: string, table: string) =>
      (await there.app.database.row<{ n: number }>(sql`select max(${trusted(column)}) as n from ${trusted(table)}`))?.n;
    const stamps = Number(await greatest('stamp', 'members'));
    const invited = await there
      .bearer(seen.session)
      .post('/manage/v1/members', { email: `new@${team_id.slice(-8)}.test`, name: 'New', roles: [] });
    expect(invited.status).toBe(201);
    expect(Number(await greatest('stamp', 'members'))).toBeGreaterThan(stamps);
    const outbox = await there.app.database.rows<{ seq: number }>(sql`select seq from audit_outbox`);
    expect(new Set(outbox.map(({ seq }) => seq)).size).toBe(outbox.length);
    await there.app.dispatcher.round();
    expect((await there.app.database.rows(sql`select from audit_outbox`)).length).toBe(0);
  });

  test('refuses a destination that is not empty, and leaves it unchanged', async () => {
    const again = await runHere(['restore', backup], { ...after, CAIRN_ASSETS: join(folder, 'elsewhere') });
    expect([again.code, again.stdout, again.stderr]).toEqual([1, '', expect.stringContaining('is not empty')]);
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });
});

/** Columns, constraints and indexes, and the states of triggers. */
const schemaOf = async ({ app }: World): Promise<readonly string[]> =>
  (
    await app.database.rows<{ line: string }>(sql`
      select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
      union all select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
      order by 1`)
  ).map(({ line }) => line);
