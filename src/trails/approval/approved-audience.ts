// The audience of an approval. If a catalog requires approval, a revision approved for a few people needs another
// approval before more groups or everyone see it, both when it is published and when a live trail is opened.

import { refuse } from '../../base/refusal.ts';
import type { Sentence } from '../../base/texts/t.ts';
import type { Tx } from '../../storage/database.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import { noSuchTrail } from '../trails.ts';
import type { Visibility } from '../visibility.ts';
import { type ApprovalRow, type Audience, findApproval } from './approval-store.ts';

type Subject = Pick<TrailDetailRow, 'trail_id' | 'revision' | 'published_revision' | 'visibility' | 'status'>;

/** True if the approval covers the audience. An approval for everyone covers every group. */
export const coversAudience = (
  { audience, groups }: Pick<ApprovalRow, 'audience' | 'groups'>,
  wanted: Audience,
): boolean => {
  if (audience !== 'restricted') return true;
  return wanted.visibility === 'restricted' && wanted.groups.every((id) => groups?.includes(id));
};

/** The audience of a decision: as named, or else as requested for this revision, or else the trail's. */
export function audienceOf(named: Partial<Audience>, row: ApprovalRow, trail: Subject): Audience {
  const asked = row.revision === trail.revision ? row : null;
  return {
    visibility: named.visibility ?? asked?.audience ?? trail.visibility,
    groups: named.groups ?? asked?.groups ?? row.open_groups,
  };
}

/** True if the change would show the live revision to everyone. */
export const wouldWiden = (trail: Pick<Subject, 'status' | 'visibility'>, wanted: Visibility): boolean =>
  trail.status === 'live' && trail.visibility === 'restricted' && wanted === 'all_teams';

/** True if the audience includes people who do not see the live revision yet. */
export const isWider = (trail: Subject, { open_groups }: ApprovalRow, { visibility, groups }: Audience): boolean =>
  wouldWiden(trail, visibility) ||
  (trail.status === 'live' && trail.visibility === 'restricted' && groups.some((id) => !open_groups.includes(id)));

const EVERYONE: Audience = { visibility: 'all_teams', groups: [] };

/**
 * Call this before a restricted live trail is opened to everyone, or to a group. Fails with `conflict` and `missing:
 * ["approval"]` if the catalog requires approval and the live revision was not approved for that audience.
 */
export async function requireWidening(tx: Tx, catalogId: string, trail: Subject, wanted = EVERYONE): Promise<void> {
  const row = (await findApproval(tx, catalogId, trail.trail_id, null)) ?? noSuchTrail();
  if (!row.approval_required || !isWider(trail, row, wanted)) return;
  const isLiveRevision = trail.published_revision === trail.revision;
  const isApproved = row.state === 'approved' && row.revision === trail.revision && coversAudience(row, wanted);
  if (isLiveRevision && isApproved) return;
  throw refuse('conflict', isLiveRevision ? NOT_APPROVED : DRAFT_AHEAD, {
    missing: ['approval'],
    approval: { revision: trail.revision, state: row.state ?? 'not_requested', audience: row.audience },
  });
}

const NOT_APPROVED: Sentence =
  'Opening a live trail to more people needs another person to approve it for them. Ask for approval in the console.';
const DRAFT_AHEAD: Sentence =
  'Opening a live trail to more people needs approval of the live revision, but the draft has changed since. ' +
  'Publish the draft first, or restore the live version.';
