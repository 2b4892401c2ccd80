// Outbox fragments for statements of higher rooms that announce their own changes.
import type { Db } from '../storage/database.ts';
import { withinReach } from '../storage/reach.ts';
import { type Sql, sql, trusted } from '../storage/sql.ts';

/** Represents the workspace for followers of the whole service. */
export const WHOLE_SERVICE = '00000000-0000-0000-0000-000000000000';

/**
 * Kinds of audit entries that change what programs mirror (trails, sets, groups and members), and sign-ins with a code.
 * They are announced in every workspace. Other kinds are announced only for audit streams.
 */
const MIRRORED =
  '^(trail|trail_set|catalog|team[.]group|team[.]member|team[.]ownership_transferred|session[.]device_opened)($|[.])';

/** True if audit entries of that kind (a column) are announced in every workspace. */
export const isMirrored = (kind: Sql): Sql => sql`${kind} ~ ${trusted(`'${MIRRORED}'`)}`;

/** True if the workspace's audit log is streamed, which announces entries of every kind. */
export const isStreamed = (teamId: string): Sql => sql`exists (
  select 1 from audit_followers f where f.team_id in (${teamId}::uuid, ${WHOLE_SERVICE}::uuid))`;

/**
 * The statement that announces an event that is not an audit entry. `team_id`, `event_id` and `actor` (JSON text) are
 * values or their placeholders. `rows` returns (at, subject, details).
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
  insert into audit_outbox (team_id, event_id, is_streamed, at, kind, actor, subject, details)
  select ${event.team_id}::uuid, ${event.event_id}::uuid, false, r.at, ${event.kind}::text,
    ${event.actor}::text::jsonb, r.subject, r.details
  from (${rows}) r`;

/** True while events of that workspace have no place in its feed. */
export const hasAnnouncedIn = (teamId: unknown): Sql =>
  sql`exists (select 1 from audit_outbox o where o.team_id = ${teamId})`;

/** True while there are events in the outbox. */
export const hasAnnounced = (db: Db): Sql =>
  sql`exists (select 1 from audit_outbox ${withinReach(db, sql`team_id`, 'where')})`;
