// The directory view: a team's people as an administrator looks through them, thousands of rows by pages.

import type { Db } from '../storage/database.ts';
import type { DirectoryFilter, DirectoryPlace, DirectoryRow, PlacedRow } from './directory-person.ts';
import { selectDirectory } from './directory-view-store.ts';

/** A page of the view by name, from after a place. A full page may have a next one, which starts after its last row. */
export const directoryView = (
  db: Db,
  teamId: string,
  filter: DirectoryFilter,
  after: DirectoryPlace | null,
  limit: number,
): Promise<PlacedRow[]> => selectDirectory(db, teamId, filter, after, limit);

/** One person of the view, if the view has them. */
export async function findInDirectory(db: Db, teamId: string, accountId: string): Promise<DirectoryRow | undefined> {
  const [found] = await selectDirectory(db, teamId, { user_id: accountId }, null, 1);
  return found && rowOf(found);
}

/** The row without its place. */
export const rowOf = ({ name_key: _, ...row }: PlacedRow): DirectoryRow => row;
