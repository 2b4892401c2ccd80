// Reading the audit log: a page at a time, or all of it as a stream for an export. Nothing here writes.
import { type Static, Type } from '@sinclair/typebox';
import type { Db } from '../storage/database.ts';
import { selectEntries } from './audit-store.ts';

const Members = Type.Record(Type.String(), Type.Unknown());

/** One entry as it is read. `before` and `after` hold only what differs; null where there is nothing to compare. */
export const AuditEntry = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date-time' }),
    kind: Type.String({ description: 'Dotted, e.g. `team.group.linked`.' }),
    actor: Type.Object({
      kind: Type.Union([
        Type.Literal('person'),
        Type.Literal('connection'),
        Type.Literal('credential'),
        Type.Literal('system'),
      ]),
      id: Type.Union([Type.String(), Type.Null()]),
      name: Type.String(),
      token_id: Type.Optional(Type.String()),
    }),
    subject: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }),
    before: Type.Union([Members, Type.Null()]),
    after: Type.Union([Members, Type.Null()]),
    request_id: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'AuditEntry', additionalProperties: false },
);
export type AuditEntry = Static<typeof AuditEntry>;

/** Which entries: a kind or the stem of several, who acted, on what, and when (`from` included, `until` not; RFC 3339). */
export interface AuditFilter {
  readonly kind?: string;
  readonly actor_id?: string;
  readonly subject_id?: string;
  readonly from?: string;
  readonly until?: string;
}

/** Where a page starts and how long it is: after the entry of that id, null for the newest. */
export interface AuditPage {
  readonly after: string | null;
  readonly limit: number;
}

/** A page of the team's log, newest first. A full page may have a next one, which starts after its last entry. */
export const readAudit = (db: Db, teamId: string, filter: AuditFilter, page: AuditPage): Promise<AuditEntry[]> =>
  selectEntries(db, teamId, filter, page.after, page.limit);

const BATCH = 500;

/** Every entry that passes the filter, newest first, read in batches so that memory stays flat. */
export async function* allAudit(db: Db, teamId: string, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  let after: string | null = null;
  while (true) {
    const batch: AuditEntry[] = await selectEntries(db, teamId, filter, after, BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last.id;
  }
}
