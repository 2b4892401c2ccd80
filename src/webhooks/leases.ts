// The leases of all endpoints and streams.
import type { Database } from '../storage/database.ts';
import { freeStreamLeases } from './audit-stream-store.ts';
import { freeEndpointLeases } from './delivery-store.ts';

/** Ends all leases. Call this if this process is the only one and has just started, so no holder exists. */
export async function freeWebhookLeases(database: Database): Promise<void> {
  await Promise.all([freeEndpointLeases(database), freeStreamLeases(database)]);
}
