// SQL for audit streams: their settings, and the entries that each still has to deliver.
import type { AnnouncedEvent } from '../audit/announcement.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Db, Tx } from '../storage/database.ts';
import { limitOf } from '../storage/limit.ts';
import { withinReach } from '../storage/reach.ts';
import { type Sql, sql } from '../storage/sql.ts';
import type { StreamFormat } from './audit-stream.ts';
import type { Cause } from './cause.ts';
import { type Claim, claimByTeam, type Lease } from './delivery-store.ts';

export interface StreamRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly format: StreamFormat;
  readonly has_authorization: boolean;
  readonly waiting: number;
  readonly last_sent_at: string | null;
  readonly failing_since: string | null;
  readonly last_cause: Cause | null;
  readonly last_status: number | null;
  readonly created_at: string;
}

const columnsOf = (
  teamId: string,
): Sql => sql`s.stream_id as id, s.name, s.url, s.format, s.sealed_authorization is not null as has_authorization,
  (select count(*) from audit_stream_entries e where e.team_id = ${teamId} and e.stream_id = s.stream_id) as waiting,
  s.last_sent_at, s.failing_since, s.last_cause, s.last_status, s.created_at`;

export const selectStreams = (db: Db, teamId: string): Promise<StreamRow[]> =>
  db.rows<StreamRow>(sql`
    select ${columnsOf(teamId)} from audit_streams s where s.team_id = ${teamId} order by s.created_at, s.stream_id`);

export const findStream = (db: Db, teamId: string, streamId: string): Promise<StreamRow | undefined> =>
  db.row<StreamRow>(sql`
    select ${columnsOf(teamId)} from audit_streams s where s.team_id = ${teamId} and s.stream_id = ${streamId}`);

/** True if the workspace streams audit entries. */
export async function hasStream(tx: Tx, teamId: string): Promise<boolean> {
  return (await tx.row(sql`select 1 as one from audit_streams where team_id = ${teamId} limit 1`)) !== undefined;
}

export interface NewStreamRow {
  readonly stream_id: string;
  readonly name: string;
  readonly url: string;
  readonly format: StreamFormat;
  readonly sealed_authorization: string | null;
  readonly created_at: string;
}

export const insertStream = (tx: Tx, teamId: string, row: NewStreamRow): Promise<object[]> =>
  tx.rows(sql`
    insert into audit_streams (team_id, stream_id, name, url, format, sealed_authorization, created_at)
    values (${teamId}, ${row.stream_id}, ${row.name}, ${row.url}, ${row.format}, ${row.sealed_authorization},
      ${row.created_at})`);

/**
 * Sets the stream's destination and makes it due now. An undefined `sealedAuthorization` keeps the current one.
 * Deliveries in progress to the old destination, or with the old authorization, lose their lease.
 */
export function updateStream(
  tx: Tx,
  teamId: string,
  streamId: string,
  change: { readonly name: string; readonly url: string; readonly sealedAuthorization: string | null | undefined },
  now: string,
): Promise<object[]> {
  const { name, url, sealedAuthorization } = change;
  const isOther = sql`(url <> ${url}::text or ${sealedAuthorization !== undefined}::boolean)`;
  return tx.rows(sql`
    update audit_streams set name = ${name}, url = ${url}, next_at = ${now},
      sealed_authorization = case when ${sealedAuthorization !== undefined}::boolean
        then ${sealedAuthorization ?? null}::text else sealed_authorization end,
      lease_id = case when ${isOther} then null else lease_id end,
      lease_until = case when ${isOther} then null else lease_until end
    where team_id = ${teamId} and stream_id = ${streamId}`);
}

/** Deletes the stream with its pending entries. */
export const deleteStream = (tx: Tx, teamId: string, streamId: string): Promise<object[]> =>
  tx.rows(sql`delete from audit_streams where team_id = ${teamId} and stream_id = ${streamId}`);

/** Queues entries for the streams of their workspaces and of the whole service. */
export const insertStreamEntries = (
  tx: Tx,
  entries: readonly Pick<AnnouncedEvent, 'team_id' | 'seq' | 'event_id'>[],
  now: string,
): Promise<object[]> =>
  tx.rows(sql`
    with entry as materialized (
      select * from unnest(${entries.map(({ team_id }) => team_id)}::uuid[],
        ${entries.map(({ event_id }) => event_id)}::uuid[], ${entries.map(({ seq }) => seq)}::bigint[])
        as e (team_id, entry_id, seq)
    ), queued as (
      insert into audit_stream_entries (team_id, stream_id, seq, entry_team_id, entry_id)
      select s.team_id, s.stream_id, entry.seq, entry.team_id, entry.entry_id
      from entry join audit_streams s on s.team_id in (entry.team_id, ${SVC_CATALOG_ID}::uuid)
        ${withinReach(tx, sql`s.team_id`)}
      returning team_id, stream_id
    )
    update audit_streams s set next_at = coalesce(s.next_at, ${now}::timestamptz)
    from (select distinct team_id, stream_id from queued) q
    where s.team_id = q.team_id and s.stream_id = q.stream_id ${withinReach(tx, sql`s.team_id`)}`);

export interface ClaimedStream {
  readonly team_id: string;
  readonly stream_id: string;
  readonly url: string;
  readonly format: StreamFormat;
  readonly sealed_authorization: string | null;
  readonly failing_since: string | null;
}

const isDue = (now: string): Sql => sql`next_at <= ${now} and (lease_until is null or lease_until <= ${now})`;

/** Claims due streams that are not being served, like `claimEndpoints`. */
export const claimStreams = (
  db: Db,
  lease: Lease,
  now: string,
  { isFailing, most, except }: Claim,
): Promise<ClaimedStream[]> =>
  claimByTeam(
    db.rows(sql`
      select team_id, stream_id as id from audit_streams
      where ${isDue(now)} and (failing_since is not null) = ${isFailing} and team_id <> all(${except}::uuid[])
        ${withinReach(db, sql`team_id`)}
      order by next_at limit ${most}`),
    (teamId, ids) =>
      db.rows<ClaimedStream>(sql`
        update audit_streams set lease_id = ${lease.id}, lease_until = ${lease.until}
        where team_id = ${teamId} and stream_id = any(${ids}::uuid[]) and ${isDue(now)}
        returning team_id, stream_id, url, format, sealed_authorization, failing_since`),
  );

export interface QueuedEntry {
  readonly seq: number;
  readonly entry_team_id: string;
  readonly entry_id: string;
}

/** The oldest pending entries of the stream. */
export const queuedEntries = (db: Db, teamId: string, streamId: string, most: number): Promise<QueuedEntry[]> =>
  db.rows<QueuedEntry>(sql`
    select seq, entry_team_id, entry_id from audit_stream_entries
    where team_id = ${teamId} and stream_id = ${streamId} order by seq ${limitOf(most)}`);

export interface StreamResult {
  /** The numbers of the finished entries. */
  readonly done: readonly number[];
  readonly failing_since: string | null;
  readonly last_cause: Cause | null;
  readonly last_status: number | null;
  readonly last_sent_at: string | null;
  /** When the next batch is due; null until another entry arrives. */
  readonly next_at: string | null;
}

/** Stores the outcome of a batch and ends the lease. Does nothing if another process has taken over the lease. */
export async function settleStream(
  tx: Tx,
  { team_id, stream_id }: ClaimedStream,
  leaseId: string,
  result: StreamResult,
  now: string,
): Promise<void> {
  const held = await tx.row(sql`
    select 1 as held from audit_streams
    where team_id = ${team_id} and stream_id = ${stream_id} and lease_id = ${leaseId} for update`);
  if (held === undefined) return;
  await tx.rows(sql`
    delete from audit_stream_entries
    where team_id = ${team_id} and stream_id = ${stream_id} and seq = any(${result.done}::bigint[])`);
  await tx.rows(sql`
    update audit_streams s set lease_id = null, lease_until = null, failing_since = ${result.failing_since},
      last_cause = ${result.last_cause}, last_status = ${result.last_status},
      last_sent_at = coalesce(${result.last_sent_at}::timestamptz, last_sent_at),
      next_at = coalesce(${result.next_at}::timestamptz, (
        select ${now}::timestamptz from audit_stream_entries e
        where e.team_id = ${team_id} and e.stream_id = ${stream_id} limit 1))
    where team_id = ${team_id} and stream_id = ${stream_id}`);
}

/** Ends only the lease. The entries stay pending. */
export const leaveStream = (db: Db, { team_id, stream_id }: ClaimedStream, leaseId: string): Promise<object[]> =>
  db.rows(sql`
    update audit_streams set lease_id = null, lease_until = null
    where team_id = ${team_id} and stream_id = ${stream_id} and lease_id = ${leaseId}`);

/** Ends all leases, because their holders no longer exist. */
export const freeStreamLeases = (db: Db): Promise<object[]> =>
  db.rows(sql`update audit_streams set lease_id = null, lease_until = null where lease_id is not null`);
