// Creates and deletes workspaces across all rooms that store something of them.
import type { By } from '../audit/audit-log.ts';
import { setFollowed } from '../audit/outbox.ts';
import { deleteCredentialsOfCatalog } from '../credentials/api-credentials.ts';
import { createTeam, deleteTeam, type NewTeam } from '../directory/teams/teams.ts';
import type { Tx } from '../storage/database.ts';
import { createCatalog, deleteCatalog } from '../trails/catalog/catalogs.ts';
import { endTeamGrants } from '../trails/readers/grants.ts';

/** Processes that initialize an empty database claim this turn, so the second sees what the first created. */
export const FIRST_WORKSPACE_TURN = 'demo';

/** Creates a workspace: the team with the Owner's membership, and an empty catalog. Refuses with `validation`. */
export async function createWorkspace(tx: Tx, team: NewTeam, by: By): Promise<{ team_id: string; owner_id: string }> {
  const created = await createTeam(tx, team, by);
  await createCatalog(tx, created.team_id);
  return created;
}

/**
 * Deletes a workspace with its trails, credentials, groups, memberships and connections, and its grants in the
 * service-wide catalog. Accounts and audit entries stay. Refuses with `not-found`.
 */
export async function deleteWorkspace(tx: Tx, teamId: string, by: By): Promise<void> {
  await endTeamGrants(tx, teamId, by);
  // These two wait for concurrent transactions that hold or reference them. The rest is deleted afterwards, including
  // what those transactions wrote.
  await deleteTeam(tx, teamId, by);
  await deleteCatalog(tx, teamId);
  await deleteCredentialsOfCatalog(tx, teamId);
  await setFollowed(tx, teamId, []);
}
