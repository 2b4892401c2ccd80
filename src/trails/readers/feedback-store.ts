// SQL for votes: helpful or not helpful.
import type { Db, Tx } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { sql } from '../../storage/sql.ts';

/** A published version of a trail, the subject of a vote. */
export interface VersionKey {
  readonly catalog_id: string;
  readonly trail_id: string;
  readonly version: number;
}

/** `comment` may be empty. */
export interface Vote {
  readonly helpful: boolean;
  readonly comment: string;
}

/** Stores the person's vote on the version, replacing an earlier one. */
export async function upsertVote(tx: Tx, key: VersionKey, accountId: string, vote: Vote): Promise<void> {
  await tx.rows(sql`
    insert into trail_feedback (catalog_id, trail_id, version, account_id, helpful, comment)
    values (${key.catalog_id}, ${key.trail_id}, ${key.version}, ${accountId}, ${vote.helpful}, ${vote.comment})
    on conflict (catalog_id, trail_id, version, account_id)
      do update set helpful = excluded.helpful, comment = excluded.comment, given_at = excluded.given_at`);
}

export async function deleteVote(tx: Tx, key: VersionKey, accountId: string): Promise<void> {
  await tx.rows(sql`
    delete from trail_feedback where catalog_id = ${key.catalog_id} and trail_id = ${key.trail_id}
      and version = ${key.version} and account_id = ${accountId}`);
}

export const findVote = (db: Db, key: VersionKey, accountId: string): Promise<Vote | undefined> =>
  db.row<Vote>(sql`
    select helpful, comment from trail_feedback where catalog_id = ${key.catalog_id} and trail_id = ${key.trail_id}
      and version = ${key.version} and account_id = ${accountId}`);

/** The votes on one version. */
export interface VoteCount {
  readonly version: number;
  readonly helpful: number;
  readonly not_helpful: number;
}

/** The counts of every version with votes, newest first. */
export const countVotes = (db: Db, catalogId: string, trailId: string): Promise<VoteCount[]> =>
  db.rows<VoteCount>(sql`
    select version, count(*) filter (where helpful) as helpful, count(*) filter (where not helpful) as not_helpful
    from trail_feedback where catalog_id = ${catalogId} and trail_id = ${trailId}
    group by version order by version desc`);

/** A sentence from a reader, without the reader. */
export interface Comment extends Vote {
  readonly version: number;
  readonly given_at: string;
}

/** The latest comments on the trail, newest first. */
export const latestComments = (db: Db, catalogId: string, trailId: string, most: number): Promise<Comment[]> =>
  db.rows<Comment>(sql`
    select version, helpful, comment, given_at from trail_feedback
    where catalog_id = ${catalogId} and trail_id = ${trailId} and comment <> ''
    order by given_at desc, account_id ${limitOf(most)}`);

/** The votes on one trail, across all versions. */
export interface FeedbackTotals {
  readonly trail_id: string;
  readonly helpful: number;
  readonly not_helpful: number;
}

/** The votes on each trail of the catalog, across all versions; omits trails without votes. */
export const feedbackTotals = (db: Db, catalogId: string): Promise<FeedbackTotals[]> =>
  db.rows<FeedbackTotals>(sql`
    select trail_id, count(*) filter (where helpful) as helpful, count(*) filter (where not helpful) as not_helpful
    from trail_feedback where catalog_id = ${catalogId}
    group by trail_id`);
