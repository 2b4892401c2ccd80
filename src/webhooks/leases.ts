// Leases of endpoints and streams as a whole.
import type { Database } from '../storage/database.ts';
import { freeStreamLeases } from './audit-stream-store.ts';
import { freeEndpointLeases } from './delivery-store.ts';

/** Ends every lease: this process is the only one and has just begun, so no holder is left. */
export async function freeWebhookLeases(database: Database): Promise<void> {
  await Promise.all([freeEndpointLeases(database), freeStreamLeases(database)]);
}
