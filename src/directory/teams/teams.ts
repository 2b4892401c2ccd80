// Teams (workspaces): made with an Owner; plan, seats, the trails switch and ownership. Domains are in domains.ts.

import { type By, differenceOf, recordChange } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { accountOf } from '../accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../catalog.ts';
import { checkedName, TEXT_LIMITS } from '../checked.ts';
import { noSuchMember } from '../member.ts';
import { grantRole } from '../members/member-roles.ts';
import { lockMember } from '../members/member-store.ts';
import { PLANS, type Plan } from './plans.ts';
import type { Team } from './team.ts';
import * as store from './team-store.ts';

export { holdTeams, listTeams } from './team-store.ts';

export interface NewTeam {
  readonly name: string;
  readonly owner: { readonly email: string; readonly name: string };
  readonly plan: string;
  readonly seat_limit: number | null;
}

/**
 * Makes a team and its Owner's membership. Audited in its own log and in the service's, as its end is. Refuses with
 * `validation`. Its catalog: `createWorkspace` (workspaces/workspace.ts).
 */
export async function createTeam(tx: Tx, wanted: NewTeam, by: By): Promise<{ team_id: string; owner_id: string }> {
  const name = checkedName('name', wanted.name, TEXT_LIMITS.team);
  const plan = checkedPlan(wanted.plan);
  const seat_limit = checkedSeats(wanted.seat_limit);
  const owner = await accountOf(tx, wanted.owner.email, wanted.owner.name);
  const team_id = newId();
  await store.insertTeam(tx, { team_id, name, owner_id: owner.account_id, plan, seat_limit });
  const after = { owner_id: owner.account_id, plan, seat_limit };
  const subject = subjectOf({ team_id, name });
  await recordChange(tx, team_id, 'team.created', subject, by, { after });
  await recordChange(tx, SVC_CATALOG_ID, 'team.created', subject, by, { after });
  return { team_id, owner_id: owner.account_id };
}

/** The team. Refuses with `not-found`. */
export async function getTeam(db: Db, teamId: string): Promise<Team> {
  return (await store.findTeam(db, teamId)) ?? noSuchTeam();
}

/** The team, held as it is until the transaction ends. Refuses with `not-found`. */
export async function lockTeam(tx: Tx, teamId: string): Promise<Team> {
  return (await store.lockTeam(tx, teamId)) ?? noSuchTeam();
}

export interface TeamChanges {
  readonly name?: string;
  readonly plan?: string;
  readonly seat_limit?: number | null;
  readonly trails_enabled?: boolean;
  readonly confirm_admin_groups?: boolean;
  readonly seen?: SeenOf<Pick<Team, 'name' | 'plan' | 'seat_limit'>>;
}

const SETTINGS = ['name', 'plan', 'seat_limit', 'trails_enabled', 'confirm_admin_groups'] as const;

/**
 * Changes name, plan, seats or the trails switch; absent members stay. Fewer seats than are taken end nobody's
 * membership; they only let nobody in. Audited once as `team.updated`, a no-op not at all. Refuses with `validation`,
 * and with `conflict` where something is no longer as the caller has seen it.
 */
export async function changeTeam(tx: Tx, teamId: string, wanted: TeamChanges, by: By): Promise<Team> {
  const team = await lockTeam(tx, teamId);
  requireSeen(wanted.seen, team);
  const next = {
    name: wanted.name === undefined ? team.name : checkedName('name', wanted.name, TEXT_LIMITS.team),
    plan: wanted.plan === undefined ? team.plan : checkedPlan(wanted.plan),
    seat_limit: wanted.seat_limit === undefined ? team.seat_limit : checkedSeats(wanted.seat_limit),
    trails_enabled: wanted.trails_enabled ?? team.trails_enabled,
    confirm_admin_groups: wanted.confirm_admin_groups ?? team.confirm_admin_groups,
  };
  const difference = differenceOf(SETTINGS, team, next);
  if (difference === undefined) return team;
  await store.updateTeam(tx, teamId, { ...next, owner_id: team.owner_id });
  await recordChange(tx, teamId, 'team.updated', subjectOf(team), by, difference);
  return { ...team, ...next };
}

/**
 * Gives the team to another active member; the Owner before stays as an admin. The only way ownership moves (contract
 * 3.2). False where it is theirs already. Refuses with `not-found` for somebody who is no member, with `unprocessable`
 * for one who is deactivated, with `forbidden` a person who is the Owner no longer.
 */
export async function transferOwnership(tx: Tx, teamId: string, accountId: string, by: By): Promise<boolean> {
  // Held first, as who deactivates or removes the person does: one of the two sees what the other did.
  const next = await lockMember(tx, teamId, accountId);
  const team = await lockTeam(tx, teamId);
  if (team.owner_id === accountId) return false;
  if (by.account_id !== null && by.account_id !== team.owner_id)
    throw refuse('forbidden', 'Only the Owner gives the workspace to somebody else, and that is another person now.');
  if (next === undefined) noSuchMember();
  if (next.status !== 'active')
    throw refuse('unprocessable', 'A deactivated member cannot own the workspace. Reactivate the person first.');
  await store.updateTeam(tx, teamId, { ...team, owner_id: accountId });
  await grantRole(tx, teamId, team.owner_id, 'admin', by);
  await recordChange(tx, teamId, 'team.ownership_transferred', subjectOf(team), by, {
    before: { owner_id: team.owner_id },
    after: { owner_id: accountId },
  });
  return true;
}

/**
 * Deletes the team with its members, groups and connections; what other rooms keep of it goes in `deleteWorkspace`.
 * Audited in the service's own log. Refuses with `not-found`.
 */
export async function deleteTeam(tx: Tx, teamId: string, by: By): Promise<void> {
  const team = await lockTeam(tx, teamId);
  await store.deleteTeam(tx, teamId);
  await recordChange(tx, SVC_CATALOG_ID, 'team.deleted', subjectOf(team), by, {
    before: { owner_id: team.owner_id, plan: team.plan, seat_limit: team.seat_limit },
  });
}

function checkedPlan(given: string): Plan {
  const plan = PLANS.find((known) => known === given);
  if (plan === undefined) throw invalid('plan', `Unknown plan ${given}. The plans are ${PLANS.join(', ')}.`);
  return plan;
}

function checkedSeats(given: number | null): number | null {
  if (given === null || (Number.isInteger(given) && given >= 1 && given <= 2_147_483_647)) return given;
  throw invalid('seat_limit', 'Not a whole number from 1, or null for no limit.');
}

const subjectOf = (team: Pick<Team, 'team_id' | 'name'>) => ({ kind: 'team', id: team.team_id, name: team.name });
function noSuchTeam(): never {
  throw refuse('not-found', 'There is no such workspace.');
}
