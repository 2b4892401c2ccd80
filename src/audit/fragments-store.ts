// Outbox fragments for statements of higher rooms that announce their own changes.
import { type Sql, sql } from '../storage/sql.ts';

/** Represents the workspace for followers of the whole service. */
export const WHOLE_SERVICE = '00000000-0000-0000-0000-000000000000';

/**
 * True if events of that kind (a column) are followed in that workspace. The list of kinds is read only once per
 * statement.
 */
export const isFollowed = (teamId: string, kind: Sql): Sql => sql`array[${kind}, '*'] && array(
  select f.kind from audit_followers f where f.team_id in (${teamId}::uuid, ${WHOLE_SERVICE}::uuid))`;

/**
 * The statement that announces an event that is not an audit entry, if its kind is followed. `team_id`, `event_id` and
 * `actor` (JSON text) are values or their placeholders. `rows` returns at most one (at, subject, details).
 */
export const announcing = (
  event: {
    readonly team_id: unknown;
    readonly event_id: unknown;
    readonly kind: string;
    readonly actor: unknown;
  },
  rows: Sql,
): Sql => sql`
  insert into audit_outbox (team_id, event_id, is_entry, at, kind, actor, subject, details)
  select ${event.team_id}::uuid, ${event.event_id}::uuid, false, r.at, ${event.kind}::text,
    ${event.actor}::text::jsonb, r.subject, r.details
  from (${rows}) r
  where exists (select 1 from audit_followers f
    where f.team_id = ${event.team_id}::uuid and f.kind = ${event.kind}::text)`;

/** True while there are events in the outbox. */
export const hasAnnounced: Sql = sql`exists (select 1 from audit_outbox)`;
