// Idempotency-Keys and their stored responses: claims with a lease, replays, and expiry.
import { instant } from '../../base/clock.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';

/** The owner of a key. Keys of different credentials are independent. */
export interface KeyScope {
  readonly catalog_id: string;
  readonly credential_id: string;
  readonly key: string;
}

export interface KeyRow {
  readonly fingerprint: Buffer;
  readonly lease_id: string;
  readonly status: number | null;
  readonly headers: Record<string, string> | null;
  readonly body: Buffer | null;
}

export interface KeyClaim {
  readonly fingerprint: Buffer;
  readonly lease_id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly lease_until: number;
  readonly expires_at: number;
}

/** Takes the key if it is free, older than 24 hours, or held by the same request with an expired lease. */
export async function claimKey(db: Db, scope: KeyScope, claim: KeyClaim): Promise<boolean> {
  const row = await db.row(sql`
    insert into idempotency_keys as k (catalog_id, credential_id, key, fingerprint, lease_id, lease_until, expires_at)
    values (${scope.catalog_id}, ${scope.credential_id}, ${scope.key}, ${claim.fingerprint}, ${claim.lease_id},
      ${instant(claim.lease_until)}, ${instant(claim.expires_at)})
    on conflict (catalog_id, credential_id, key) do update
      set fingerprint = excluded.fingerprint, lease_id = excluded.lease_id, lease_until = excluded.lease_until,
        expires_at = excluded.expires_at, status = null, headers = null, body = null
      where k.expires_at <= ${instant(claim.now)} or (k.status is null and k.lease_until <= ${instant(claim.now)}
        and k.fingerprint = excluded.fingerprint)
    returning 1 as claimed`);
  return row !== undefined;
}

export const findKey = (db: Db, scope: KeyScope): Promise<KeyRow | undefined> =>
  db.row<KeyRow>(sql`
    select fingerprint, lease_id, status, headers, body from idempotency_keys
    where catalog_id = ${scope.catalog_id} and credential_id = ${scope.credential_id} and key = ${scope.key}`);

/** Stores the response in the transaction of its effect. False if the lease was lost. */
export async function storeAnswer(
  tx: Tx,
  scope: KeyScope,
  leaseId: string,
  answer: { status: number; headers: Record<string, string>; body: Buffer },
): Promise<boolean> {
  const row = await tx.row(sql`
    update idempotency_keys set status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}::text::jsonb,
      body = ${answer.body}
    where catalog_id = ${scope.catalog_id} and credential_id = ${scope.credential_id} and key = ${scope.key}
      and lease_id = ${leaseId} and status is null
    returning 1 as stored`);
  return row !== undefined;
}

/** Extends the leases of work in progress in one catalog. */
export async function renewLeases(
  db: Db,
  catalogId: string,
  leases: readonly (KeyScope & { readonly lease_id: string })[],
  until: number,
): Promise<void> {
  await db.rows(sql`
    update idempotency_keys k set lease_until = ${instant(until)}
    from unnest(${leases.map(({ credential_id }) => credential_id)}::uuid[], ${leases.map(({ key }) => key)}::text[],
      ${leases.map(({ lease_id }) => lease_id)}::uuid[]) as held (credential_id, key, lease_id)
    where k.catalog_id = ${catalogId} and k.credential_id = held.credential_id and k.key = held.key
      and k.lease_id = held.lease_id and k.status is null`);
}

/**
 * Frees the keys of all work in progress. If only one process uses the storage, it calls this before serving requests.
 */
export const freeLeases = (db: Db): Promise<object[]> =>
  db.rows(sql`delete from idempotency_keys where status is null`);

/** Frees the key after work that had no effect. */
export async function releaseKey(db: Db, scope: KeyScope, leaseId: string): Promise<void> {
  await db.rows(sql`
    delete from idempotency_keys
    where catalog_id = ${scope.catalog_id} and credential_id = ${scope.credential_id} and key = ${scope.key}
      and lease_id = ${leaseId} and status is null`);
}

/** Deletes keys older than 24 hours and returns their number. */
export async function sweepKeys(db: Db, now: number): Promise<number> {
  const rows = await db.rows(sql`
    delete from idempotency_keys where ${firstOver(
      db,
      sql`idempotency_keys`,
      ['expires_at', 'catalog_id', 'credential_id', 'key'],
      sql`expires_at <= ${instant(now)}::timestamptz`,
    )} returning 1 as swept`);
  return rows.length;
}
