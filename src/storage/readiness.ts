// Whether the database can serve this release: reachable, migrated, and not of a newer one.
import type { Database } from './database.ts';
import { type Migration, type SchemaState, schemaState } from './migrate.ts';
import type { Gateway } from './prepared.ts';

export type Readiness = { readonly isReady: true } | { readonly isReady: false; readonly why: string };

const WHY: Readonly<Record<Exclude<SchemaState, 'current'>, string>> = {
  empty: 'migrating',
  behind: 'migrating',
  newer: 'database is of a newer release',
};

/** Asks the database itself, every time: a server that was there a moment ago may be gone. `known` is this release's. */
export async function readinessOf(
  database: Database,
  gateway: Gateway,
  known: readonly Migration[],
): Promise<Readiness> {
  try {
    const state = await schemaState(database, known);
    if (state !== 'current') return { isReady: false, why: WHY[state] };
    return gateway.isOpen() ? { isReady: true } : { isReady: false, why: 'starting' };
  } catch {
    return { isReady: false, why: 'database unreachable' };
  }
}
