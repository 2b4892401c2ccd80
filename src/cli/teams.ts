// `cairn teams`: workspaces, their plans, seats and domains, and the trails switch.
import { addDomain, listDomains, removeDomain } from '../directory/teams/domains.ts';
import { changeTeam, getTeam, listTeams, type TeamChanges } from '../directory/teams/teams.ts';
import { createWorkspace } from '../workspaces/workspace.ts';
import type { CommandContext } from './command-context.ts';
import { everyPage } from './every-page.ts';
import { type CommonOptions, nameFromAddress } from './options.ts';

export interface CreateTeamOptions extends CommonOptions {
  readonly name: string;
  readonly owner: string;
  readonly ownerName?: string;
  readonly plan: string;
  readonly seats?: number;
}

/** Returns `{team_id, owner_id}`. */
export const createTeam = (
  { database, by }: CommandContext,
  { name, owner, ownerName, plan, seats }: CreateTeamOptions,
): Promise<object> =>
  database.inTransaction((tx) =>
    createWorkspace(
      tx,
      { name, owner: { email: owner, name: ownerName ?? nameFromAddress(owner) }, plan, seat_limit: seats ?? null },
      by,
    ),
  );

/** Returns the workspaces with `q` in their name, sorted by name. */
export const everyTeam = ({ database }: CommandContext, q: string): Promise<object> =>
  everyPage(
    (after: { name: string; id: string } | null, count) => listTeams(database, q, after, count),
    ({ name, team_id }) => ({ name, id: team_id }),
  );

/** Returns the changed workspace. Fails with `not-found`. */
export const changeOne = ({ database, by }: CommandContext, team: string, changes: TeamChanges): Promise<object> =>
  database.inTransaction((tx) => changeTeam(tx, team, changes, by));

export interface DomainChanges {
  readonly add?: string;
  readonly remove?: string;
}

/** Returns the domains after the changes. Fails with `not-found`. */
export const domainsOf = (
  { database, by }: CommandContext,
  team: string,
  { add, remove }: DomainChanges,
): Promise<object> =>
  database.inTransaction(async (tx) => {
    await getTeam(tx, team);
    if (add !== undefined) await addDomain(tx, team, add, by);
    if (remove !== undefined) await removeDomain(tx, team, remove, by);
    return listDomains(tx, team);
  });
