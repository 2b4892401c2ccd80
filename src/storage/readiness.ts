// Checks whether this release can use the database: it must be reachable, migrated, and not from a newer release.
import type { Database } from './database.ts';
import type { Gateway } from './gateway.ts';
import type { Migration } from './migrations/migration-files.ts';
import { type SchemaState, schemaStateOf } from './migrations/schema-state.ts';
import type { Outage } from './reach.ts';
import { sql } from './sql.ts';

export type Readiness =
  | { readonly isReady: true; readonly outage?: Outage | undefined }
  | { readonly isReady: false; readonly why: string };

const WHY: Readonly<Record<Exclude<SchemaState, 'current'>, string>> = {
  empty: 'migrating',
  behind: 'migrating',
  newer: 'database is of a newer release',
  changed: 'database was built by another release',
};

/** Asks the database each time, because a server can fail at any time. `known`: this release's migrations. */
export async function readinessOf(
  database: Database,
  gateway: Gateway,
  known: readonly Migration[],
): Promise<Readiness> {
  const { reached, writable, applied } = await database.health();
  if (!reached) return { isReady: false, why: 'database unreachable' };
  const state = schemaStateOf(applied, known);
  if (state !== 'current') return { isReady: false, why: WHY[state] };
  if (!writable) return { isReady: false, why: 'database takes no changes' };
  return gateway.isOpen() ? { isReady: true, outage: database.outage?.last() } : { isReady: false, why: 'starting' };
}

/** PostgreSQL's version, e.g. `16.4`, for administrators. */
export async function serverVersion(database: Database): Promise<string> {
  const row = await database.row<{ version: string }>(sql`select current_setting('server_version') as version`);
  return row?.version ?? 'unknown';
}
