// The directory view: a team's people, for admins. It is paged, because there may be thousands.

import type { Db } from '../../storage/database.ts';
import type { DirectoryFilter, DirectoryOrder, DirectoryPlace, DirectoryRow, SortedRow } from './directory-person.ts';
import { selectDirectory } from './directory-view-store.ts';

export { directoryTotals } from './directory-view-store.ts';

/** A page of the view after the given position. If the page is full, the next one starts after its last row. */
export const directoryView = (
  db: Db,
  teamId: string,
  filter: DirectoryFilter,
  after: DirectoryPlace | null,
  limit: number,
  order: DirectoryOrder = 'name',
): Promise<SortedRow[]> => selectDirectory(db, teamId, filter, after, limit, order);

const BATCH = 500;

/** Everyone who matches the filter, read in batches so that memory use stays constant. */
export async function* wholeDirectory(
  db: Db,
  teamId: string,
  filter: DirectoryFilter,
  order: DirectoryOrder,
): AsyncGenerator<DirectoryRow> {
  let after: DirectoryPlace | null = null;
  while (true) {
    const batch: SortedRow[] = await selectDirectory(db, teamId, filter, after, BATCH, order);
    yield* batch.map(rowOf);
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = { sort_key: last.sort_key, user_id: last.user_id };
  }
}

/** One person in the view. Undefined if they are not in it. */
export async function findInDirectory(db: Db, teamId: string, accountId: string): Promise<DirectoryRow | undefined> {
  const [found] = await selectDirectory(db, teamId, { user_id: accountId }, null, 1);
  return found && rowOf(found);
}

/** The row without its sort key. */
export const rowOf = ({ sort_key: _, ...row }: SortedRow): DirectoryRow => row;
