// SQL for the audit log.
import { DAY_MS } from '../base/clock.ts';
import { firstIdOf, lowerId } from '../base/id.ts';
import type { Db, Tx } from '../storage/database.ts';
import { foldedSql, searchedFor } from '../storage/folded-text.ts';
import { firstRows } from '../storage/limit.ts';
import { withinReach } from '../storage/reach.ts';
import { join, type Sql, sql, trusted } from '../storage/sql.ts';
import type { AuditEntry, AuditFilter } from './audit-entry.ts';
import type { AuditEvent } from './audit-event.ts';
import { isMirrored, isStreamed } from './fragments-store.ts';

type NewEntry = AuditEvent & { readonly entry_id: string };

/** Inserts the entries, and announces those that are mirrored or streamed. Runs one statement per workspace. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  for (const teamId of new Set(entries.map(({ team_id }) => team_id)))
    await tx.rows(sql`with ${entriesSql(teamId, entries, trusted('true'))} select 1 from recorded limit 0`);
}

/** The `with` list that inserts each `entry` of the team for which `when` is true, and announces them. */
export const entriesSql = (teamId: string, entries: readonly NewEntry[], when: Sql): Sql => sql`
  recorded as (
    insert into audit_entries (team_id, entry_id, kind, actor, subject, before, after, request_id)
    select ${teamId}::uuid, entry_id, kind, actor, subject, before, after, request_id
    from jsonb_to_recordset(${textOf(teamId, entries)}::text::jsonb) as entry (
      entry_id uuid, kind text, actor jsonb, subject jsonb, before jsonb, after jsonb, request_id text
    ) where ${when}
    returning entry_id, at, kind, actor, subject, before, after
  ), announced as (
    insert into audit_outbox (team_id, event_id, is_streamed, at, kind, actor, subject, details)
    select ${teamId}::uuid, entry_id, log.is_streamed, at, kind, actor, subject, jsonb_strip_nulls(jsonb_build_object(
      'revision', coalesce(after -> 'revision', before -> 'revision'), 'version', after -> 'version'))
    from recorded, (select ${isStreamed(teamId)} as is_streamed) as log
    where log.is_streamed or ${isMirrored(trusted('recorded.kind'))}
  )`;

/** The team's entries as JSON text. */
const textOf = (teamId: string, entries: readonly NewEntry[]): string =>
  JSON.stringify(entries.filter(({ team_id }) => team_id === teamId));

/** The entries with these ids, with their workspaces, in no particular order. */
export const selectEntriesById = (db: Db, teamIds: readonly string[], entryIds: readonly string[]) =>
  db.rows<AuditEntry & { team_id: string }>(sql`
    select e.team_id, e.entry_id as id, e.at, e.kind, e.actor, e.subject, e.before, e.after, e.request_id
    from unnest(${teamIds}::uuid[], ${entryIds}::uuid[]) as asked (team_id, entry_id)
      join audit_entries e on e.team_id = asked.team_id and e.entry_id = asked.entry_id
        ${withinReach(db, sql`e.team_id`)}`);

/** A page of the team's entries that match the filter, newest first, after the entry `after`. */
export const selectEntries = (db: Db, teamId: string, filter: AuditFilter, after: string | null, limit: number) =>
  db.rows<AuditEntry>(
    firstRows(
      sql`select entry_id as id, at, kind, actor, subject, before, after, request_id from audit_entries
        where ${join([sql`team_id = ${teamId}`, ...conditionsOf(filter), ...below(after)], ' and ')}`,
      sql`id desc`,
      limit,
    ),
  );

/** The team's entries of requests whose ids start with `prefix`, an id that was created before them, oldest first. */
export const selectEntriesAfter = (db: Db, teamId: string, prefix: string) =>
  db.rows<AuditEntry>(sql`
    select entry_id as id, at, kind, actor, subject, before, after, request_id from audit_entries
    where team_id = ${teamId} and entry_id > ${prefix}::uuid and starts_with(request_id, ${prefix}::text)
    order by entry_id`);

function conditionsOf(filter: AuditFilter): Sql[] {
  const { id, kind, actor_id, subject_id, person_id, credential_ids = [], q, from, until } = filter;
  return [
    ...(id === undefined ? [] : [sql`entry_id = ${id}::uuid`]),
    // A prefix matches a family of kinds: `team.group` finds `team.group.linked`.
    ...(kind === undefined ? [] : [sql`(kind = ${kind} or starts_with(kind, ${`${kind}.`}))`]),
    ...(actor_id === undefined ? [] : [sql`actor ->> 'id' = ${lowerId(actor_id)}`]),
    ...(subject_id === undefined ? [] : [sql`subject ->> 'id' = ${lowerId(subject_id)}`]),
    ...(person_id === undefined
      ? []
      : [sql`(actor ->> 'id' = any(${[person_id, ...credential_ids]}::text[]) or subject ->> 'id' = ${person_id})`]),
    ...(q === undefined || q.trim() === '' ? [] : wordsOf(q).map(holds)),
    ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz and entry_id >= ${idNear(from, -DAY_MS)}::uuid`]),
    ...(until === undefined ? [] : [sql`at < ${until}::timestamptz and entry_id < ${idNear(until, DAY_MS)}::uuid`]),
  ];
}

/**
 * The first id of that time plus `slackMs`. With this bound, a query finds old entries by primary key and reads only
 * their months. The id comes from the service's clock and `at` from the database's, and the two differ by less than a
 * day.
 */
const idNear = (moment: string, slackMs: number): string => firstIdOf(new Date(Date.parse(moment) + slackMs));

const MAX_WORDS = 8;
const wordsOf = (q: string): string[] => searchedFor(q.trim()).split(/\s+/).slice(0, MAX_WORDS);

/** Every word must occur in the entry, in any order. */
const holds = (word: string): Sql => sql`strpos(${TEXT}, ${word}) > 0`;
const TEXT = foldedSql(sql`concat_ws(' ',
  actor ->> 'name', subject ->> 'name', translate(kind, '._', '  '), before::text, after::text)`);

const below = (after: string | null): Sql[] => (after === null ? [] : [sql`entry_id < ${after}::uuid`]);
