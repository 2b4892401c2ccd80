// Compares the columns that PostgreSQL describes for each statement of a store with the row type under which the code
// reads it. The statements come from requests through every door, and from calls of each function of a store.
import { openAsBlob, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import type { Db } from '../../src/storage/database.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { startServer } from '../../src/storage/embedded/embedded-thread.ts';
import { sql } from '../../src/storage/sql.ts';
import { visitEveryDoor } from '../scale/every-door.ts';
import { world } from '../support/world.ts';
import { describedBy, faultsOf, notedCalls, rowTypesIn } from './row-types.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Nullable columns in statements that find only rows with a value, each with the reason. */
const NEVER_NULL: Readonly<Record<string, string>> = {
  'src/credentials/credential-store.ts expires_at may be null': 'compares it',
  'src/credentials/ending-in-team-store.ts expires_at may be null': 'compares it',
  'src/credentials/oauth-grant-store.ts client_id may be null': 'finds only access tokens',
  'src/credentials/oauth-grant-store.ts expires_at may be null': 'compares it',
  'src/credentials/oauth-grant-store.ts resource may be null': 'finds only access tokens',
  'src/credentials/scim-token-store.ts expires_at may be null': 'compares it',
  'src/directory/groups/group-change-store.ts joins may be null': 'finds only members of a change',
  'src/directory/managers/manager-store.ts account_id may be null': 'leaves out people without a manager',
  'src/directory/members/member-store.ts email_key may be null': 'joins on it',
  'src/identity/single-sign-on-store.ts email may be null': 'compares its folded form',
  'src/provisioning/users/awaited-manager-store.ts connection_id may be null': 'leaves out people without a connection',
  'src/provisioning/users/awaited-manager-store.ts manager_ref may be null': 'leaves out people who wait for no one',
  'src/trails/catalog/catalog-store.ts image_secret may be null': 'sets it',
  'src/trails/publication/names-store.ts skill_name may be null': 'compares it',
  'src/trails/readers/group-grant-store.ts reach may be null': 'finds only grants of groups, which have one',
  'src/trails/readers/visible-trail-store.ts published_at may be null': 'finds only live trails',
  'src/trails/readers/visible-trail-store.ts version may be null': 'finds only live trails',
};
/** Statements that only a caller with real values sends, by file. */
const UNREACHED = [
  'src/identity/sealed-settings-store.ts',
  'src/provisioning/groups/group-record-store.ts',
  'src/surfacing/model-spending-store.ts',
  'src/trails/catalog/trail-page-store.ts',
  'src/trails/readers/audience-store.ts',
  'src/webhooks/sealed-texts-store.ts',
];

/** Each call reads its statement with a wrong row type. */
const planted = [
  (db: Db) => db.rows<{ team_id: string; title: string }>(sql`select team_id, name as heading from teams`),
  (db: Db) => db.row<{ plan: number }>(sql`select plan from teams`),
  (db: Db) => db.row<{ total: string }>(sql`select count(*) as total from teams`),
  (db: Db) => db.row<{ email: string }>(sql`select email from accounts where false`),
  (db: Db) => db.row<{ name: string }>(sql`select nullif(name, name) as name from teams`),
  (db: Db) => db.row<{ name: string | null }>(sql`select name from teams`),
];
const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('src', name));
const HERE = 'test/storage/row-types.test.ts';

/** Used for every argument that is not a text. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.iterator ? [][Symbol.iterator] : name === 'then' ? undefined : anything),
  apply: () => anything,
});

/**
 * Calls each function of each store, with a database that finds at most one row. Many fail after a statement or two.
 */
async function callStores(noting: (db: Db) => Db): Promise<void> {
  const stores = SOURCES.filter((file) => file.endsWith('-store.ts'));
  const modules: readonly object[] = await Promise.all(stores.map((file) => import(resolve(file))));
  for (const exported of modules.flatMap((module): unknown[] => Object.values(module))) {
    if (typeof exported !== 'function') continue;
    for (const argument of [anything, 'a@example.com', 1])
      for (const found of [[], [anything]])
        await Promise.resolve(Array(9).fill(argument))
          .then((rest) => exported(noting(answering([found])), ...rest))
          .catch(() => undefined);
  }
}

/** A database with these answers, in order, and none after them. */
function answering(answers: readonly (readonly unknown[])[]): Db {
  const left = [...answers];
  return { rows: async () => (left.shift() ?? []) as never[], row: async () => undefined };
}

let faults: Map<string, readonly string[]>;
let unreached: readonly string[];

beforeAll(async () => {
  const { around, noting, calls } = notedCalls();
  const service = await world(
    { CAIRN_PUBLIC_URL: 'http://localhost:8080', CAIRN_DATABASE_URL: `embedded:${IN_MEMORY}` },
    { around },
  );
  expect(await visitEveryDoor(service)).toEqual([]);
  for (const read of planted) await read(service.app.database);
  await service.close();
  await callStores(noting);

  const server = await startServer(undefined, await openAsBlob(inject('migratedDump')));
  const client = new pg.Client({ stream: () => server.socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ id: string; is_nullable: boolean }>(`
    select attrelid || '.' || attnum as id, not attnotnull as is_nullable
    from pg_attribute join pg_class c on c.oid = attrelid where relkind in ('r', 'p')`);
  const nullable = new Map(rows.map(({ id, is_nullable }) => [id, is_nullable]));
  const types = rowTypesIn([...SOURCES, HERE]);
  faults = new Map();
  for (const [place, type] of types) {
    const { texts = [], nulls = new Set<string>() } = calls.get(place) ?? {};
    for (const text of texts) {
      const fields = await describedBy(client, text);
      const found =
        fields && faultsOf(type, { text, fields, nulls }, (table, column) => nullable.get(`${table}.${column}`));
      if (found !== undefined) faults.set(place, [...(faults.get(place) ?? []), ...found]);
    }
  }
  unreached = [...types.keys()].filter((place) => !faults.has(place));
  await client.end();
  await server.close();
});

test('reads every statement with the row type that PostgreSQL describes', () => {
  const found = [...faults]
    .filter(([place]) => !place.startsWith(HERE))
    .flatMap(([place, all]) => all.map((fault) => `${place.replace(/:\d+$/, '')} ${fault}`));
  expect([...new Set(found)].sort()).toEqual(Object.keys(NEVER_NULL));
});

test('finds each deliberately wrong row type', () => {
  expect([...faults].filter(([place]) => place.startsWith(HERE)).map(([, all]) => all)).toEqual([
    ['has no column title', 'reads no heading'],
    ['reads plan (string) as number'],
    ['reads total (number) as string'],
    ['email may be null'],
    ['name may be null'],
    ['name is never null'],
  ]);
});

test('reaches every statement of the stores, except the listed ones', () => {
  const stores = unreached.filter((place) => /-store\.ts/.test(place));
  expect(stores.map((place) => place.replace(/:\d+$/, '')).sort()).toEqual(UNREACHED);
});
