// The limits of a workspace: what it chose, or what the service has.
import { type By, differenceOf, recordChange } from '../../audit/audit-log.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import { lockTeam } from '../../directory/teams/teams.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { findLimits, upsertLimits } from './deactivation-guard-store.ts';
import { type DeactivationLimits, USUAL_LIMITS } from './deactivation-limits.ts';

/** The limits of the workspace, its own or the service's. */
export const deactivationLimits = async (db: Db, teamId: string): Promise<DeactivationLimits> =>
  (await findLimits(db, teamId)) ?? USUAL_LIMITS;

/**
 * Chooses other limits; they hold from the next request. Audited as `team.deactivation_limits.updated`. Refuses with
 * `conflict` where one is no longer as the caller has seen it.
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
  const difference = differenceOf(['enabled', 'most_people', 'most_percent'], before, limits);
  if (difference === undefined) return limits;
  await upsertLimits(tx, teamId, limits);
  const subject = { kind: 'team', id: teamId, name: '' };
  await recordChange(tx, teamId, 'team.deactivation_limits.updated', subject, by, difference);
  return limits;
}
