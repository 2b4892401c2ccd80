// SQL for the outbox: followed kinds, and pending events.
import type { Db, Tx } from '../storage/database.ts';
import { limitOf } from '../storage/limit.ts';
import { sql } from '../storage/sql.ts';
import type { AnnouncedEvent, Announcement } from './announcement.ts';

/** Sets the followed kinds of a workspace. For a workspace without any, a change costs only one index lookup. */
export async function setFollowed(tx: Tx, teamId: string, kinds: readonly string[]): Promise<void> {
  await tx.rows(sql`delete from audit_followers where team_id = ${teamId} and kind <> all(${kinds}::text[])`);
  await tx.rows(sql`
    insert into audit_followers (team_id, kind) select ${teamId}::uuid, kind from unnest(${kinds}::text[]) as kind
    on conflict do nothing`);
}

/**
 * Announces the team's events that are not audit entries, in order. With `isAsked`, announces them even if their kind
 * is not followed.
 */
export const insertAnnouncements = (
  db: Db,
  teamId: string,
  events: readonly (Announcement & { readonly event_id: string })[],
  isAsked: boolean,
): Promise<object[]> =>
  db.rows(sql`
    insert into audit_outbox (team_id, event_id, is_entry, at, kind, actor, subject, details)
    select ${teamId}::uuid, e.event_id, false, e.at, e.kind, e.actor, e.subject, e.details
    from jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb) as e (
      event_id uuid, at timestamptz, kind text, actor jsonb, subject jsonb, details jsonb)
    where ${isAsked}::boolean
      or e.kind = any(array(select f.kind from audit_followers f where f.team_id = ${teamId}))`);

/** True if this transaction may take events. Only one can at a time. */
export async function lockOutbox(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended('audit outbox', 0)) as locked`);
  return row?.locked === true;
}

/** Deletes and returns the oldest events. */
export const deleteAnnounced = (tx: Tx, most: number): Promise<AnnouncedEvent[]> =>
  tx.rows<AnnouncedEvent>(sql`
    with taken as (
      delete from audit_outbox
      where seq <= (select max(seq) from (select seq from audit_outbox order by seq ${limitOf(most)}) oldest)
      returning team_id, seq, event_id, is_entry, at, kind, actor, subject, details
    )
    select * from taken order by seq`);

/** The number of pending events, and the time of the oldest; null without pending events. */
export async function outboxBacklog(db: Db): Promise<{ waiting: number; oldest_at: string | null }> {
  const row = await db.row<{ waiting: number; oldest_at: string | null }>(sql`
    select count(*) as waiting, min(at) as oldest_at from audit_outbox`);
  return row ?? { waiting: 0, oldest_at: null };
}
