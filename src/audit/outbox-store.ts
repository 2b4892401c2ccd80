// SQL for the outbox: streamed workspaces, and pending events.
import type { Db, Tx } from '../storage/database.ts';
import { limitOf } from '../storage/limit.ts';
import { withinReach } from '../storage/reach.ts';
import { sql } from '../storage/sql.ts';
import type { AnnouncedEvent, Announcement } from './announcement.ts';

/** Sets whether every audit entry of the workspace is announced, for its audit streams. */
export const setFollowed = (tx: Tx, teamId: string, isFollowed: boolean): Promise<object[]> =>
  tx.rows(
    isFollowed
      ? sql`insert into audit_followers (team_id) values (${teamId}) on conflict do nothing`
      : sql`delete from audit_followers where team_id = ${teamId}`,
  );

/** Announces the team's events that are not audit entries, in order. */
export const insertAnnouncements = (
  db: Db,
  teamId: string,
  events: readonly (Announcement & { readonly event_id: string })[],
): Promise<object[]> =>
  db.rows(sql`
    insert into audit_outbox (team_id, event_id, is_streamed, at, kind, actor, subject, details)
    select ${teamId}::uuid, e.event_id, false, e.at, e.kind, e.actor, e.subject, e.details
    from jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb) as e (
      event_id uuid, at timestamptz, kind text, actor jsonb, subject jsonb, details jsonb)`);

/** The number of the last event of the workspace in the outbox; 0 if there is none. */
export async function lastAnnounced(tx: Tx, teamId: string): Promise<number> {
  const row = await tx.row<{ seq: number | null }>(sql`
    select max(seq) as seq from audit_outbox where team_id = ${teamId}`);
  return row?.seq ?? 0;
}

/** Waits until this transaction may take events. Only one can at a time. */
export const awaitOutbox = (tx: Tx): Promise<object[]> =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('audit outbox', 0))`);

/** True if this transaction may take events now. */
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
      where seq <= (select max(seq) from (
          select seq from audit_outbox ${withinReach(tx, sql`team_id`, 'where')} order by seq ${limitOf(most)}) oldest)
        ${withinReach(tx, sql`team_id`)}
      returning team_id, seq, event_id, is_streamed, at, kind, actor, subject, details
    )
    select * from taken order by seq`);

/** The number of pending events, and the time of the oldest; null without pending events. */
export async function outboxBacklog(db: Db): Promise<{ waiting: number; oldest_at: string | null }> {
  const row = await db.row<{ waiting: number; oldest_at: string | null }>(sql`
    select count(*) as waiting, min(at) as oldest_at from audit_outbox`);
  return row ?? { waiting: 0, oldest_at: null };
}
