// SQL for the list of deliveries.
import type { Db, Tx } from '../storage/database.ts';
import { matching } from '../storage/key-range.ts';
import { firstRows } from '../storage/limit.ts';
import { sql } from '../storage/sql.ts';
import { firstOver } from '../storage/sweep-limit.ts';
import type { Cause } from './cause.ts';
import type { DeliveryPage, WebhookDelivery } from './webhook.ts';

type Row = Omit<WebhookDelivery, 'status' | 'cause' | 'next_at'> & {
  readonly seq: number;
  readonly next_at: string;
  readonly last_status: number | null;
  readonly last_cause: Cause | null;
};

export const selectDeliveries = (db: Db, teamId: string, endpointId: string, { state, after, limit }: DeliveryPage) =>
  db.rows<Row>(
    firstRows(
      sql`select d.seq, d.event_id, e.type, e.at, d.subject_id, d.state, d.attempts, d.last_at, d.next_at,
          d.last_status, d.last_cause
        from webhook_deliveries d join feed_events e on e.team_id = d.team_id and e.seq = d.seq
        where d.team_id = ${teamId} and d.endpoint_id = ${endpointId}
          and ${matching(sql`d.state`, state)} and d.seq < ${after ?? Number.MAX_SAFE_INTEGER}`,
      sql`seq desc`,
      limit,
    ),
  );

/** Makes the delivery due now with a full set of attempts. Returns false if it does not exist. */
export async function markPending(
  tx: Tx,
  teamId: string,
  endpointId: string,
  eventId: string,
  now: string,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update webhook_deliveries set state = 'pending', attempts = 0, next_at = ${now}
    where team_id = ${teamId} and endpoint_id = ${endpointId} and event_id = ${eventId} returning 1 as marked`);
  if (rows.length === 0) return false;
  await tx.rows(sql`
    update webhook_endpoints set next_at = ${now}, paused_until = null
    where team_id = ${teamId} and endpoint_id = ${endpointId}`);
  return true;
}

/**
 * Deletes the oldest events from before that time with their deliveries, but never the last one of a workspace, after
 * which the next number is given. Returns the number of events.
 */
export async function deleteEventsBefore(db: Db, before: string): Promise<number> {
  const gone = await db.rows(sql`
    with old as (
      delete from feed_events
      where ${firstOver(
        db,
        sql`feed_events`,
        ['at', 'team_id', 'seq'],
        sql`at < ${before}::timestamptz and seq < (
          select max(last.seq) from feed_events last where last.team_id = feed_events.team_id)`,
      )}
      returning team_id, seq
    ), forgotten as (
      delete from webhook_deliveries d using old join webhook_endpoints w on w.team_id = old.team_id
      where d.team_id = old.team_id and d.endpoint_id = w.endpoint_id and d.seq = old.seq
    )
    select 1 as gone from old`);
  return gone.length;
}
