// Reading the audit log: a page at a time, or all of it as a stream for an export. Nothing here writes.

import type { Db } from '../storage/database.ts';
import type { AuditEntry, AuditFilter } from './audit-entry.ts';
import { selectEntries, selectEntriesById } from './audit-store.ts';

/** Where a page starts and how long it is: after the entry of that id, null for the newest. */
export interface AuditPage {
  readonly after: string | null;
  readonly limit: number;
}

/** A page of the team's log, newest first. A full page may have a next one, which starts after its last entry. */
export const readAudit = (db: Db, teamId: string, filter: AuditFilter, page: AuditPage): Promise<AuditEntry[]> =>
  selectEntries(db, teamId, filter, page.after, page.limit);

const BATCH = 500;

/** What a reader adds to entries that were read together. */
export type Completion = (entries: readonly AuditEntry[]) => Promise<readonly AuditEntry[]>;

/** Every entry that passes the filter, newest first, read in batches so that memory stays flat. */
export async function* allAudit(
  db: Db,
  teamId: string,
  filter: AuditFilter,
  complete: Completion = async (entries) => entries,
): AsyncGenerator<AuditEntry> {
  let after: string | null = null;
  while (true) {
    const batch: AuditEntry[] = await selectEntries(db, teamId, filter, after, BATCH);
    yield* await complete(batch);
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last.id;
  }
}

/** The entries of these ids with their workspaces, in the order in which they are named. */
export async function readEntries(
  db: Db,
  names: readonly { readonly team_id: string; readonly id: string }[],
): Promise<(AuditEntry & { readonly team_id: string })[]> {
  const teams = names.map(({ team_id }) => team_id);
  const ids = names.map(({ id }) => id);
  const entries = new Map((await selectEntriesById(db, teams, ids)).map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => entries.get(id) ?? []);
}
