// Fragments for statements of higher rooms that read the end of a feed.
import { type Sql, sql } from '../storage/sql.ts';

/** The last event of the workspace's feed as a relation: `seq`, `event_id`. Empty without any. */
export const lastEvent = (teamId: unknown): Sql => sql`(
  select seq, event_id from feed_events where team_id = ${teamId} order by seq desc limit 1)`;
