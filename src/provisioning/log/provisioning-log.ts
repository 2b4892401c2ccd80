// The provisioning log of a connection: every request of its identity provider, what became of it, and the sentence
// that explains a refusal. Values are masked before they are stored (masking.ts); entries are kept for a bounded time.

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

export { readProvisioning } from './provisioning-log-store.ts';

/** An entry whose team may not be known yet: a request that was refused at the door names its connection only. */
export type ProvisioningNote = Omit<ProvisioningRequest, 'team_id'> & { readonly team_id: string | undefined };

/** A request under the id of its entry, by which it is recorded once however often it is tried. */
export type Numbered<Note> = Note & { readonly entry_id: string };

const LONGEST_NAME = 320;

/**
 * Records requests, whose values are masked already, in one statement and in the order of their ids. Requests of a
 * connection that is gone are left out, and those that are recorded already.
 */
export async function recordProvisioning(db: Db, requests: readonly Numbered<ProvisioningRequest>[]): Promise<void> {
  if (requests.length === 0) return;
  await store.insertProvisioning(
    db,
    requests.map((request) => ({
      ...request,
      resource_name: request.resource_name?.slice(0, LONGEST_NAME) ?? null,
    })),
  );
}

/** The summary of what came since `since` (milliseconds), counted by `hour` or `day`. */
export const summarizeProvisioning = (
  db: Db,
  teamId: string,
  connectionId: string,
  by: 'hour' | 'day',
  since: number,
): Promise<ProvisioningSummary> => store.selectSummary(db, teamId, connectionId, by, instant(since));

const BATCH = 500;

/** Every entry that passes the filter, newest first, read in batches. */
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

/** Removes what was logged before `before` (milliseconds), of a divided log by whole months; answers how many went. */
export const sweepProvisioning = async (database: Database, before: number): Promise<number> =>
  (await dropMonths(database, store.LOG, before)) ?? store.deleteOlder(database, instant(before));
