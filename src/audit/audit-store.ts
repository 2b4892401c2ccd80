// The SQL of the audit log.
import type { Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import type { Happening } from './audit-log.ts';

/** Inserts the entries in one statement. */
export async function insertEntries(tx: Tx, entries: readonly (Happening & { entry_id: string })[]): Promise<void> {
  await tx.rows(sql`
    insert into audit_entries (team_id, entry_id, kind, actor, subject, before, after, request_id)
    select team_id, entry_id, kind, actor, subject, before, after, request_id
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as entry (
      team_id uuid, entry_id uuid, kind text, actor jsonb, subject jsonb, before jsonb, after jsonb, request_id text
    )`);
}
