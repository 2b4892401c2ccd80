// A connection's provisioning log: every request of the identity provider, its outcome, and explanations of refusals.
// Values are masked before they are stored (masking.ts). Entries expire.

import { instant } from '../../base/clock.ts';
import type { Database, Db } from '../../storage/database.ts';
import { dropMonths } from '../../storage/tables/log-partitions.ts';
import * as store from './provisioning-log-store.ts';
import type {
  ProvisioningEntry,
  ProvisioningFilter,
  ProvisioningRequest,
  ProvisioningSummary,
} from './provisioning-request.ts';
import { noticeRepeated } from './repeated-writes.ts';

export { readProvisioning } from './provisioning-log-store.ts';
export { findPending as pendingSuspension, selectRequestsAbout as requestsAbout } from './requests-about-store.ts';

/** An entry whose team may be unknown: a request refused for its credentials only names its connection. */
export type ProvisioningNote = Omit<ProvisioningRequest, 'team_id'> & { readonly team_id: string | undefined };

/** A request with its entry id, so that retries store it only once. */
export type Numbered<Note> = Note & { readonly entry_id: string; readonly sent?: string | null };

const MAX_NAME_LENGTH = 320;

/**
 * Stores masked requests in one statement, ordered by id. Skips requests of deleted connections and requests already
 * stored.
 */
export async function recordProvisioning(db: Db, requests: readonly Numbered<ProvisioningRequest>[]): Promise<void> {
  if (requests.length === 0) return;
  const noticed = await noticeRepeated(db, requests);
  await store.insertProvisioning(
    db,
    noticed.map((request) => ({
      ...request,
      resource_name: request.resource_name?.slice(0, MAX_NAME_LENGTH) ?? null,
    })),
  );
}

/** A summary of the requests since `since` (milliseconds), per `hour` or `day`. */
export const summarizeProvisioning = (
  db: Db,
  teamId: string,
  connectionId: string,
  by: 'hour' | 'day',
  since: number,
): Promise<ProvisioningSummary> => store.selectSummary(db, teamId, connectionId, by, instant(since));

const BATCH = 500;

/** All entries that match the filter, newest first, read in batches. */
export async function* allProvisioning(
  db: Db,
  teamId: string,
  connectionId: string,
  filter: ProvisioningFilter,
): AsyncGenerator<ProvisioningEntry> {
  let after: string | null = null;
  while (true) {
    const batch: ProvisioningEntry[] = await store.readProvisioning(db, teamId, connectionId, filter, after, BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last.id;
  }
}

/**
 * Deletes entries from before `before` (milliseconds), or whole months if the log is partitioned. Returns how many
 * entries it deleted.
 */
export const sweepProvisioning = async (database: Database, before: number): Promise<number> =>
  (await dropMonths(database, store.LOG, before)) ?? store.deleteOlder(database, instant(before));
