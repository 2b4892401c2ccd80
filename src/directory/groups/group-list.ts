// The groups of a team as they are looked through: by name, with how many people are in them.

import type { Db } from '../../storage/database.ts';
import { selectGroups } from './group-list-store.ts';
import type { GroupFilter, ListedGroup } from './listed-group.ts';

/** A page by name, from after the group with that folded name (names are unique in a team). */
export const listGroups = (
  db: Db,
  teamId: string,
  filter: GroupFilter,
  after: string | null,
  limit: number,
): Promise<ListedGroup[]> => selectGroups(db, teamId, filter, after, limit);

/** One group as it is listed, if there is one. */
export async function findListedGroup(db: Db, teamId: string, groupId: string): Promise<ListedGroup | undefined> {
  const [found] = await selectGroups(db, teamId, { group_id: groupId }, null, 1);
  return found;
}
