// The standing of several people in a workspace, to compare it before and after changes.
import type { Db } from '../../storage/database.ts';
import { type PersonStanding, selectStandings } from './person-standing-store.ts';

export { type PersonStanding, selectGroupMembers } from './person-standing-store.ts';

/** By account id. People without an account are left out. */
export async function personStandings(
  db: Db,
  teamId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, PersonStanding>> {
  const rows = accountIds.length === 0 ? [] : await selectStandings(db, teamId, accountIds);
  return new Map(rows.map((row) => [row.account_id, row]));
}
