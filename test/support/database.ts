// Provides a migrated database for a test file: embedded and in memory, or a new database on the PostgreSQL server in
// CAIRN_TEST_DATABASE_URL, which is dropped on close. CAIRN_TEST_POOLER_URL is a pooler in transaction mode in front of
// that server. The service connects through it. Code that creates and drops databases does not.
import { openAsBlob } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import type { Tracing } from '../../src/base/tracing.ts';
import type { Database } from '../../src/storage/database.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { type EmbeddedDatabase, openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { tracedDatabase } from '../../src/storage/traced-database.ts';
import { reusedDatabases } from './reused-database.ts';

export const POOLER = process.env.CAIRN_TEST_POOLER_URL;

/** Opens the database. `close()` leaves nothing behind. */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.CAIRN_TEST_DATABASE_URL;
  if (server === undefined) return openMigrated();
  const { url, drop } = await migratedDatabase(server);
  const database = openPostgres({
    url,
    poolSize: 8,
    prepareStatements: POOLER === undefined,
    onIdleFailure: () => undefined,
  });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { ...database, close };
}

/**
 * Opens a database that no test has used before, for tests that change definitions or count from the first statement.
 * `tracing` receives the spans of batched reads.
 */
export const openUnused = async (tracing?: Tracing): Promise<EmbeddedDatabase> =>
  openEmbedded(IN_MEMORY, { dump: await openAsBlob(inject('migratedDump')), tracing });

const reused = reusedDatabases(() => openUnused());
const reusedTraced = reusedDatabases(openSwitched);

/** An embedded in-memory database that is already migrated (global-setup.ts). */
export async function openMigrated(tracing?: Tracing): Promise<Database> {
  if (tracing === undefined) return reused();
  const database = await reusedTraced();
  database.traceTo(tracing);
  return tracedDatabase(database, tracing);
}

interface SwitchedDatabase extends EmbeddedDatabase {
  /** From now on this tracing receives the spans of batched reads. */
  traceTo(tracing: Tracing): void;
}

async function openSwitched(): Promise<SwitchedDatabase> {
  let current: Tracing | undefined;
  const database = await openUnused({
    active: () => current?.active(),
    begin(start, parent) {
      if (current === undefined) throw new Error('Nobody uses this database.');
      return current.begin(start, parent);
    },
    close: async () => undefined,
  });
  const traceTo = (tracing: Tracing): void => {
    current = tracing;
  };
  return { ...database, traceTo };
}

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database on the test server. Returns its URL and a function that drops it. */
export const freshDatabase = (server: string): Promise<FreshDatabase> =>
  create(server, `encoding 'UTF8' template template0`);

/** Creates a migrated database as a copy of the one that global-setup.ts made. */
export const migratedDatabase = (server: string): Promise<FreshDatabase> =>
  create(server, `template ${inject('migratedTemplate')}`);

async function create(server: string, options: string): Promise<FreshDatabase> {
  const name = `cairn_test_${process.pid}_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
  await onServer(server, `create database ${name} ${options}`);
  return { url: urlOf(POOLER ?? server, name), drop: () => onServer(server, `drop database ${name} with (force)`) };
}

/** The URL of another database on the same server. */
export function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on the server itself, such as `create database`. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
