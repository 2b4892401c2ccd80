// The SQL of the audit log.
import type { Db, Tx } from '../storage/database.ts';
import { join, type Sql, sql, trusted } from '../storage/sql.ts';
import type { AuditEntry, AuditFilter } from './audit-entry.ts';
import type { AuditEvent } from './audit-event.ts';

/** Inserts the entries in one statement. */
export async function insertEntries(tx: Tx, entries: readonly (AuditEvent & { entry_id: string })[]): Promise<void> {
  await tx.rows(entriesSql(entries, trusted('true')));
}

/** The statement that inserts the entries where `when` holds; it can stand among the `with` of a larger one. */
export const entriesSql = (entries: readonly (AuditEvent & { entry_id: string })[], when: Sql): Sql => sql`
  insert into audit_entries (team_id, entry_id, kind, actor, subject, before, after, request_id)
  select team_id, entry_id, kind, actor, subject, before, after, request_id
  from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as entry (
    team_id uuid, entry_id uuid, kind text, actor jsonb, subject jsonb, before jsonb, after jsonb, request_id text
  ) where ${when}`;

/** One page of the team's entries that pass the filter, newest first, from below the entry `after`. */
export const selectEntries = (
  db: Db,
  teamId: string,
  filter: AuditFilter,
  after: string | null,
  limit: number,
): Promise<AuditEntry[]> =>
  db.rows<AuditEntry>(sql`
    select entry_id as id, at, kind, actor, subject, before, after, request_id from audit_entries
    where ${join([sql`team_id = ${teamId}`, ...conditionsOf(filter), ...below(after)], ' and ')}
    order by entry_id desc limit ${limit}`);

function conditionsOf(filter: AuditFilter): Sql[] {
  const { kind, actor_id, subject_id, from, until } = filter;
  return [
    // A family of kinds by its stem: `team.group` finds `team.group.linked`.
    ...(kind === undefined ? [] : [sql`(kind = ${kind} or starts_with(kind, ${`${kind}.`}))`]),
    ...(actor_id === undefined ? [] : [sql`actor ->> 'id' = ${actor_id}`]),
    ...(subject_id === undefined ? [] : [sql`subject ->> 'id' = ${subject_id}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`at < ${until}::timestamptz`]),
  ];
}

const below = (after: string | null): Sql[] => (after === null ? [] : [sql`entry_id < ${after}::uuid`]);
