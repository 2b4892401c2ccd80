// Whether the database can serve this release: reachable, migrated, and not of a newer one.
import type { Database } from './database.ts';
import { type SchemaState, schemaState } from './migrate.ts';

export type Readiness = { readonly isReady: true } | { readonly isReady: false; readonly why: string };

const WHY: Readonly<Record<Exclude<SchemaState, 'current'>, string>> = {
  empty: 'migrating',
  behind: 'migrating',
  newer: 'database is of a newer release',
};

export async function readinessOf(database: Database): Promise<Readiness> {
  try {
    const state = await schemaState(database);
    return state === 'current' ? { isReady: true } : { isReady: false, why: WHY[state] };
  } catch {
    return { isReady: false, why: 'database unreachable' };
  }
}
