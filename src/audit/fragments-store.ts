// Fragments of the outbox for the statements of rooms above: a change that is one statement announces itself in it.
import { type Sql, sql } from '../storage/sql.ts';

/** In place of a workspace: a follower of the whole service. */
export const WHOLE_SERVICE = '00000000-0000-0000-0000-000000000000';

/** True while somebody follows events of that kind in that workspace. Both are columns or parameters. */
export const isFollowed = (teamId: Sql, kind: Sql): Sql => sql`exists (
  select from audit_followers f
  where f.team_id in (${teamId}, ${WHOLE_SERVICE}::uuid) and f.kind in (${kind}, '*'))`;

/**
 * The statement that announces an event which is no audit entry, where its kind itself is followed. `event_id` and
 * `actor`, the actor's JSON text, are values or places of them; `rows` answers (team_id, at, subject, details), at most
 * one.
 */
export const announcing = (
  event: { readonly event_id: unknown; readonly kind: string; readonly actor: unknown },
  rows: Sql,
): Sql => sql`
  insert into audit_outbox (team_id, event_id, is_entry, at, kind, actor, subject, details)
  select r.team_id, ${event.event_id}::uuid, false, r.at, ${event.kind}::text,
    ${event.actor}::text::jsonb, r.subject, r.details
  from (${rows}) r
  where exists (select from audit_followers f where f.team_id = r.team_id and f.kind = ${event.kind}::text)`;

/** True while there are announced events that nobody has taken over yet. */
export const hasAnnounced: Sql = sql`exists (select from audit_outbox)`;
