// The deactivation limits of a workspace, or the service's defaults.
import { type By, differenceOf, recordChange } from '../../audit/audit-log.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import { lockTeam } from '../../directory/teams/teams.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { DEFAULT_LIMITS, type DeactivationLimits } from './deactivation-limits.ts';
import { findLimits, upsertLimits } from './guard-store.ts';

/** The workspace's limits, or the service's defaults. */
export const deactivationLimits = async (db: Db, teamId: string): Promise<DeactivationLimits> =>
  (await findLimits(db, teamId)) ?? DEFAULT_LIMITS;

/**
 * Changes the limits, effective with the next request. Audited as `team.deactivation_limits.updated`. Fails with
 * `conflict` if a limit differs from what the caller has seen.
 */
export async function changeDeactivationLimits(
  tx: Tx,
  teamId: string,
  { seen, ...limits }: DeactivationLimits & { readonly seen?: SeenOf<DeactivationLimits> },
  by: By,
): Promise<DeactivationLimits> {
  await lockTeam(tx, teamId);
  const before = await deactivationLimits(tx, teamId);
  requireSeen(seen, before);
  const difference = differenceOf(['enabled', 'most_people', 'most_percent', 'final_after_days'], before, limits);
  if (difference === undefined) return limits;
  await upsertLimits(tx, teamId, limits);
  const subject = { kind: 'team', id: teamId, name: '' };
  await recordChange(tx, teamId, 'team.deactivation_limits.updated', subject, by, difference);
  return limits;
}
