// SQL for webhook endpoints.
import type { Db, Tx } from '../storage/database.ts';
import { join, type Sql, sql } from '../storage/sql.ts';
import type { Signing } from './signature.ts';
import type { Webhook } from './webhook.ts';

export interface NewWebhookRow {
  readonly endpoint_id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly signing: Signing;
  readonly sealed_secret: string;
  readonly created_at: string;
  /** The last event of the outbox that the endpoint does not get; default: none. */
  readonly announced_after?: number;
}

/** The sealed secrets of an endpoint. */
export interface SecretsRow {
  readonly signing: Signing;
  readonly sealed_secret: string;
  readonly sealed_previous: string | null;
  readonly previous_until: string | null;
}

/** Waits for other changes to this workspace's endpoints, until the transaction ends. */
export const lockWebhooks = (tx: Tx, teamId: string): Promise<object[]> =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${teamId}`}, 0))`);

const columnsOf = (
  teamId: string,
): Sql => sql`e.endpoint_id as id, e.name, e.url, e.events, e.signing, e.is_on, e.off_reason, e.off_at,
  e.failing_since, e.previous_until, e.created_at, e.updated_at,
  (select count(*) from webhook_deliveries d where d.team_id = ${teamId} and d.endpoint_id = e.endpoint_id
    and d.state = 'pending') as waiting, e.last_delivered_at`;

/** The workspace's endpoints, oldest first. */
export const listWebhooks = (db: Db, teamId: string): Promise<Webhook[]> =>
  db.rows<Webhook>(sql`
    select ${columnsOf(teamId)} from webhook_endpoints e
    where e.team_id = ${teamId} order by e.created_at, e.endpoint_id`);

export const findWebhook = (db: Db, teamId: string, endpointId: string): Promise<Webhook | undefined> =>
  db.row<Webhook>(sql`
    select ${columnsOf(teamId)} from webhook_endpoints e
    where e.team_id = ${teamId} and e.endpoint_id = ${endpointId}`);

export const insertWebhook = (tx: Tx, teamId: string, row: NewWebhookRow): Promise<object[]> =>
  tx.rows(sql`
    insert into webhook_endpoints (team_id, endpoint_id, name, url, events, signing, sealed_secret, created_at,
      updated_at, announced_after)
    values (${teamId}, ${row.endpoint_id}, ${row.name}, ${row.url}, ${row.events}, ${row.signing},
      ${row.sealed_secret}, ${row.created_at}, ${row.created_at}, ${row.announced_after ?? 0})`);

export interface WebhookSettings {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
}

/** Sets the given members. */
export function updateWebhook(
  tx: Tx,
  teamId: string,
  id: string,
  change: WebhookSettings,
  at: string,
): Promise<object[]> {
  const { name, url, events } = change;
  const assignments: Sql[] = [
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(url === undefined ? [] : [sql`url = ${url}`]),
    ...(events === undefined ? [] : [sql`events = ${events}`]),
    sql`updated_at = ${at}`,
  ];
  return tx.rows(sql`
    update webhook_endpoints set ${join(assignments)} where team_id = ${teamId} and endpoint_id = ${id}`);
}

/** Events of the outbox up to `announcedAfter` happened while the endpoint was off. */
export const switchOn = (tx: Tx, teamId: string, id: string, at: string, announcedAfter: number): Promise<object[]> =>
  tx.rows(sql`
    update webhook_endpoints set is_on = true, off_reason = null, off_at = null, updated_at = ${at},
      announced_after = ${announcedAfter}
    where team_id = ${teamId} and endpoint_id = ${id}`);

/** Makes pending deliveries due now, regardless of requested pauses, and resets the failure time. */
export async function beginAnew(tx: Tx, teamId: string, id: string, at: string): Promise<void> {
  await tx.rows(sql`
    update webhook_endpoints set failing_since = null, paused_until = null, next_at = ${at}
    where team_id = ${teamId} and endpoint_id = ${id}`);
  await tx.rows(sql`
    update webhook_deliveries set next_at = ${at}
    where team_id = ${teamId} and endpoint_id = ${id} and state = 'pending' and next_at > ${at}`);
}

/** Turns the endpoint off. Returns false if it was already off. */
export async function switchOff(
  tx: Tx,
  teamId: string,
  id: string,
  reason: 'admin' | 'gone' | 'failing',
  at: string,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update webhook_endpoints set is_on = false, off_reason = ${reason}, off_at = ${at}, updated_at = ${at}
    where team_id = ${teamId} and endpoint_id = ${id} and is_on returning 1 as switched`);
  return rows.length > 0;
}

/** Sets the secret. The previous one stays valid until `previousUntil`; null ends it now. */
export const replaceSecret = (
  tx: Tx,
  teamId: string,
  id: string,
  sealedSecret: string,
  previousUntil: string | null,
  at: string,
): Promise<object[]> =>
  tx.rows(sql`
    update webhook_endpoints set sealed_secret = ${sealedSecret},
      sealed_previous = case when ${previousUntil}::timestamptz is null then null else sealed_secret end,
      previous_until = ${previousUntil}::timestamptz, updated_at = ${at}
    where team_id = ${teamId} and endpoint_id = ${id}`);

export const deleteWebhook = (tx: Tx, teamId: string, id: string): Promise<object[]> =>
  tx.rows(sql`delete from webhook_endpoints where team_id = ${teamId} and endpoint_id = ${id}`);
