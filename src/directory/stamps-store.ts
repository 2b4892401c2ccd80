// Updates the authorization version of members within a statement that changes roles.
import { nextStamp } from '../storage/next-stamp.ts';
import { type Sql, sql } from '../storage/sql.ts';

/**
 * An update for a `with` list. Gives the members in `changed (account_id)` a new stamp, so that their rights are read
 * again instead of taken from the cache.
 */
export const moveStamps = (teamId: string, condition: Sql = sql`true`): Sql => sql`
  update members m set stamp = ${nextStamp}
  where m.team_id = ${teamId} and m.account_id in (select account_id from changed) and ${condition}`;
