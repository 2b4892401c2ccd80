// SQL for the authorization server's state between requests.
import type { Db } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { firstOver } from '../storage/sweep-limit.ts';

export interface ArtifactRow {
  readonly id_hash: Buffer;
  readonly payload: string;
  readonly consumed_at: string | null;
}

export interface NewArtifactRow {
  readonly kind: string;
  readonly id_hash: Buffer;
  readonly payload: string;
  readonly grant_id: string | null;
  readonly user_code_hash: Buffer | null;
  readonly site?: string | undefined;
  readonly client_id?: string | undefined;
  readonly expires_at: string | null;
}

export async function upsertArtifact(db: Db, row: NewArtifactRow): Promise<void> {
  await db.rows(sql`
    insert into oauth_artifacts (kind, id_hash, payload, grant_id, user_code_hash, site, client_id, expires_at)
    values (${row.kind}, ${row.id_hash}, ${row.payload}::jsonb, ${row.grant_id}, ${row.user_code_hash},
      ${row.site ?? null}, ${row.client_id ?? null}, ${row.expires_at})
    on conflict (kind, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      user_code_hash = excluded.user_code_hash, expires_at = excluded.expires_at`);
}

/** Deletes all but the newest `most` artifacts of that kind that have the same client or the same site. */
export async function deleteOldest(
  db: Db,
  kind: string,
  owner: 'site' | 'client_id',
  value: string,
  most: number,
): Promise<void> {
  const own = sql`kind = ${kind} and ${owner === 'site' ? sql`site` : sql`client_id`} = ${value}`;
  await db.rows(sql`
    delete from oauth_artifacts where (kind, id_hash) in (
      select kind, id_hash from oauth_artifacts where ${own} and expires_at < (
        select expires_at from oauth_artifacts where ${own} order by expires_at desc offset ${most - 1} limit 1)
      for update skip locked)`);
}

/** False if it already exists. The first caller in any process wins. */
export async function insertArtifact(db: Db, row: NewArtifactRow): Promise<boolean> {
  const made = await db.row(sql`
    insert into oauth_artifacts (kind, id_hash, payload, expires_at)
    values (${row.kind}, ${row.id_hash}, ${row.payload}::jsonb, ${row.expires_at}) on conflict do nothing returning 1`);
  return made !== undefined;
}

const COLUMNS = sql`id_hash, payload::text as payload, consumed_at`;

export const findArtifact = (db: Db, kind: string, hash: Buffer): Promise<ArtifactRow | undefined> =>
  db.row<ArtifactRow>(sql`select ${COLUMNS} from oauth_artifacts where kind = ${kind} and id_hash = ${hash}`);

export const findByUserCode = (db: Db, kind: string, hash: Buffer): Promise<ArtifactRow | undefined> =>
  db.row<ArtifactRow>(sql`select ${COLUMNS} from oauth_artifacts where kind = ${kind} and user_code_hash = ${hash}`);

/** False if the artifact was consumed before `since` or is gone. Later uses do not change the time of the first use. */
export async function consumeArtifact(
  db: Db,
  kind: string,
  hash: Buffer,
  now: string,
  since: string,
): Promise<boolean> {
  const row = await db.row(sql`
    update oauth_artifacts set consumed_at = coalesce(consumed_at, ${now}::timestamptz)
    where kind = ${kind} and id_hash = ${hash}
      and (consumed_at is null or consumed_at > ${since}::timestamptz) returning 1`);
  return row !== undefined;
}

/** Returns whether the artifact existed. */
export async function deleteArtifact(db: Db, kind: string, hash: Buffer): Promise<boolean> {
  const row = await db.row(sql`delete from oauth_artifacts where kind = ${kind} and id_hash = ${hash} returning 1`);
  return row !== undefined;
}

export async function deleteByGrant(db: Db, kind: string, grantId: string): Promise<void> {
  await db.rows(sql`delete from oauth_artifacts where kind = ${kind} and grant_id = ${grantId}`);
}

/** Deletes a kind of artifact for a person who has given consent. `account` is a prefix of the server's `accountId`. */
export async function deleteOfAccount(db: Db, kind: string, account: string): Promise<void> {
  await db.rows(sql`
    delete from oauth_artifacts where kind = ${kind} and starts_with(payload ->> 'accountId', ${account})`);
}

/** Like `deleteOfAccount`, but for everyone in the catalog except that account. */
export async function deleteOfCatalog(db: Db, kind: string, catalogId: string, exceptAccountId: string): Promise<void> {
  await db.rows(sql`
    delete from oauth_artifacts where kind = ${kind} and split_part(payload ->> 'accountId', '.', 2) = ${catalogId}
      and split_part(payload ->> 'accountId', '.', 1) <> ${exceptAccountId}`);
}

/** Extends the lifetime to `until` if it ends before `since`. Does nothing if the artifact is gone. */
export async function prolongArtifact(db: Db, kind: string, hash: Buffer, until: string, since: string): Promise<void> {
  await db.rows(sql`
    update oauth_artifacts set expires_at = ${until} where kind = ${kind} and id_hash = ${hash}
      and expires_at < ${since}::timestamptz`);
}

/** Extends the lifetime until at least `until`. False if the artifact has expired or is gone. */
export async function keepArtifact(db: Db, kind: string, hash: Buffer, now: string, until: string): Promise<boolean> {
  const row = await db.row(sql`
    update oauth_artifacts set expires_at = greatest(expires_at, ${until}::timestamptz)
    where kind = ${kind} and id_hash = ${hash} and (expires_at is null or expires_at > ${now}::timestamptz)
    returning 1`);
  return row !== undefined;
}

export async function deleteExpired(db: Db, before: string): Promise<number> {
  const gone = await db.rows(sql`
    delete from oauth_artifacts
    where ${firstOver(
      db,
      sql`oauth_artifacts`,
      ['expires_at', 'kind', 'id_hash'],
      sql`expires_at < ${before}::timestamptz`,
    )} returning 1`);
  return gone.length;
}
