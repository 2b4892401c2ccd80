// Feedback on whether a published trail helped: one vote per person and version, if the author enabled it (contract
// 2.1), with an optional comment.
import { FEWEST_PEOPLE } from '../../base/fewest-people.ts';
import { refuse } from '../../base/refusal.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { parseDocument } from '../document/full-document.ts';
import { getTrail, holdTrail, noSuchTrail } from '../trails.ts';
import {
  type Comment,
  countVotes,
  deleteVote,
  findVote,
  latestComments,
  upsertVote,
  type Vote,
} from './feedback-store.ts';
import type { ReaderIdentity, VisibleTrailRow } from './visible-trail-store.ts';
import { getVisibleTrail } from './visible-trails.ts';

export { feedbackTotals } from './feedback-store.ts';

/**
 * Stores the reader's vote on the version they see with its comment, or removes both (null). Fails with `not-found` if
 * they cannot see the trail, and with `conflict` if it does not ask for feedback.
 */
export async function giveFeedback(
  tx: Tx,
  reader: ReaderIdentity,
  trailId: string,
  helpful: boolean | null,
  comment = '',
): Promise<void> {
  const trail = await getVisibleTrail(tx, reader, trailId);
  if (!parseDocument(trail.document).feedback_enabled) {
    throw refuse('conflict', 'This trail does not ask for feedback, because its author turned the question off.');
  }
  if (helpful === null) return deleteVote(tx, trail, reader.account_id);
  // A vote belongs to its version, which is deleted with the trail.
  if (!(await holdTrail(tx, trail.catalog_id, trailId))) noSuchTrail();
  await upsertVote(tx, trail, reader.account_id, { helpful, comment });
}

/** The reader's vote on the version they see. */
export const ownFeedback = (db: Db, reader: ReaderIdentity, trail: VisibleTrailRow): Promise<Vote | undefined> =>
  findVote(db, trail, reader.account_id);

/** The votes on one version as authors see them: null if fewer than five people voted (Decision 70). */
export interface ShownVotes {
  readonly version: number;
  readonly helpful: number | null;
  readonly not_helpful: number | null;
}

/** The votes on each version, even if they are few: authors may know their readers. Fails with `not-found`. */
export async function feedbackCounts(db: Db, catalogId: string, trailId: string): Promise<ShownVotes[]> {
  await getTrail(db, catalogId, trailId);
  return (await countVotes(db, catalogId, trailId)).map((votes) =>
    votes.helpful + votes.not_helpful < FEWEST_PEOPLE ? { ...votes, helpful: null, not_helpful: null } : votes,
  );
}

/** Characters of a comment: two or three sentences. */
export const MAX_COMMENT = 500;
/** Comments that an author gets at once: the latest ones. */
export const MAX_COMMENTS = 50;

/** The latest comments, without names. The caller has checked that the trail is in the catalog. */
export const feedbackComments = (db: Db, catalogId: string, trailId: string): Promise<Comment[]> =>
  latestComments(db, catalogId, trailId, MAX_COMMENTS);

export type { FeedbackTotals } from './feedback-store.ts';
