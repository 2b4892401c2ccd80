// Teams (workspaces): creation, plan, seats, the trails switch and ownership. See domains.ts for domains.

import { type By, differenceOf, recordChange } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import type { LanguageName } from '../../base/texts/language-names.ts';
import { t } from '../../base/texts/t.ts';
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

export { existingTeams, holdTeam, listTeams, selectTeamIds } from './team-store.ts';

export interface NewTeam {
  readonly name: string;
  readonly owner: { readonly email: string; readonly name: string };
  readonly plan: string;
  readonly seat_limit: number | null;
}

/**
 * Creates a team and its Owner's membership. Creation and deletion are audited in its own log and in the service's.
 * Fails with `validation`. `createWorkspace` (workspaces/workspace.ts) also creates its catalog.
 */
export async function createTeam(tx: Tx, input: NewTeam, by: By): Promise<{ team_id: string; owner_id: string }> {
  const name = checkedName('name', input.name, TEXT_LIMITS.team);
  const plan = checkedPlan(input.plan);
  const seat_limit = checkedSeats(input.seat_limit);
  const owner = await accountOf(tx, input.owner.email, input.owner.name);
  const team_id = newId();
  await store.insertTeam(tx, { team_id, name, owner_id: owner.account_id, plan, seat_limit });
  const after = { owner_id: owner.account_id, plan, seat_limit };
  const subject = subjectOf({ team_id, name });
  await recordChange(tx, team_id, 'team.created', subject, by, { after });
  await recordChange(tx, SVC_CATALOG_ID, 'team.created', subject, by, { after });
  return { team_id, owner_id: owner.account_id };
}

/** Fails with `not-found`. */
export async function getTeam(db: Db, teamId: string): Promise<Team> {
  return (await store.findTeam(db, teamId)) ?? noSuchTeam();
}

/** Locks the team until the transaction ends. Fails with `not-found`. */
export async function lockTeam(tx: Tx, teamId: string): Promise<Team> {
  return (await store.lockTeam(tx, teamId)) ?? noSuchTeam();
}

export interface TeamChanges {
  readonly name?: string;
  readonly plan?: string;
  readonly seat_limit?: number | null;
  readonly trails_enabled?: boolean;
  readonly confirm_admin_groups?: boolean;
  readonly language?: LanguageName | null;
  readonly seen?: SeenOf<Pick<Team, 'name' | 'plan' | 'seat_limit'>>;
}

const SETTINGS = ['name', 'plan', 'seat_limit', 'trails_enabled', 'confirm_admin_groups', 'language'] as const;

/**
 * Changes the name, plan, seats or trails switch. Absent fields stay unchanged. If the new limit is below the number of
 * seats taken, memberships stay, but no one can join. Audited as a single `team.updated`, unless nothing changed. Fails
 * with `validation`, and with `conflict` if a field has changed since the caller read it.
 */
export async function changeTeam(tx: Tx, teamId: string, input: TeamChanges, by: By): Promise<Team> {
  const team = await lockTeam(tx, teamId);
  requireSeen(input.seen, team);
  const next = {
    name: input.name === undefined ? team.name : checkedName('name', input.name, TEXT_LIMITS.team),
    plan: input.plan === undefined ? team.plan : checkedPlan(input.plan),
    seat_limit: input.seat_limit === undefined ? team.seat_limit : checkedSeats(input.seat_limit),
    trails_enabled: input.trails_enabled ?? team.trails_enabled,
    confirm_admin_groups: input.confirm_admin_groups ?? team.confirm_admin_groups,
    language: input.language === undefined ? team.language : input.language,
  };
  const difference = differenceOf(SETTINGS, team, next);
  if (difference === undefined) return team;
  await store.updateTeam(tx, teamId, { ...next, owner_id: team.owner_id });
  await recordChange(tx, teamId, 'team.updated', subjectOf(team), by, difference);
  return { ...team, ...next };
}

/**
 * Transfers the team to another active member, which is the only way to change its Owner (contract 3.2). The previous
 * Owner remains as an admin. False if the person already is the Owner. Fails with `not-found` if the person is not a
 * member, with `unprocessable` if they are deactivated, and with `forbidden` if the caller is no longer the Owner.
 */
export async function transferOwnership(tx: Tx, teamId: string, accountId: string, by: By): Promise<boolean> {
  // Lock the member first, in the same order as deactivating and removing, so that one transaction sees the other's
  // change.
  const next = await lockMember(tx, teamId, accountId);
  const team = await lockTeam(tx, teamId);
  if (team.owner_id === accountId) return false;
  if (by.account_id !== null && by.account_id !== team.owner_id)
    throw refuse('forbidden', 'Only the Owner can transfer the workspace, and you are no longer the Owner.');
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
 * Deletes the team with its members, groups and connections. `deleteWorkspace` deletes the data of other rooms. Audited
 * in the service's own log. Fails with `not-found`.
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
  if (plan === undefined)
    throw invalid('plan', t('Unknown plan {given}. The plans are {plans}.', { given, plans: PLANS.join(', ') }));
  return plan;
}

function checkedSeats(given: number | null): number | null {
  if (given === null || (Number.isInteger(given) && given >= 1 && given <= 2_147_483_647)) return given;
  throw invalid('seat_limit', 'Must be a whole number of at least 1, or null for no limit.');
}

const subjectOf = (team: Pick<Team, 'team_id' | 'name'>) => ({ kind: 'team', id: team.team_id, name: team.name });
function noSuchTeam(): never {
  throw refuse('not-found', 'There is no such workspace.');
}
