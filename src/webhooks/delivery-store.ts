// SQL for deliveries: queued events, due deliveries, and outcomes. One process at a time serves an endpoint, under a
// lease. Writes are dropped if another process has taken over the lease.
import type { Db, Tx } from '../storage/database.ts';
import { limitOf } from '../storage/limit.ts';
import { withinReach } from '../storage/reach.ts';
import { type Sql, sql } from '../storage/sql.ts';
import type { DELIVERY_STATES } from './webhook.ts';
import type { SecretsRow } from './webhook-store.ts';

/** An event for all endpoints that subscribe to its type, or only for `endpoint_id`. */
export interface EventRow {
  readonly team_id: string;
  readonly seq: number;
  /** Its number in the outbox. */
  readonly announced_seq: number;
  readonly event_id: string;
  readonly type: string;
  readonly subject_id: string;
  readonly endpoint_id: string | null;
  readonly at: string;
  readonly payload: string;
}

/** Stores each event in the feed, with a delivery for each endpoint that subscribes to it, due at `now`. */
export const insertEvents = (tx: Tx, events: readonly EventRow[], now: string): Promise<object[]> =>
  tx.rows(sql`
    with event as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb) as e (
        team_id uuid, seq bigint, announced_seq bigint, event_id uuid, type text, subject_id text,
        endpoint_id uuid, at timestamptz, payload text)
    ), receiver as materialized (
      select event.team_id, event.seq, event.event_id, event.subject_id, w.endpoint_id
      from event join webhook_endpoints w on w.team_id = event.team_id and w.is_on
        and event.announced_seq > w.announced_after ${withinReach(tx, sql`w.team_id`)}
        and case when event.endpoint_id is null then event.type = any(w.events)
          else w.endpoint_id = event.endpoint_id end
    ), stored as (
      insert into feed_events (team_id, seq, event_id, type, subject_id, at, payload)
      select team_id, seq, event_id, type, subject_id, at, payload from event
    ), placed as (
      insert into webhook_deliveries (team_id, endpoint_id, seq, event_id, subject_id, next_at)
      select team_id, endpoint_id, seq, event_id, subject_id, ${now}::timestamptz from receiver
    )
    update webhook_endpoints w set next_at = least(w.next_at, ${now}::timestamptz)
    from (select distinct team_id, endpoint_id from receiver) r
    where w.team_id = r.team_id and w.endpoint_id = r.endpoint_id ${withinReach(tx, sql`w.team_id`)}`);

/** A destination of deliveries, and the secrets that sign them. */
export interface EndpointTarget extends SecretsRow {
  readonly url: string;
}

export interface ClaimedEndpoint extends EndpointTarget {
  readonly team_id: string;
  readonly endpoint_id: string;
  readonly failing_since: string | null;
}

/** Which endpoints or streams to claim: failing or healthy ones, how many, and which workspaces to skip. */
export interface Claim {
  readonly isFailing: boolean;
  readonly most: number;
  readonly except: readonly string[];
}

/** A lease on everything that is claimed at once. */
export interface Lease {
  readonly id: string;
  readonly until: string;
}

/** Endpoints that are due and not being served. */
const isDue = (now: string): Sql => sql`is_on and next_at <= ${now} and (paused_until is null or paused_until <= ${now})
  and (lease_until is null or lease_until <= ${now})`;

/** Claims due endpoints that are not being served. */
export const claimEndpoints = (
  db: Db,
  lease: Lease,
  now: string,
  { isFailing, most, except }: Claim,
): Promise<ClaimedEndpoint[]> =>
  claimByTeam(
    db.rows(sql`
      select team_id, endpoint_id as id from webhook_endpoints
      where ${isDue(now)} and (failing_since is not null) = ${isFailing} and team_id <> all(${except}::uuid[])
        ${withinReach(db, sql`team_id`)}
      order by next_at limit ${most}`),
    (teamId, ids) =>
      db.rows<ClaimedEndpoint>(sql`
        update webhook_endpoints set lease_id = ${lease.id}, lease_until = ${lease.until}
        where team_id = ${teamId} and endpoint_id = any(${ids}::uuid[]) and ${isDue(now)}
        returning team_id, endpoint_id, url, signing, sealed_secret, sealed_previous, previous_until, failing_since`),
  );

/**
 * Claims the endpoints that were due, with one statement for each workspace. Each checks again what is due, because
 * another process may have been faster.
 */
export async function claimByTeam<Claimed>(
  found: Promise<readonly { readonly team_id: string; readonly id: string }[]>,
  claim: (teamId: string, ids: readonly string[]) => Promise<Claimed[]>,
): Promise<Claimed[]> {
  const due = await found;
  const claimed: Claimed[] = [];
  for (const teamId of new Set(due.map(({ team_id }) => team_id)))
    claimed.push(
      ...(await claim(
        teamId,
        due.filter((one) => one.team_id === teamId).map(({ id }) => id),
      )),
    );
  return claimed;
}

/** The endpoint's current state; undefined if it is deleted, off, or taken over by another process. */
export const heldEndpoint = (db: Db, teamId: string, endpointId: string, leaseId: string) =>
  db.row<EndpointTarget>(sql`
    select url, signing, sealed_secret, sealed_previous, previous_until from webhook_endpoints
    where team_id = ${teamId} and endpoint_id = ${endpointId} and lease_id = ${leaseId} and is_on`);

export interface DueDelivery {
  readonly seq: number;
  readonly event_id: string;
  readonly subject_id: string;
  readonly attempts: number;
  readonly payload: string;
}

/**
 * The endpoint's due deliveries, oldest first, except those whose subject has an earlier pending one. `offset 0` forces
 * a look-up per delivery, because with statistics from an emptier queue a join would read everything pending.
 */
export const dueDeliveries = (db: Db, teamId: string, endpointId: string, now: string, most: number) =>
  db.rows<DueDelivery>(sql`
    select d.seq, d.event_id, d.subject_id, d.attempts, e.payload
    from webhook_deliveries d cross join lateral (
      select payload from feed_events e where e.team_id = ${teamId} and e.seq = d.seq offset 0) e
    where d.team_id = ${teamId} and d.endpoint_id = ${endpointId} and d.state = 'pending' and d.next_at <= ${now}
      and not exists (
        select 1 from webhook_deliveries b
        where b.team_id = ${teamId} and b.endpoint_id = ${endpointId} and b.subject_id = d.subject_id
          and b.state = 'pending' and b.seq < d.seq and b.next_at > ${now} offset 0)
    order by d.seq ${limitOf(most)}`);

export interface DeliveryResult {
  readonly seq: number;
  readonly state: (typeof DELIVERY_STATES)[number];
  readonly attempts: number;
  readonly next_at: string;
  readonly last_at: string;
  readonly last_status: number | null;
  readonly last_cause: string | null;
}

/** The endpoint if this lease is valid, which it stays until the transaction ends. Otherwise undefined. */
export const holdLease = (tx: Tx, teamId: string, endpointId: string, leaseId: string) =>
  tx.row<Pick<ClaimedEndpoint, 'url' | 'failing_since'>>(sql`
    select url, failing_since from webhook_endpoints
    where team_id = ${teamId} and endpoint_id = ${endpointId} and lease_id = ${leaseId} for update`);

export const storeResults = (tx: Tx, teamId: string, endpointId: string, results: readonly DeliveryResult[]) =>
  tx.rows<object>(sql`
    update webhook_deliveries d set state = r.state, attempts = r.attempts, next_at = r.next_at, last_at = r.last_at,
      last_status = r.last_status, last_cause = r.last_cause
    from jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb) as r (
      seq bigint, state text, attempts integer, next_at timestamptz, last_at timestamptz, last_status integer,
      last_cause text)
    where d.team_id = ${teamId} and d.endpoint_id = ${endpointId} and d.seq = r.seq`);

export interface EndpointResult {
  readonly failing_since: string | null;
  readonly paused_until: string | null;
  /** Null for no change. */
  readonly last_delivered_at: string | null;
  /** True if the batch hit its limit and more is due now. */
  readonly has_more: boolean;
}

/** Ends the lease. The endpoint is due again with the first due delivery of a subject. */
export const releaseEndpoint = (tx: Tx, teamId: string, endpointId: string, result: EndpointResult, now: string) =>
  tx.rows<object>(sql`
    update webhook_endpoints set lease_id = null, lease_until = null, failing_since = ${result.failing_since},
      paused_until = ${result.paused_until}, last_delivered_at = coalesce(${result.last_delivered_at},
      last_delivered_at),
      next_at = case when ${result.has_more}::boolean then ${now}::timestamptz else (
        select min(first.next_at) from (
          select distinct on (subject_id) next_at from webhook_deliveries
          where team_id = ${teamId} and endpoint_id = ${endpointId} and state = 'pending' order by subject_id, seq
        ) first) end
    where team_id = ${teamId} and endpoint_id = ${endpointId}`);

/** Ends all leases, because their holders no longer exist. */
export const freeEndpointLeases = (db: Db): Promise<object[]> =>
  db.rows(sql`update webhook_endpoints set lease_id = null, lease_until = null where lease_id is not null`);
