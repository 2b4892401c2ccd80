// The audience of an approval. If a catalog requires approval, a revision approved for a few people needs another
// approval before everyone sees it, both when it is published and when a live trail is opened.
import { refuse } from '../../base/refusal.ts';
import type { Tx } from '../../storage/database.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import { noSuchTrail } from '../trails.ts';
import type { Visibility } from '../visibility.ts';
import { type ApprovalRow, findApproval } from './approval-store.ts';

type Subject = Pick<TrailDetailRow, 'trail_id' | 'revision' | 'published_revision' | 'visibility' | 'status'>;

/** True if the approval covers the trail's audience. An approval without an audience covers everyone. */
export const coversAudience = ({ audience }: Pick<ApprovalRow, 'audience'>, wanted: Visibility): boolean =>
  audience !== 'restricted' || wanted === 'restricted';

/** The audience of a request or approval: as named, or else as requested for this revision, or else the trail's. */
export const audienceOf = (named: Visibility | undefined, row: ApprovalRow, trail: Subject): Visibility =>
  named ?? (row.revision === trail.revision ? row.audience : null) ?? trail.visibility;

/** True if the change would show the live revision to more people. */
export const wouldWiden = (trail: Subject, wanted: Visibility): boolean =>
  trail.status === 'live' && trail.visibility === 'restricted' && wanted === 'all_teams';

/**
 * Call this before a restricted live trail is opened to everyone. Refuses with `conflict` and `missing: ["approval"]`
 * if the catalog requires approval and the live revision was not approved for everyone.
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
  'Opening a live trail to everyone needs another person to approve it for everyone. Ask for approval in the console.';
const DRAFT_AHEAD =
  'Opening a live trail to everyone needs approval of the live revision, but the draft has changed since. ' +
  'Publish the draft first, or restore the live version.';
