// Whom an approval is for. Where a catalog wants approvals, a revision approved for a few people is shown to everybody
// only once another person has approved that too: when it is published, and when a live trail is opened.
import { refuse } from '../../base/refusal.ts';
import type { Tx } from '../../storage/database.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import { noSuchTrail } from '../trails.ts';
import type { Visibility } from '../visibility.ts';
import { type ApprovalRow, findApproval } from './approval-store.ts';

type Subject = Pick<TrailDetailRow, 'trail_id' | 'revision' | 'published_revision' | 'visibility' | 'status'>;

/** True where the approval holds for whom the trail is shown to; one without an audience holds for all. */
export const coversAudience = ({ audience }: Pick<ApprovalRow, 'audience'>, wanted: Visibility): boolean =>
  audience !== 'restricted' || wanted === 'restricted';

/** Whom a request or an approval is for: named, else as it was asked for this revision, else as the trail is. */
export const audienceOf = (named: Visibility | undefined, row: ApprovalRow, trail: Subject): Visibility =>
  named ?? (row.revision === trail.revision ? row.audience : null) ?? trail.visibility;

/** True where what is asked for would show the live revision to more people. */
export const wouldWiden = (trail: Subject, wanted: Visibility): boolean =>
  trail.status === 'live' && trail.visibility === 'restricted' && wanted === 'all_teams';

/**
 * Before a live restricted trail is opened to everybody. Refuses with `conflict` and `missing: ["approval"]` where the
 * catalog wants approvals and nobody has approved the live revision for everybody.
 */
export async function requireWidening(tx: Tx, catalogId: string, trail: Subject): Promise<void> {
  const row = (await findApproval(tx, catalogId, trail.trail_id)) ?? noSuchTrail();
  if (!row.approval_required) return;
  const isLiveRevision = trail.published_revision === trail.revision;
  const isApproved = row.state === 'approved' && row.revision === trail.revision && coversAudience(row, 'all_teams');
  if (isLiveRevision && isApproved) return;
  throw refuse('conflict', isLiveRevision ? NOT_APPROVED : DRAFT_AHEAD, {
    missing: ['approval'],
    approval: { revision: trail.revision, state: row.state ?? 'not_requested', audience: row.audience },
  });
}

const NOT_APPROVED =
  'Opening a live trail to everybody needs the approval of another person for everybody. Ask for it in the console.';
const DRAFT_AHEAD =
  'Opening a live trail to everybody needs an approval of the revision that is live, and the draft has moved on. ' +
  'Publish the draft first, or restore the live version.';
