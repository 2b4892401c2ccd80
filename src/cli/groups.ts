// `cairn groups`: a workspace's groups. A synced group can be converted to one that the service manages.
import { listGroups } from '../directory/groups/group-list.ts';
import { getTeam } from '../directory/teams/teams.ts';
import { disconnectGroup } from '../provisioning/groups/disconnect-groups.ts';
import type { CommandContext } from './command-context.ts';
import { everyPage } from './every-page.ts';

/** Returns the workspace's groups, sorted by name. Fails with `not-found`. */
export async function everyGroup({ database }: CommandContext, team: string): Promise<object> {
  await getTeam(database, team);
  return everyPage(
    (after: string | null, count) => listGroups(database, team, {}, after, count),
    ({ name_key }) => name_key,
  );
}

/** Makes the group a local one, no longer managed by a connection. Fails with `not-found`. */
export const disconnectOne = ({ database, by }: CommandContext, team: string, groupId: string): Promise<object> =>
  database.inTransaction(async (tx) => {
    await disconnectGroup(tx, team, groupId, by);
    return { group_id: groupId, connection_id: null };
  });
