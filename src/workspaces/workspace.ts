// Creates and deletes workspaces in all rooms that store part of their data.
import type { By } from '../audit/audit-log.ts';
import { setFollowed } from '../audit/outbox.ts';
import { deleteCredentialsOfCatalog } from '../credentials/api-credentials.ts';
import { createTeam, deleteTeam, type NewTeam } from '../directory/teams/teams.ts';
import type { Tx } from '../storage/database.ts';
import { createCatalog, deleteCatalog } from '../trails/catalog/catalogs.ts';
import { endTeamGrants } from '../trails/readers/grants.ts';

/** A lock for processes that initialize an empty database. The second process sees what the first one created. */
export const FIRST_WORKSPACE_TURN = 'demo';

/** Creates a workspace: the team with the Owner's membership, and an empty catalog. Fails with `validation`. */
export async function createWorkspace(tx: Tx, team: NewTeam, by: By): Promise<{ team_id: string; owner_id: string }> {
  const created = await createTeam(tx, team, by);
  await createCatalog(tx, created.team_id);
  return created;
}

/**
 * Deletes a workspace with its trails, credentials, groups, memberships and connections, and its grants in the
 * service-wide catalog. Accounts and audit entries stay. Fails with `not-found`.
 */
export async function deleteWorkspace(tx: Tx, teamId: string, by: By): Promise<void> {
  await endTeamGrants(tx, teamId, by);
  // These two deletions wait for concurrent transactions that lock or reference the rows. The rest is deleted
  // afterwards, including rows that those transactions wrote.
  await deleteTeam(tx, teamId, by);
  await deleteCatalog(tx, teamId);
  await deleteCredentialsOfCatalog(tx, teamId);
  await setFollowed(tx, teamId, false);
}
