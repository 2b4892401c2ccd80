// A workspace as a whole, over every room that keeps something of it: how it begins, and what goes when it is deleted.
import type { By } from '../audit/audit-log.ts';
import { setFollowed } from '../audit/outbox.ts';
import { deleteCredentialsOfCatalog } from '../credentials/api-credentials.ts';
import { createTeam, deleteTeam, type NewTeam } from '../directory/teams/teams.ts';
import type { Tx } from '../storage/database.ts';
import { createCatalog, deleteCatalog } from '../trails/catalog/catalogs.ts';
import { endTeamGrants } from '../trails/readers/grants.ts';

/**
 * A process that begins an empty database claims this turn, so that of two at once the second finds what the first has
 * made.
 */
export const FIRST_WORKSPACE_TURN = 'demo';

/** Makes a workspace: its team with the Owner's membership, and its empty catalog. Refuses with `validation`. */
export async function createWorkspace(tx: Tx, team: NewTeam, by: By): Promise<{ team_id: string; owner_id: string }> {
  const created = await createTeam(tx, team, by);
  await createCatalog(tx, created.team_id);
  return created;
}

/**
 * Deletes a workspace with its trails, credentials, groups, memberships and connections, and what it was granted in the
 * service-wide catalog. Accounts and audit entries stay. Refuses with `not-found`.
 */
export async function deleteWorkspace(tx: Tx, teamId: string, by: By): Promise<void> {
  await endTeamGrants(tx, teamId, by);
  // Both wait for transactions that hold them or write below them; what hangs on neither goes afterwards, with what
  // those wrote.
  await deleteTeam(tx, teamId, by);
  await deleteCatalog(tx, teamId);
  await deleteCredentialsOfCatalog(tx, teamId);
  await setFollowed(tx, teamId, []);
}
