// The list of a team's groups, sorted by name, with member counts.

import type { Db } from '../../storage/database.ts';
import { findGroupsByName, selectGroups } from './group-list-store.ts';
import type { GroupFilter, ListedGroup } from './listed-group.ts';

export { findGroupsOfNames } from './group-list-store.ts';

/** A page of groups, sorted by name, that follow the given folded name. Names are unique in a team. */
export const listGroups = (
  db: Db,
  teamId: string,
  filter: GroupFilter,
  after: string | null,
  limit: number,
): Promise<ListedGroup[]> => selectGroups(db, teamId, filter, after, limit);

/** A few groups whose name contains the text, sorted by name, without member counts. */
export const findGroups = findGroupsByName;

/** One group in the form used by the list. Undefined if it does not exist. */
export async function findListedGroup(db: Db, teamId: string, groupId: string): Promise<ListedGroup | undefined> {
  const [found] = await selectGroups(db, teamId, { group_id: groupId }, null, 1);
  return found;
}
