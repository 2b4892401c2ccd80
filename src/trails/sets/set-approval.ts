// Requests approval for the trails of a set, if the catalog requires it before the set opens them to more groups.
import type { By } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { getApproval, requestApproval } from '../approval/approval.ts';
import { coversAudience, isWider } from '../approval/approved-audience.ts';
import { type LockedTrail, lockTrails } from '../readers/group-grant-store.ts';
import type { TrailRules } from '../trail-rules.ts';
import { selectItems, selectSetGrants } from './set-store.ts';
import { lockSet } from './sets.ts';

/** The trails and groups that a person wants to add to the set. */
export interface WantedOpening {
  readonly trail_ids: readonly string[];
  readonly group_ids: readonly string[];
}

/** The trails with a request, and those whose draft has changed since it was published. */
export interface SetRequests {
  readonly requested: readonly LockedTrail[];
  readonly changed: readonly LockedTrail[];
}

/**
 * Requests approval for each live restricted trail that the set would open to more groups. An approval covers the
 * revision that employees see, so trails with unpublished changes are only returned. Fails with `not-found` for an
 * unknown set.
 */
export async function requestSetApproval(
  tx: Tx,
  catalogId: string,
  setId: string,
  { trail_ids, group_ids }: WantedOpening,
  by: By,
  rules: TrailRules,
): Promise<SetRequests> {
  await lockSet(tx, catalogId, setId);
  const items = await selectItems(tx, catalogId, setId);
  const grants = await selectSetGrants(tx, catalogId, setId);
  const groups = [...grants.filter(({ kind }) => kind === 'group').map(({ grantee_id }) => grantee_id), ...group_ids];
  const trails = await lockTrails(tx, catalogId, [...items.map(({ trail_id }) => trail_id), ...trail_ids]);
  const [requested, changed]: [LockedTrail[], LockedTrail[]] = [[], []];
  for (const trail of trails) {
    const { row, standing, trail: detail } = await getApproval(tx, catalogId, trail.trail_id, by.account_id);
    const audience = { visibility: 'restricted', groups: [...new Set([...row.open_groups, ...groups])] } as const;
    const isCovered = standing === 'approved' && coversAudience(row, audience);
    if (!row.approval_required || isCovered || !isWider(detail, row, audience)) continue;
    if (trail.published_revision !== trail.revision) changed.push(trail);
    else {
      const about = { trail_id: trail.trail_id, revision: trail.revision, note: null };
      await requestApproval(tx, catalogId, { ...about, audience: 'restricted', groups: audience.groups }, by, rules);
      requested.push(trail);
    }
  }
  return { requested, changed };
}
