// A migrated database for a test file: embedded and in memory, or, where CAIRN_TEST_DATABASE_URL names a PostgreSQL server,
// a fresh database on that server which is dropped on close.
import { openAsBlob } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { IN_MEMORY, openEmbedded } from '../../src/storage/embedded.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres.ts';

/** Opens it; `close()` leaves nothing behind. */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.CAIRN_TEST_DATABASE_URL;
  if (server === undefined) return openMigrated();
  const database = await openFresh(server);
  await migrate(database);
  return database;
}

/** An embedded database in memory that is migrated already (global-setup.ts). */
export const openMigrated = async (): Promise<Database> =>
  openEmbedded(IN_MEMORY, await openAsBlob(inject('migratedDump')));

/** An empty database on the test server: its URL, and how to be rid of it. */
export async function freshDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `cairn_test_${process.pid}_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) };
}

async function openFresh(server: string): Promise<Database> {
  const { url, drop } = await freshDatabase(server);
  const database = openPostgres({ url, poolSize: 8, onIdleFailure: () => undefined });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { ...database, close };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
