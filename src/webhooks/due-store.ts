// SQL that checks for due work, for dispatchers, and counts pending work, for the metrics.
import { hasAnnounced } from '../audit/fragments-store.ts';
import type { Db } from '../storage/database.ts';
import { withinReach } from '../storage/reach.ts';
import { sql } from '../storage/sql.ts';

export interface Due {
  readonly announced: boolean;
  readonly webhooks: boolean;
  readonly streams: boolean;
}

/** Due work at that time, in all workspaces. */
export async function whatIsDue(db: Db, now: string): Promise<Due> {
  const row = await db.row<Due>(sql`
    select ${hasAnnounced(db)} as announced,
      exists (
        select 1 from webhook_endpoints
        where is_on and next_at <= ${now} and (paused_until is null or paused_until <= ${now})
          and (lease_until is null or lease_until <= ${now}) ${withinReach(db, sql`team_id`)}) as webhooks,
      exists (
        select 1 from audit_streams
        where next_at <= ${now} and (lease_until is null or lease_until <= ${now})
          ${withinReach(db, sql`team_id`)}) as streams`);
  return row ?? { announced: false, webhooks: false, streams: false };
}

/** Figures over all workspaces. Times are null if nothing is pending or failing. */
export interface QueueBacklog {
  readonly deliveries: number;
  readonly oldest_delivery_at: string | null;
  readonly failing_endpoints: number;
  readonly endpoints_given_up: number;
  readonly stream_entries: number;
  readonly failing_streams: number;
}

export async function readBacklog(db: Db): Promise<QueueBacklog> {
  const row = await db.row<QueueBacklog>(sql`
    select
      (select count(*) from webhook_deliveries d join webhook_endpoints w on w.team_id = d.team_id
        and w.endpoint_id = d.endpoint_id where d.state = 'pending' and w.is_on) as deliveries,
      (select min(e.at) from webhook_deliveries d join webhook_endpoints w on w.team_id = d.team_id
        and w.endpoint_id = d.endpoint_id join feed_events e on e.team_id = d.team_id and e.seq = d.seq
        where d.state = 'pending' and w.is_on) as oldest_delivery_at,
      (select count(*) from webhook_endpoints where is_on and failing_since is not null) as failing_endpoints,
      (select count(*) from webhook_endpoints where off_reason in ('gone', 'failing')) as endpoints_given_up,
      (select count(*) from audit_stream_entries) as stream_entries,
      (select count(*) from audit_streams where failing_since is not null) as failing_streams`);
  if (row === undefined) throw new Error('counting answers one row');
  return row;
}
