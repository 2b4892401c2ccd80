// Reads the audit log, page by page or as a stream for an export.

import type { Db } from '../storage/database.ts';
import type { AuditEntry, AuditFilter } from './audit-entry.ts';
import { selectEntries, selectEntriesById } from './audit-store.ts';

export { selectEntriesAfter as entriesAfter } from './audit-store.ts';
export { selectHistory as historyOf } from './history-store.ts';

/** The start of a page (after the entry with that id; null for the newest) and its length. */
export interface AuditPage {
  readonly after: string | null;
  readonly limit: number;
}

/** A page of the team's log, newest first. If the page is full, there may be a next page after its last entry. */
export const readAudit = (db: Db, teamId: string, filter: AuditFilter, page: AuditPage): Promise<AuditEntry[]> =>
  selectEntries(db, teamId, filter, page.after, page.limit);

const BATCH = 500;

/** Adds data to entries that were read together. */
export type Completion = (entries: readonly AuditEntry[]) => Promise<readonly AuditEntry[]>;

/** All entries that match the filter, newest first, read in batches to limit memory. */
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

/** The entries with these ids, with their workspaces, in the given order. */
export async function readEntries(
  db: Db,
  names: readonly { readonly team_id: string; readonly id: string }[],
): Promise<(AuditEntry & { readonly team_id: string })[]> {
  const teams = names.map(({ team_id }) => team_id);
  const ids = names.map(({ id }) => id);
  const entries = new Map((await selectEntriesById(db, teams, ids)).map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => entries.get(id) ?? []);
}
